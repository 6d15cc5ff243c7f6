import type { Invitation, InvitationId } from '#shared/accounts/coaches';
import { css } from '#styled-system/css';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { HStack, Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { serverNow } from '../../../lib/time/server-clock.ts';
import { businessDate } from '../../../lib/time/today.ts';
import { showToast } from '../../../lib/toasts/toasts.ts';
import { EmailText } from '../cells.tsx';
import { WrappingRow } from '../notices.tsx';
import { everyRead } from '../queries.ts';
import { useChange } from '../use-change.ts';
import { useFreshSubmission } from './use-fresh-submission.tsx';

interface InvitationsProps {
  readonly invitations: readonly Invitation[];
  readonly invite: (body: { email: string }) => Promise<object>;
  readonly withdraw: (params: { invitationId: InvitationId }) => Promise<unknown>;
}

export const Invitations = ({ invitations, ...routes }: InvitationsProps) =>
  invitations.length > 0 && (
    <Card.Root as="section" aria-labelledby="invitations">
      <Card.Body gap="2">
        <Card.Title id="invitations">Invited</Card.Title>
        <ul className={css({ listStyleType: 'none' })}>
          {invitations.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} {...routes} />
          ))}
        </ul>
      </Card.Body>
    </Card.Root>
  );

interface RowProps extends Omit<InvitationsProps, 'invitations'> {
  readonly invitation: Invitation;
}

const InvitationRow = ({ invitation: { id, email, valid_until }, invite, withdraw }: RowProps) => {
  const again = useFreshSubmission({
    send: invite,
    failure: 'Failed to invite again',
    changes: everyRead,
    onDone: () =>
      showToast({ type: 'success', title: 'Invited again', description: 'The link before ended.' }),
  });
  const withdrawal = useChange({
    send: () => withdraw({ invitationId: id }),
    failure: 'Failed to withdraw the invitation',
    done: 'Invitation withdrawn',
  });
  const isOver = valid_until <= serverNow().toISOString();
  return (
    <WrappingRow>
      <Stack gap="0" flex="[1 1 14rem]">
        <EmailText email={email} />
        <Text color="fg.muted">{isOver ? 'Expired' : `Valid until ${businessDate(valid_until)}`}</Text>
      </Stack>
      <HStack gap="2" wrap="wrap">
        <Button
          type="button"
          variant="outline"
          size="sm"
          aria-label={`Invite ${email} again`}
          disabled={again.isPending}
          onClick={() => again.submit({ email })}
        >
          Invite again
        </Button>
        <Button
          type="button"
          variant="outline"
          size="sm"
          aria-label={`Withdraw the invitation of ${email}`}
          disabled={withdrawal.isPending}
          onClick={() => withdrawal.submit(undefined)}
        >
          Withdraw
        </Button>
      </HStack>
      {again.dialog}
    </WrappingRow>
  );
};
