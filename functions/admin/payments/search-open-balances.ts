import { balanceOf } from '#shared/domain/ledger/balance';
import { ascending } from '#shared/domain/lists/ascending';
import { searchFor } from '#shared/domain/text/search-text';
import { toCalendarDate } from '#shared/domain/time/business-time';
import type { OpenBalance, SearchOpenBalances } from '#shared/schemas/payments';
import { centsSchema } from '#shared/schemas/values';
import { listAllProfiles } from '../../data/families/list-profiles.ts';
import { readActiveProfiles } from '../../data/families/read-profiles.ts';
import { type LedgerOf, listLedgers } from '../../data/ledger/list-ledgers.ts';
import { moneyFigures } from '../../data/ledger/money-figures.ts';
import type { Table } from '../../data/table.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import type { AdminDeps } from '../deps.ts';

const orders: Readonly<Record<SearchOpenBalances['sort'], (one: LedgerOf, other: LedgerOf) => number>> = {
  largest: (one, other) => balanceOf(other) - balanceOf(one),
  oldest: (one, other) => ascending(one.open_since ?? '', other.open_since ?? ''),
};

/** Those found by name, email, phone or reference. */
const findAccounts = async (
  table: Table,
  ledgers: readonly LedgerOf[],
  query: string,
): Promise<readonly LedgerOf[]> => {
  const matches = searchFor(query);
  const found = new Set(
    (await listAllProfiles(table))
      .filter(({ full_name, email, phone_number }) => [full_name, email, phone_number].some(matches))
      .map(({ id }) => id),
  );
  return ledgers.filter(({ parent_id, reference }) => found.has(parent_id) || matches(reference ?? ''));
};

/** The rows of a page. A family that is deleted at this moment is left out. */
const describe = async (
  table: Table,
  ledgers: readonly LedgerOf[],
  timeZone: string,
): Promise<OpenBalance[]> => {
  const profileOf = await readActiveProfiles(
    table,
    ledgers.map(({ parent_id }) => parent_id),
  );
  return ledgers.flatMap((ledger): OpenBalance[] => {
    const { parent_id, reference = null, open_since, reminded_at = null, do_not_remind } = ledger;
    const profile = profileOf(parent_id);
    if (!profile) return [];
    const { full_name, email, phone_number } = profile;
    return [
      {
        ...{ parent_id, full_name, email, phone_number, reference, reminded_at, do_not_remind },
        balance: centsSchema.parse(balanceOf(ledger)),
        open_since: open_since ? toCalendarDate(new Date(open_since), timeZone) : null,
      },
    ];
  });
};

/**
 * The school's figures and the families with an open balance, page by page (PAY-07). Reads every ledger and no booking; a
 * search reads the profiles too.
 */
export const searchOpenBalances: Operation<'searchOpenBalances', AdminDeps> = async (
  { body: { query, sort, cursor, limit } },
  { table, timeZone },
) => {
  const ledgers = await listLedgers(table);
  const open = ledgers.filter((ledger) => !ledger.closing && balanceOf(ledger) > 0);
  const found = query === '' ? open : await findAccounts(table, open, query);
  const from = Number(cursor ?? 0);
  const until = from + limit;
  return {
    figures: moneyFigures(ledgers),
    families: await describe(table, found.toSorted(orders[sort]).slice(from, until), timeZone),
    total: found.length,
    next_cursor: until < found.length ? String(until) : null,
  };
};
