import type { DueBalance } from '#shared/domain/ledger/due-balance';
import { ascending } from '#shared/domain/lists/ascending';
import { sum } from '#shared/domain/lists/sum';
import { searchFor } from '#shared/domain/text/search-text';
import { type BusinessDay, businessMoment, toCalendarDate } from '#shared/domain/time/business-time';
import type { UserId } from '#shared/schemas/ids';
import type { OpenBalance, SearchOpenBalances, UnpaidCharge } from '#shared/schemas/payments';
import { type CalendarDate, calendarDateSchema, centsSchema } from '#shared/schemas/values';
import { listAllProfiles } from '../../data/families/list-profiles.ts';
import { readActiveProfiles } from '../../data/families/read-profiles.ts';
import { describeBookings } from '../../data/joins/booking-details.ts';
import { type FullLedger, readFullLedgers, settleLedger } from '../../data/joins/full-ledger.ts';
import { dueOfLedger } from '../../data/ledger/due-plans.ts';
import { type LedgerOf, listLedgers } from '../../data/ledger/list-ledgers.ts';
import { moneyFigures } from '../../data/ledger/money-figures.ts';
import type { Table } from '../../data/table.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { unpaidFamilies } from '../../limits.ts';
import type { AdminDeps } from '../deps.ts';

/** The figures of all ledgers. Apart from the dashboard's others, which do not wait for it (PAY-09). */
export const getMoneyFigures: Operation<'getMoneyFigures', AdminDeps> = async (
  _request,
  { table, clock, timeZone },
) => moneyFigures(await listLedgers(table), businessMoment(clock(), timeZone).today);

/** A ledger of which something is due. */
interface DueLedger extends LedgerOf {
  readonly dues: DueBalance;
}

const orders: Readonly<Record<SearchOpenBalances['sort'], (one: DueLedger, other: DueLedger) => number>> = {
  largest: (one, other) => other.dues.due - one.dues.due,
  oldest: (one, other) => ascending(one.open_since ?? '', other.open_since ?? ''),
};

/** Those found by name, email, phone or reference. */
const findAccounts = async (
  table: Table,
  ledgers: readonly DueLedger[],
  query: string,
): Promise<readonly DueLedger[]> => {
  const matches = searchFor(query);
  const found = new Set(
    (await listAllProfiles(table))
      .filter(({ full_name, email, phone_number }) => [full_name, email, phone_number].some(matches))
      .map(({ id }) => id),
  );
  return ledgers.filter(
    ({ parent_id, reference, second_reference }) =>
      found.has(parent_id) || [reference, second_reference].some((text) => matches(text ?? '')),
  );
};

/** The day since when a family owes, as its ledger keeps it, today at the latest. */
const openSinceDay = (since: string, { today, timeZone }: BusinessDay): CalendarDate => {
  const date = calendarDateSchema.safeParse(since);
  const day = date.success ? date.data : toCalendarDate(new Date(since), timeZone);
  return day < today ? day : today;
};

/** The rows of a page. A family that is deleted at this moment is left out. */
const describe = async (
  table: Table,
  ledgers: readonly DueLedger[],
  moment: BusinessDay,
): Promise<OpenBalance[]> => {
  const profileOf = await readActiveProfiles(
    table,
    ledgers.map(({ parent_id }) => parent_id),
  );
  return ledgers.flatMap((ledger): OpenBalance[] => {
    const { parent_id, reference = null, open_since, reminded_at = null, do_not_remind, dues } = ledger;
    const profile = profileOf(parent_id);
    if (!profile) return [];
    const { full_name, email, phone_number } = profile;
    return [
      {
        ...{ parent_id, full_name, email, phone_number, reference, reminded_at, do_not_remind },
        due: dues.due,
        later: centsSchema.parse(sum(dues.later.map(({ amount }) => amount))),
        next_due: dues.later[0]?.date ?? null,
        open_since: open_since ? openSinceDay(open_since, moment) : null,
      },
    ];
  });
};

