import * as z from 'zod/mini';
import { agreedDates } from '#shared/booking/booked-sessions';
import { cardRetentionOn } from '#shared/families/card';
import { type CardView, type Child, viewedSessionSchema } from '#shared/families/family';
import { toCalendarDate } from '#shared/lib/business-time';
import { addDays } from '#shared/lib/calendar';
import { type ChildId, childIdSchema, type FamilyId, type SlotId, userIdSchema } from '#shared/lib/ids';
import { ascending } from '#shared/lib/text';
import { type CalendarDate, calendarDateSchema } from '#shared/lib/values';
import { retainedRecordDays } from '#shared/policies';
import { roles } from '#shared/roles';
import { readProfileNames } from '../accounts/accounts.ts';
import { familyPosition, listFamilies } from '../accounts/stored-families.ts';
import { listBookingsOfParent, type StoredBooking } from '../booking/bookings.ts';
import { listEndedBookings } from '../booking/ended-bookings.ts';
import { getFamily } from '../families/families.ts';
import { ContentionError } from '../lib/contention.ts';
import { deleteWrite, updateWrite } from '../lib/dynamo/expressions.ts';
import {
  attributesOf,
  entityAttribute,
  itemParser,
  keyOfItem,
  tableSchema,
  toEpochSeconds,
} from '../lib/dynamo/items.ts';
import { viewKey, viewsPartition } from '../lib/dynamo/keys-of-people.ts';
import { inPartition, queryAll, queryAs } from '../lib/dynamo/reads.ts';
import { deleteItem, sendTransaction, updateItem } from '../lib/dynamo/writes.ts';
import { childIdAfterJoin, type FamilyJoin } from '../lib/family-join.ts';
import type { Table } from '../lib/table.ts';

export const storedViewSchema = z.object({
  viewer_id: userIdSchema,
  role: z.enum(roles),
  day: calendarDateSchema,
  /** Absent where all were erased at once: DynamoDB has no empty set. */
  child_ids: z._default(z.set(childIdSchema), new Set()),
  session: z.nullable(viewedSessionSchema),
});
type StoredView = z.infer<typeof storedViewSchema>;

/** Ids alone (SEE-01). Later views of a person, session and day add children to one item. One write. */
export const recordView = async (
  table: Table,
  of: SlotId | FamilyId,
  { viewer_id, role, day, child_ids, session }: StoredView,
): Promise<void> => {
  if (child_ids.size === 0) return;
  await updateItem(table, viewKey(of, day, viewer_id, session?.date ?? null), {
    set: {
      [entityAttribute]: 'card-view',
      viewer_id,
      role,
      day,
      session,
      [tableSchema.timeToLiveAttribute]: toEpochSeconds(new Date(addDays(day, retainedRecordDays))),
    },
    add: { child_ids },
  });
};

const listViews = (table: Table, of: SlotId | FamilyId, today: CalendarDate): Promise<StoredView[]> =>
  queryAs(
    table,
    itemParser(storedViewSchema),
    inPartition(viewsPartition(of), { from: addDays(today, -retainedRecordDays) }),
  );

/** Removes children from views, and deletes views of nobody else. One Query, and one write for each such view. */
export const removeFromViews = async (
  table: Table,
  of: SlotId | FamilyId,
  isGone: (child: ChildId) => boolean,
): Promise<void> => {
  for (const item of await queryAll(table, inPartition(viewsPartition(of)))) {
    const { child_ids } = itemParser(storedViewSchema)(item);
    const gone = new Set([...child_ids].filter(isGone));
    if (gone.size === 0) continue;
    if (gone.size === child_ids.size) {
      const { outcome } = await deleteItem(table, keyOfItem(item), { if: { child_ids: gone } });
      if (outcome === 'done') continue;
    }
    // Other children are in it, or were added since the read.
    await updateItem(table, keyOfItem(item), { take: { child_ids: gone } });
  }
};

