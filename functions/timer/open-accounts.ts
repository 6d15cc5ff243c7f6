import { noteDone, wasDone } from '../data/due/one-time-work.ts';
import { listAllProfiles } from '../data/families/list-profiles.ts';
import { openAccount } from '../data/families/open-account.ts';
import { readLedgers } from '../data/ledger/family-ledger.ts';
import { giveReference } from '../data/ledger/references.ts';
import { log } from '../log.ts';
import type { TimedDeps } from '../timed-deps.ts';

/**
 * Makes the accounts of the families that were stored before families had one, once, so that the school's sums have all
 * families (PAY-13). After an interruption, the next run makes the accounts that are missing. One read once all are made.
 * @throws ContentionError where contention on an account persisted
 */
export const openMissingAccounts = async ({ table }: TimedDeps): Promise<void> => {
  if (await wasDone(table, 'open-accounts')) return;
  const families = await listAllProfiles(table);
  const accountOf = await readLedgers(
    table,
    families.map(({ id }) => id),
  );
  const missing = families.filter(({ id }) => !accountOf(id));
  for (const { id } of missing) {
    await openAccount(table, id);
    await giveReference(table, id);
  }
  if (missing.length > 0) log.info('accounts.opened', { count: missing.length });
  await noteDone(table, 'open-accounts');
};
