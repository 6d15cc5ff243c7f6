import type { UserId } from '#shared/schemas/ids';
import { ContentionError } from '../../contention-error.ts';
import { listBookingsOfParent } from '../bookings/bookings.ts';
import { profileKey } from '../dynamo/keys/families.ts';
import { sendTransaction } from '../dynamo/send-transaction.ts';
import { familyLedgerPut } from '../ledger/family-ledger.ts';
import type { Table } from '../table.ts';
import { profileIsActive } from './profile-is-active.ts';

/**
 * Makes the account of a family that was stored before families had one, with the bookings it has made. Nothing is stored
 * where there is an account, or the family is being deleted: the condition on the profile keeps a deleted family from
 * getting an account again.
 * @throws ContentionError where contention on the profile persisted
 */
export const openAccount = async (table: Table, parentId: UserId): Promise<void> => {
  const bookings = await listBookingsOfParent(table, parentId);
  const { outcome } = await sendTransaction(table, [
    familyLedgerPut(table, parentId, bookings),
    {
      ConditionCheck: {
        TableName: table.name,
        Key: profileKey(parentId),
        ConditionExpression: profileIsActive,
      },
    },
  ]);
  if (outcome === 'busy') throw new ContentionError('Contention on a profile persisted');
};
