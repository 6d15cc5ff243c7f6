import { cardRetentionOn } from '#shared/domain/children/retention';
import { agreedDates } from '#shared/domain/sessions/booked-sessions';
import { toCalendarDate } from '#shared/domain/time/business-time';
import type { Child } from '#shared/schemas/child';
import type { UserId } from '#shared/schemas/ids';
import type { CalendarDate } from '#shared/schemas/values';
import { listBookingsOfParent } from '../bookings/bookings.ts';
import { listEndedBookings } from '../bookings/ended-bookings.ts';
import { chunk } from '../dynamo/chunk.ts';
import { getFamily } from '../families/families.ts';
import { listAllProfiles } from '../families/list-profiles.ts';
import type { Table } from '../table.ts';

/** Children whose notes and contacts are not used any more. */
export interface UnusedCards {
  /** Their families are to be asked. */
  readonly ask: readonly Child[];
  /** Their families were asked long enough ago. */
  readonly erase: readonly Child[];
}

const familiesAtOnce = 10;

/** What becomes of the cards of one family. Three Queries, of a family without notes and contacts one. */
const decideCards = async (table: Table, parentId: UserId, today: CalendarDate, timeZone: string) => {
  const children = (await getFamily(table, parentId))?.children ?? [];
  const isUsed = ({ medical_conditions, contacts }: Child) =>
    medical_conditions !== null || contacts.length > 0;
  if (!children.some(isUsed)) return [];
  const [live, ended] = await Promise.all([
    listBookingsOfParent(table, parentId),
    listEndedBookings(table, parentId),
  ]);
  return children.map((child) => {
    const own = ({ child_id }: { readonly child_id: string }) => child_id === child.id;
    const bookedOn = [
      ...live
        .filter(own)
        .flatMap((booking) => [
          ...agreedDates(booking),
          toCalendarDate(new Date(booking.created_at), timeZone),
        ]),
      ...ended.filter(own).map((record) => toCalendarDate(new Date(record.ended.at), timeZone)),
    ];
    return { child, decision: cardRetentionOn(child, bookedOn, today, timeZone) };
  });
};

/** The cards of all families that are not used any more on a day (SEE-03). */
export const listUnusedCards = async (
  table: Table,
  today: CalendarDate,
  timeZone: string,
): Promise<UnusedCards> => {
  const decided: Awaited<ReturnType<typeof decideCards>> = [];
  for (const families of chunk(await listAllProfiles(table), familiesAtOnce)) {
    const read = await Promise.all(families.map(({ id }) => decideCards(table, id, today, timeZone)));
    decided.push(...read.flat());
  }
  const decidedAs = (wanted: string) =>
    decided.filter(({ decision }) => decision === wanted).map(({ child }) => child);
  return { ask: decidedAs('ask'), erase: decidedAs('erase') };
};
