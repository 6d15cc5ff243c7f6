import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { adminRoutes } from '#shared/contract/admin-routes';
import { registerWindowText } from '#shared/domain/registers/register-times';
import { limits } from '#shared/limits';
import { AreaScreen } from '../../../components/area-screen.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { EmailForm } from '../email-form.tsx';
import { Loaded } from '../loaded.tsx';
import { TableSkeleton } from '../tables/table-skeleton.tsx';
import { coachesQuery } from './coaches-query.ts';
import { CoachesTable } from './coaches-table.tsx';
import { Invitations } from './invitations.tsx';

/** The coaches, and the form that adds one (COA-01). */
export const CoachesScreen = () => {
  const coaches = useQuery(coachesQuery);
  // Deferred like the list.
  const isWaiting = useDeferredValue(coaches.isPending);
  return (
    <AreaScreen title="Coaches">
      <Text color="fg.muted">
        A coach sees the sessions that you assign, and marks who came. {registerWindowText} You choose the
        sessions in the form of a class, or as a cover on its page.
      </Text>
      <Loaded query={coaches} skeleton={<TableSkeleton />}>
        {(data) => (
          <>
            <CoachesTable coaches={data.coaches} />
            <Invitations invitations={data.invitations} />
          </>
        )}
      </Loaded>
      {/* Below a placeholder of another height it would move when the list has loaded. */}
      {!isWaiting && (
        <>
          <EmailForm
            title="Invite a Coach"
            hint={`Of anybody. They get a link for ${limits.invitationDays} days, where they set name, phone and password, or log in.`}
            action={['Send Invitation', 'Sending...']}
            send={(body) => callRoute(adminRoutes.inviteCoach, { body })}
            failure="Failed to invite the coach"
            done={({ email }) => ({ title: 'Invitation sent', description: `To ${email}.` })}
          />
          <EmailForm
            title="Add a Coach"
            hint="Of an account that has verified its email and logged in at least once. Its family stays as it is."
            action={['Add Coach', 'Adding...']}
            send={(body) => callRoute(adminRoutes.grantCoach, { body })}
            failure="Failed to add the coach"
            done={({ full_name }) => ({ title: 'Coach added', description: `${full_name} is a coach now.` })}
          />
        </>
      )}
    </AreaScreen>
  );
};
