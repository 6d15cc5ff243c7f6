import { Stack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import type { Remedy } from '#shared/schemas/session';
import { TextField } from '../../../components/text-field.tsx';

export type RemedyKind = Remedy['kind'];

interface RemedyChoiceProps {
  readonly remedy: RemedyKind;
  readonly onChange: (remedy: RemedyKind) => void;
  readonly makeUpDate: string;
  readonly onDateChange: (date: string) => void;
  /** Why the API refused the date. */
  readonly dateError: string | undefined;
}

const choices: readonly [RemedyKind, string][] = [
  ['make-up', 'Make-up date'],
  ['credit', 'Credit the value of the session'],
  ['later', 'Decide later'],
];

/** What the families get for the session (CAN-03). */
export const RemedyChoice = ({
  remedy,
  onChange,
  makeUpDate,
  onDateChange,
  dateError,
}: RemedyChoiceProps) => (
  <chakra.fieldset minWidth="0">
    <chakra.legend fontWeight="bold" mb="1">
      What the families get
    </chakra.legend>
    <Stack gap="1">
      {choices.map(([kind, name]) => (
        <Choice key={kind}>
          <input type="radio" name="remedy" checked={remedy === kind} onChange={() => onChange(kind)} />
          {name}
        </Choice>
      ))}
      {remedy === 'make-up' && (
        <TextField
          label="Date of the make-up session"
          type="date"
          required
          error={dateError}
          value={makeUpDate}
          onChange={({ target: { value } }) => onDateChange(value)}
        />
      )}
    </Stack>
  </chakra.fieldset>
);

const Choice = chakra('label', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    minHeight: 'touch',
    cursor: 'pointer',
    '& input': { boxSize: '5', accentColor: 'brand.solid' },
  },
});