/** In views of slots the children of both families. Idempotent. @param slots in which these have or had places */
export const joinViews = async (table: Table, join: FamilyJoin, slots: Iterable<SlotId>): Promise<void> => {
  const after = (children: Iterable<ChildId>) =>
    new Set([...children].map((child) => childIdAfterJoin(join, child)));
  for (const item of await queryAll(table, inPartition(viewsPartition(join.from)))) {
    const { child_ids: stored, ...view } = item;
    const { child_ids } = itemParser(storedViewSchema)(item);
    const { outcome } = await sendTransaction(table, [
      updateWrite(
        table,
        { ...viewsPartition(join.to), SK: keyOfItem(item).SK },
        { set: attributesOf(view), add: { child_ids: after(child_ids) } },
      ),
      deleteWrite(table, keyOfItem(item), { if: { child_ids: stored } }),
    ]);
    // Refused where another child was viewed since.
    if (outcome !== 'done') throw new ContentionError('The views of a family changed meanwhile');
  }
  if (join.same.size === 0) return;
  for (const slot of slots)
    for (const item of await queryAll(table, inPartition(viewsPartition(slot)))) {
      const { child_ids } = itemParser(storedViewSchema)(item);
      const before = new Set([...child_ids].filter((child) => join.same.has(child)));
      if (before.size === 0) continue;
      await updateItem(table, keyOfItem(item), { add: { child_ids: after(before) } });
      await updateItem(table, keyOfItem(item), { take: { child_ids: before } });
    }
};

type SlotsOfBooking = Pick<StoredBooking, 'time_slot_id' | 'earlier_slots'>;

/**
 * Newest day first (SEE-02). A Query for the family and each slot, a BatchGetItem for names.
 * @param bookings all of the family
 */
export const readCardViews = async (
  table: Table,
  parentId: FamilyId,
  children: readonly { readonly id: CardView['child_id'] }[],
  bookings: readonly SlotsOfBooking[],
  today: CalendarDate,
): Promise<CardView[]> => {
  const slots = new Set<SlotId>(
    bookings.flatMap(({ time_slot_id, earlier_slots = {} }) => [
      time_slot_id,
      ...Object.values(earlier_slots),
    ]),
  );
  const views = await Promise.all([parentId, ...slots].map((of) => listViews(table, of, today)));
  const own = views
    .flat()
    .flatMap(({ child_ids, ...view }) =>
      children.filter(({ id }) => child_ids.has(id)).map(({ id: child_id }) => ({ ...view, child_id })),
    );
  const nameOf = await readProfileNames(table, [...new Set(own.map(({ viewer_id }) => viewer_id))]);
  return own
    .map(({ viewer_id, ...view }) => ({ ...view, name: nameOf(viewer_id) }))
    .toSorted((one, other) => ascending(other.day, one.day));
};

export interface UnusedCards {
  readonly ask: readonly Child[];
  readonly erase: readonly Child[];
  readonly last: string;
}

const familiesAtOnce = 20;

/** Three Queries, or one for a family without notes and contacts. */
const decideCards = async (table: Table, parentId: FamilyId, today: CalendarDate, timeZone: string) => {
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

/** Lists unused cards by family, newest first (SEE-03). @param after a position in the list of families */
export async function* listUnusedCards(
  table: Table,
  { today, timeZone, after }: { today: CalendarDate; timeZone: string; after?: string | undefined },
): AsyncGenerator<UnusedCards> {
  for (let before = after; ; ) {
    const families = await listFamilies(table, { before, limit: familiesAtOnce });
    const last = families.at(-1);
    if (!last) return;
    before = familyPosition(last);
    const read = await Promise.all(families.map(({ id }) => decideCards(table, id, today, timeZone)));
    const decidedAs = (wanted: string) =>
      read.flat().flatMap(({ child, decision }) => (decision === wanted ? [child] : []));
    yield { ask: decidedAs('ask'), erase: decidedAs('erase'), last: before };
  }
}
