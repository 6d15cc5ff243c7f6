import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { coachAdminRoutes } from '#shared/accounts/admin-routes';
import type { Coach } from '#shared/accounts/coaches';
import { formatLongDate } from '#shared/lib/format';
import type { UserId } from '#shared/lib/ids';
import type { SessionKey } from '#shared/sessions/admin-routes';
import { CheckBox } from '../../../components/choices.tsx';
import { LoadFailure, Skeleton } from '../../../components/loading.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { ChangeButtons, DialogOf, type DialogProps } from '../dialogs.tsx';
import { coachesQuery } from '../queries.ts';
import { useChange } from '../use-change.ts';

/** Names who stands in at one session, beside the coaches of the class (COA-02). */
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

const CoverForm = ({
  session: { class_id, slot_id, date },
  coaches,
  named,
  onClose,
}: FormProps & { readonly coaches: readonly Coach[]; readonly named: readonly UserId[] }) => {
  const [chosen, setChosen] = useState(named);
  const saving = useChange({
    send: (coach_ids: readonly UserId[]) =>
      callRoute(coachAdminRoutes.setCover, {
        params: { classId: class_id },
        body: { slot_id, date, coach_ids: [...coach_ids] },
      }),
    failure: 'Failed to save the cover',
    done: 'Cover saved',
    onDone: onClose,
  });
  const toggle = (id: UserId): void =>
    setChosen(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  return (
    <Stack gap="4">
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
      </Stack>
      <ChangeButtons
        change={saving}
        action={['Save Cover', 'Saving...']}
        onClose={onClose}
        onPress={() => saving.submit(chosen)}
      />
    </Stack>
  );
};
