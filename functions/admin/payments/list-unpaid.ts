import { sum } from '#shared/domain/lists/sum';
import type { BusinessDay } from '#shared/domain/time/business-time';
import type { UserId } from '#shared/schemas/ids';
import type { UnpaidCharge } from '#shared/schemas/payments';
import { centsSchema } from '#shared/schemas/values';
import { readActiveProfiles } from '../../data/families/read-profiles.ts';
import { dueOfLedger } from '../../data/ledger/due-plans.ts';
import { listLedgers } from '../../data/ledger/list-ledgers.ts';
import { describeBookings } from '../../data/views/booking-details.ts';
import { type FullLedger, readFullLedgers, settleLedger } from '../../data/views/full-ledger.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { unpaidFamilies } from '../../limits.ts';
import type { AdminDeps } from '../deps.ts';

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
