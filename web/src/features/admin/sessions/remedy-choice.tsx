import { Stack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import type { Remedy } from '#shared/schemas/session';
import { choiceStyles } from '../../../components/choice-styles.ts';
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
  /** Why the date was refused, by the form or by the API. */
  readonly dateError: string | undefined;
}

const names: Record<RemedyKind, string> = {
  'make-up': 'Make-up date',
  credit: 'Credit the value of the session',
  later: 'Decide later',
};

/** What was entered, in the shape of a request's body. */
export const enteredRemedy = (kind: RemedyKind, makeUpDate: string) =>
  kind === 'make-up' ? { kind, date: makeUpDate } : { kind };

/** What a schema says of a form, as far as its fields show it. */
interface FormIssues {
  readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];
}

/** Why the form, or otherwise the API, refused a field. */
export const fieldErrorOf = (
  name: 'note' | 'remedy.date',
  entered: FormIssues | undefined,
  failure: unknown,
): string | undefined => {
  const ofForm = entered?.issues.find(({ path }) => path.join('.') === name);
  const ofApi = failure instanceof ApiError ? failure.issues.find(({ field }) => field === name) : undefined;
  return (ofForm ?? ofApi)?.message;
};

/** What the families get for the session (CAN-03). */
export const RemedyChoice = ({
  kinds,
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
    '& input': choiceStyles,
  },
});
