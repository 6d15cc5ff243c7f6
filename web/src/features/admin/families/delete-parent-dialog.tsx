import { useQuery } from '@tanstack/react-query';
import { type ManagedFamily, parentRoutes } from '#shared/families/admin-routes';
import { paymentRoutes } from '#shared/ledger/admin-routes';
import { balanceLabel } from '#shared/ledger/ledger-lines';
import { counted } from '#shared/lib/text';
import { policies } from '#shared/policies';
import { Details } from '../../../components/modal.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { ConfirmChange, type DialogProps } from '../dialogs.tsx';
import { everyReadBut } from '../queries.ts';

interface DeleteParentDialogProps extends DialogProps<ManagedFamily> {
  readonly bookings: number;
}

const changes = everyReadBut(parentRoutes.getParent, paymentRoutes.getParentLedger);

const childrenText = (count: number | undefined): string => {
  if (count === undefined) return 'the children with their medical notes';
  return count === 0 ? 'no children' : `${counted(count, 'child', 'children')} with medical notes`;
};

/** Asks after the children and the balance are read (ADM-52, ADM-56, END-12). */
export const DeleteParentDialog = ({ bookings, ...dialog }: DeleteParentDialogProps) => {
  const { of: parent } = dialog;
  const params = { parentId: parent?.id ?? '' };
  const enabled = parent?.deleting === false;
  const details = useQuery({
    ...routeQuery(parentRoutes.getParent, { params }, 'Failed to load parent details'),
    enabled,
  });
  const account = useQuery({
    ...routeQuery(paymentRoutes.getParentLedger, { params }, 'Failed to load the account'),
    enabled,
  });
  const balance = account.data
    ? `Balance: ${balanceLabel(account.data)}.`
    : account.isFetching && 'Looking up the balance...';
  return (
    <ConfirmChange
      {...dialog}
      title={({ full_name }) => `Delete the account of ${full_name}?`}
      action={['Delete Account', 'Deleting...']}
      isLoading={details.isFetching || account.isFetching}
      send={({ id: parentId }, keyOf) =>
        callRoute(parentRoutes.deleteParent, { params: { parentId }, idempotencyKey: keyOf({ parentId }) })
      }
      failure="Failed to delete parent account"
      done="Parent account deleted successfully"
      changes={changes}
    >
      {() => (
        <>
          <Text>
            The login, the details and {childrenText(details.data?.children.length)} will be deleted. This
            cannot be undone.
          </Text>
          <Text fontWeight="bold">
            {bookings === 0
              ? 'There are no bookings.'
              : `${counted(bookings, 'booking goes', 'bookings go')} with it. Others can book the places at once.`}
          </Text>
          <Text>
            {bookings > 0 && 'Bookings end by their terms. '}
            {balance} Amounts stay in the books without the name for {policies.money.retentionYears} years.
          </Text>
          {bookings > 0 && (
            <Details>
              <Text>To give back single places and keep the account, delete its bookings instead.</Text>
            </Details>
          )}
        </>
      )}
    </ConfirmChange>
  );
};