/**
 * The school's figures and the families who owe something that is due, page by page (PAY-07, DUE-01). Reads every ledger and no booking; a
 * search reads the profiles too.
 */
export const searchOpenBalances: Operation<'searchOpenBalances', AdminDeps> = async (
  { body: { query, sort, cursor, limit } },
  { table, clock, timeZone },
) => {
  const ledgers = await listLedgers(table);
  const moment = businessMoment(clock(), timeZone);
  const open = ledgers
    .map((ledger) => ({ ...ledger, dues: dueOfLedger(ledger, moment.today) }))
    .filter(({ closing, dues }) => !closing && dues.due > 0);
  const found = query === '' ? open : await findAccounts(table, open, query);
  const from = Number(cursor ?? 0);
  const until = from + limit;
  return {
    figures: moneyFigures(ledgers, moment.today),
    families: await describe(table, found.toSorted(orders[sort]).slice(from, until), moment),
    total: found.length,
    next_cursor: until < found.length ? String(until) : null,
  };
};

/** The charges of a family of which something is due on a day, without the family. */
const unpaidOf = (parent_id: UserId, ledger: FullLedger, day: BusinessDay) => {
  const [live, ended] = [new Map(ledger.bookings.map((booking) => [booking.id, booking])), ledger.ended];
  return settleLedger(ledger, day).charges.flatMap(({ booking_id, status, rest, later = [], openFrom }) => {
    if (status !== 'open' || !openFrom) return [];
    const booking = live.get(booking_id);
    const child_name = (booking ?? ended.find(({ id }) => id === booking_id))?.child_name ?? '';
    const due = centsSchema.parse(rest - sum(later.map(({ amount }) => amount)));
    return [{ parent_id, booking_id, booking, child_name, due, since: openFrom }];
  });
};

/**
 * What is not paid by a day: the charges of the families who owe something then, with the children and places behind them, the
 * families in the order of their ids (DUE-02). Which families owe is known from their ledgers; three Queries for each family
 * of the page.
 */
export const listUnpaid: Operation<'listUnpaid', AdminDeps> = async (
  { body: { by, cursor } },
  { table, timeZone },
) => {
  const owing = (await listLedgers(table))
    .map((ledger) => ({ ledger, due: dueOfLedger(ledger, by).due }))
    .filter(({ ledger, due }) => !ledger.closing && due > 0);
  const from = Number(cursor ?? 0);
  const until = from + unpaidFamilies;
  const page = owing.slice(from, until).map(({ ledger }) => ledger);
  const families = page.map(({ parent_id }) => parent_id);
  const charges = (await readFullLedgers(table, families)).flatMap((full, index) => {
    const parentId = families[index];
    return parentId ? unpaidOf(parentId, full, { today: by, timeZone }) : [];
  });
  const [profileOf, places] = await Promise.all([
    readActiveProfiles(table, families),
    describeBookings(
      table,
      charges.flatMap(({ booking }) => booking ?? []),
    ),
  ]);
  const placeOf = new Map(places.map((place) => [place.id, place]));
  const ledgerOf = new Map(page.map((ledger) => [ledger.parent_id, ledger]));
  return {
    charges: charges.flatMap(({ booking: _, ...charge }): UnpaidCharge[] => {
      const [profile, ledger] = [profileOf(charge.parent_id), ledgerOf.get(charge.parent_id)];
      if (!profile || !ledger) return [];
      const { full_name, email, phone_number } = profile;
      const { reference = null, do_not_remind } = ledger;
      return [
        {
          ...charge,
          ...{ full_name, email, phone_number, reference, do_not_remind },
          place: placeOf.get(charge.booking_id) ?? null,
        },
      ];
    }),
    families: owing.length,
    due: centsSchema.parse(sum(owing.map(({ due }) => due))),
    next_cursor: until < owing.length ? String(until) : null,
  };
};
