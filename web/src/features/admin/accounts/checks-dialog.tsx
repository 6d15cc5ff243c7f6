import * as z from 'zod/mini';
import { coachAdminRoutes } from '#shared/accounts/admin-routes';
import {
  type Coach,
  type CoachCheck,
  type CoachChecks,
  coachCheckNames,
  coachChecks,
  coachChecksSchema,
} from '#shared/accounts/coaches';
import { formatDate } from '#shared/lib/format';
import { policies } from '#shared/policies';
import type { EditedFields } from '../../../components/edited-form.tsx';
import { TextField } from '../../../components/fields.tsx';
import { SimpleGrid } from '../../../components/ui/simple-grid.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import type { DialogProps } from '../dialogs.tsx';
import { EditDialog } from '../form-dialogs.tsx';

interface CheckValues {
  readonly until: string;
  readonly note: string;
}

const valuesOf = (check: CoachCheck | null): CheckValues => ({
  until: check?.until ?? '',
  note: check?.note ?? '',
});

const enteredOf = ({ until, note }: CheckValues): unknown =>
  until === '' && note.trim() === '' ? null : { until, note };

const formSchema = z.pipe(
  z.transform(({ background_check, first_aid }: Record<keyof CoachChecks, CheckValues>): unknown => ({
    background_check: enteredOf(background_check),
    first_aid: enteredOf(first_aid),
  })),
  coachChecksSchema,
);

type CheckInput = Record<keyof CoachChecks, CheckValues>;

const inputOf = ({ background_check, first_aid }: CoachChecks): CheckInput => ({
  background_check: valuesOf(background_check),
  first_aid: valuesOf(first_aid),
});

const checkText = (check: CoachCheck | null): string =>
  check ? `until ${formatDate(check.until)}, ${check.note}` : 'none';

const fields: EditedFields<CoachChecks, CheckInput> = {
  background_check: { label: coachCheckNames.background_check, text: checkText },
  first_aid: { label: coachCheckNames.first_aid, text: checkText },
};

export const ChecksDialog = (dialog: DialogProps<Coach>) => (
  <EditDialog
    {...dialog}
    title={({ full_name }) => `Checks of ${full_name}`}
    width="36rem"
    label="Checks"
    schema={() => formSchema}
    stored={({ checks }) => checks}
    toInput={inputOf}
    fields={fields}
    send={({ id }, body) => callRoute(coachAdminRoutes.setCoachChecks, { params: { userId: id }, body })}
    failure="Failed to save the checks"
    done="Checks saved"
    action={['Save Checks', 'Saving...']}
  >
    {(field) => (
      <>
        <Text color="fg.muted">
          Enter what you have seen. No document is stored. The dashboard names a check{' '}
          {policies.coaches.checkNoticeDays} days before it ends.
        </Text>
        {coachChecks.map((check) => (
          <SimpleGrid key={check} columns={{ base: 1, sm: 2 }} gap="4">
            <TextField
              label={`${coachCheckNames[check]} valid until`}
              type="date"
              {...field(`${check}.until`)}
            />
            <TextField
              label={`${coachCheckNames[check]}: what you saw`}
              autoComplete="off"
              hint="Such as “Certificate 12345, original seen”"
              {...field(`${check}.note`)}
            />
          </SimpleGrid>
        ))}
      </>
    )}
  </EditDialog>
);
