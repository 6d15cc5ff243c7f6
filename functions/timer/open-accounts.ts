import { readAccounts } from '../data/accounts/family-account.ts';
import { giveReference } from '../data/accounts/references.ts';
import { noteDone, wasDone } from '../data/due/one-time-work.ts';
import { listAllProfiles } from '../data/families/list-profiles.ts';
import { openAccount } from '../data/families/open-account.ts';
import { log } from '../log.ts';
import type { TimerDeps } from './deps.ts';

/**
 * Makes the accounts of the families that were stored before families had one, once, so that the school's sums have all
 * families (PAY-13). Done again after an interruption, it finds the accounts that are left. One read where it was done.
 * @throws ContentionError where contention on an account persisted
 */
export const openMissingAccounts = async ({ table }: TimerDeps): Promise<void> => {
  if (await wasDone(table, 'open-accounts')) return;
  const families = await listAllProfiles(table);
  const accountOf = await readAccounts(
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
