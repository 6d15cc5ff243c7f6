import { balanceOf } from '#shared/domain/ledger/account';
import { ascending } from '#shared/domain/lists/ascending';
import { searchFor } from '#shared/domain/text/search-text';
import { toCalendarDate } from '#shared/domain/time/business-time';
import type { OpenBalance, SearchOpenBalances } from '#shared/schemas/payments';
import { centsSchema } from '#shared/schemas/values';
import { listAllProfiles } from '../../data/families/list-profiles.ts';
import { readActiveProfiles } from '../../data/families/read-profiles.ts';
import { type AccountOf, listAccounts } from '../../data/ledger/list-accounts.ts';
import { moneyFigures } from '../../data/ledger/money-figures.ts';
import type { Table } from '../../data/table.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import type { AdminDeps } from '../deps.ts';

const orders: Readonly<Record<SearchOpenBalances['sort'], (one: AccountOf, other: AccountOf) => number>> = {
  largest: (one, other) => balanceOf(other) - balanceOf(one),
  oldest: (one, other) => ascending(one.open_since ?? '', other.open_since ?? ''),
};

/** Those found by name, email, phone or reference. */
const findAccounts = async (
  table: Table,
  accounts: readonly AccountOf[],
  query: string,
): Promise<readonly AccountOf[]> => {
  const matches = searchFor(query);
  const found = new Set(
    (await listAllProfiles(table))
      .filter(({ full_name, email, phone_number }) => [full_name, email, phone_number].some(matches))
      .map(({ id }) => id),
  );
  return accounts.filter(({ parent_id, reference }) => found.has(parent_id) || matches(reference ?? ''));
};

/** The rows of a page. A family that is deleted at this moment is left out. */
const describe = async (
  table: Table,
  accounts: readonly AccountOf[],
  timeZone: string,
): Promise<OpenBalance[]> => {
  const profileOf = await readActiveProfiles(
    table,
    accounts.map(({ parent_id }) => parent_id),
  );
  return accounts.flatMap((account): OpenBalance[] => {
    const { parent_id, reference = null, open_since, reminded_at = null, do_not_remind } = account;
    const profile = profileOf(parent_id);
    if (!profile) return [];
    const { full_name, email, phone_number } = profile;
    return [
      {
        ...{ parent_id, full_name, email, phone_number, reference, reminded_at, do_not_remind },
        balance: centsSchema.parse(balanceOf(account)),
        open_since: open_since ? toCalendarDate(new Date(open_since), timeZone) : null,
      },
    ];
  });
};

/**
 * The school's figures and the families with an open balance, page by page (PAY-07). Reads every account and no booking; a
 * search reads the profiles too.
 */
export const searchOpenBalances: Operation<'searchOpenBalances', AdminDeps> = async (
  { body: { query, sort, cursor, limit } },
  { table, timeZone },
) => {
  const accounts = await listAccounts(table);
  const open = accounts.filter((account) => !account.closing && balanceOf(account) > 0);
  const found = query === '' ? open : await findAccounts(table, open, query);
  const from = Number(cursor ?? 0);
  const until = from + limit;
  return {
    figures: moneyFigures(accounts),
    families: await describe(table, found.toSorted(orders[sort]).slice(from, until), timeZone),
    total: found.length,
    next_cursor: until < found.length ? String(until) : null,
  };
};
