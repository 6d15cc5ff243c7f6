import { Stack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import type { Remedy } from '#shared/schemas/session';
import { TextField } from '../../../components/text-field.tsx';
import { ApiError } from '../../../lib/api/api-error.ts';

export type RemedyKind = Remedy['kind'];

interface RemedyChoiceProps {
  /** Those that are offered. */
  readonly kinds: readonly RemedyKind[];
  readonly remedy: RemedyKind;
  readonly onChange: (remedy: RemedyKind) => void;
  readonly makeUpDate: string;
  readonly onDateChange: (date: string) => void;
  /** Of the request: it may say why the API refused the date. */
  readonly error: unknown;
}

const names: Record<RemedyKind, string> = {
  'make-up': 'Make-up date',
  credit: 'Credit the value of the session',
  later: 'Decide later',
};

/** What was entered, in the shape of a request's body. */
export const enteredRemedy = (kind: RemedyKind, makeUpDate: string) =>
  kind === 'make-up' ? { kind, date: makeUpDate } : { kind };

const dateIssueOf = (error: unknown): string | undefined =>
  error instanceof ApiError ? error.issues.find(({ field }) => field === 'remedy.date')?.message : undefined;

/** What the families get for the session (CAN-03). */
export const RemedyChoice = ({
  kinds,
  remedy,
  onChange,
  makeUpDate,
  onDateChange,
  error,
}: RemedyChoiceProps) => (
  <chakra.fieldset minWidth="0">
    <chakra.legend fontWeight="bold" mb="1">
      What the families get
    </chakra.legend>
    <Stack gap="1">
      {kinds.map((kind) => (
        <Choice key={kind}>
          <input type="radio" name="remedy" checked={remedy === kind} onChange={() => onChange(kind)} />
          {names[kind]}
        </Choice>
      ))}
      {remedy === 'make-up' && (
        <TextField
          label="Date of the make-up session"
          type="date"
          required
          error={dateIssueOf(error)}
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
