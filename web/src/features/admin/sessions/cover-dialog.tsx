import { useQuery } from '@tanstack/react-query';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import { coachAdminRoutes } from '#shared/accounts/admin-routes';
import type { Coach } from '#shared/accounts/coaches';
import { formatLongDate } from '#shared/lib/format';
import type { UserId } from '#shared/lib/ids';
import type { SessionKey } from '#shared/sessions/admin-routes';
import { coverChoiceSchema } from '#shared/sessions/calendar-rules';
import { CheckBox } from '../../../components/choices.tsx';
import type { EditedFields } from '../../../components/edited-form.tsx';
import { LoadFailure } from '../../../components/loading.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { DialogOf, type DialogProps } from '../dialogs.tsx';
import { EditForm } from '../form-dialogs.tsx';
import { coachesQuery } from '../queries.ts';

export const CoverDialog = (dialog: DialogProps<SessionKey>) => (
  <DialogOf {...dialog} title={({ date }) => `Cover on ${formatLongDate(date)}`}>
    {(session) => <LoadedForm session={session} onClose={dialog.onClose} />}
  </DialogOf>
);

interface FormProps {
  readonly session: SessionKey;
  readonly onClose: () => void;
}

const LoadedForm = ({ session, onClose }: FormProps) => {
  const coaches = useQuery(coachesQuery);
  const covers = useQuery(
    routeQuery(
      coachAdminRoutes.listCovers,
      { params: { classId: session.class_id } },
      'Failed to load the cover',
    ),
  );
  if (coaches.isError || covers.isError)
    return <LoadFailure onRetry={() => void Promise.all([coaches.refetch(), covers.refetch()])} />;
  if (!coaches.data || !covers.data) return <Skeleton height="32" />;
  const named = covers.data.covers.find(
    ({ slot_id, date }) => slot_id === session.slot_id && date === session.date,
  );
  return (
    <CoverForm
      session={session}
      coaches={coaches.data.coaches}
      named={named?.coach_ids ?? []}
      onClose={onClose}
    />
  );
};

interface Named {
  readonly coach_ids: readonly UserId[];
}

type CoverInput = z.input<typeof coverChoiceSchema>;

const inputOf = ({ coach_ids }: Named): CoverInput => ({ coach_ids: [...coach_ids] });

const fieldsOf = (coaches: readonly Coach[]): EditedFields<Named, CoverInput> => ({
  coach_ids: {
    label: 'Who stands in',
    text: (ids) =>
      ids.map((id) => coaches.find((coach) => coach.id === id)?.full_name ?? 'a former coach').join(', ') ||
      'nobody',
  },
});

const CoverForm = ({
  session,
  coaches,
  named,
  onClose,
}: FormProps & { readonly coaches: readonly Coach[]; readonly named: readonly UserId[] }) => (
  <EditForm
    of={session}
    schema={() => coverChoiceSchema}
    stored={() => ({ coach_ids: named })}
    toInput={inputOf}
    fields={fieldsOf(coaches)}
    send={({ class_id, slot_id, date }, body) =>
      callRoute(coachAdminRoutes.setCover, {
        params: { classId: class_id },
        body: { slot_id, date, ...body },
      })
    }
    failure="Failed to save the cover"
    done="Cover saved"
    action={['Save Cover', 'Saving...']}
    onClose={onClose}
  >
    {(_field, _session, form) => <CoachBoxes form={form} coaches={coaches} />}
  </EditForm>
);

interface CoachBoxesProps {
  readonly form: UseFormReturn<CoverInput, unknown, z.output<typeof coverChoiceSchema>>;
  readonly coaches: readonly Coach[];
}

const CoachBoxes = ({ form, coaches }: CoachBoxesProps) => {
  const chosen = useWatch({ control: form.control, name: 'coach_ids' });
  const toggle = (id: UserId): void =>
    form.setValue(
      'coach_ids',
      chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id],
      { shouldDirty: true, shouldValidate: form.formState.isSubmitted },
    );
  const error = form.formState.errors.coach_ids?.message;
  return (
    <>
      <Text color="fg.muted">
        They see and mark this session only. The coaches of the class keep seeing it.
      </Text>
      <Stack gap="1">
        {coaches.map(({ id, full_name }) => (
          <CheckBox key={id} checked={chosen.includes(id)} onChange={() => toggle(id)}>
            {full_name}
          </CheckBox>
        ))}
        {coaches.length === 0 && <Text>No account is a coach yet. Add one under Coaches.</Text>}
        {error && (
          <Text role="alert" color="danger.fg">
            {error}
          </Text>
        )}
      </Stack>
    </>
  );
};
