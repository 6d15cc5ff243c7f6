import { sendTransaction } from '#functions/data/dynamo/send-transaction';
import { familyPuts } from '#functions/data/families/families';
import { isReferenceTaken } from '#functions/data/ledger/references';
import { registrationPut } from '#functions/data/registrations/registrations';
import type { Table } from '#functions/data/table';
import type { Family } from '#shared/schemas/profile';

/**
 * Stores a profile with its children and its email address, all or nothing, without a sign-up: for sample data and tests.
 * @throws Error when the profile exists, the address is another account's, or contention persisted
 */
export const putFamily = async (table: Table, family: Family): Promise<void> => {
  const { email, id: userId } = family.profile;
  const writes = [registrationPut(table, { email, userId, attempt: userId }), ...familyPuts(table, family)];
  const result = await sendTransaction(table, writes);
  if (result.outcome === 'done') return;
  if (result.outcome === 'refused' && isReferenceTaken(writes, result.refusals))
    await putFamily(table, family);
  else throw new Error(`The family could not be stored: ${result.outcome}`);
};
