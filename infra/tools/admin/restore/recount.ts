import { setTimeout as sleep } from 'node:timers/promises';
import { getPeopleCounts } from '#functions/accounts/accounts';
import { chargesOf, openSinceOf, readFullLedger, settleLedger } from '#functions/across/statement';
import { listBookingsOfSlot } from '#functions/booking/bookings';
import { isSlotItem, listManagedClasses, queryCatalogue, storedSlotSchema } from '#functions/classes/classes';
import { archiveWrites } from '#functions/classes/current-classes';
import { type FamilyLedger, familyLedgerSchema, placeKey } from '#functions/ledger/ledger';
import {
  canonicalJson,
  chunk,
  type Item,
  itemParser,
  keyOfItem,
  tableSchema,
} from '#functions/lib/dynamo/items';
import { slotKey, waitingPartition } from '#functions/lib/dynamo/keys-of-classes';
import {
  adminsPartition,
  familiesPartition,
  familyLedgerKey,
  ledgersPartition,
  peopleCountsKey,
} from '#functions/lib/dynamo/keys-of-people';
import { batchGet, countItems, inPartition, queryAll, queryPages } from '#functions/lib/dynamo/reads';
import { sendTransaction, updateItem } from '#functions/lib/dynamo/writes';
import type { Table } from '#functions/lib/table';
import { isApplicationItem, storedApplicationSchema } from '#functions/waiting/applications';
import { readOffers } from '#functions/waiting/offers';
import { duePlans, ledgerTotals } from '#shared/ledger/balance';
import { type BusinessMoment, businessMoment } from '#shared/lib/business-time';
import { type FamilyId, familyIdSchema, type SlotId } from '#shared/lib/ids';
import { sum } from '#shared/lib/money';
import { parseTolerantly } from '#shared/lib/tolerant';
import { CommandError } from '../../../command.ts';

export interface Recount {
  slots: number;
  ledgers: number;
  others: number;
  readonly overfull: SlotId[];
  /** Families of bookings whose ledger is not there, or whose index lags. */
  readonly unsettled: FamilyId[];
}

interface RecountDeps {
  readonly table: Table;
  readonly now: Date;
  readonly timeZone: string;
  readonly onCounted?: (count: number) => void;
  readonly pause?: ((ms: number) => Promise<unknown>) | undefined;
}

const slotsAtOnce = 20;
const ledgersAtOnce = 20;
/** How often a count is made again that somebody changed meanwhile. */
const mostTries = 5;

const differing = <Counted extends Readonly<Record<string, NonNullable<unknown>>>>(
  counted: Counted,
  stored: { readonly [Name in keyof Counted]?: unknown },
): Partial<Counted> => {
  const changed: Partial<Counted> = {};
  for (const name in counted)
    if (canonicalJson(counted[name]) !== canonicalJson(stored[name])) changed[name] = counted[name];
  return changed;
};

/** The item is read first and required as it was: whatever is booked meanwhile changes it. */
const recountSlot = async (
  item: Item,
  { table }: RecountDeps,
  result: Recount,
  families: Map<FamilyId, number>,
): Promise<boolean> => {
  const slot = parseTolerantly(storedSlotSchema, item);
  const list = await queryAll(table, { ...inPartition(waitingPartition(slot.id)), ConsistentRead: true });
  const entries = list
    .filter(isApplicationItem)
    .map((entry) => parseTolerantly(storedApplicationSchema, entry));
  const bookings = await listBookingsOfSlot(table, slot.id, { consistent: true });
  const offers = await readOffers(
    table,
    entries.flatMap(({ offer_id }) => offer_id ?? []),
  );
  const offered = sum(
    offers
      .filter(({ state, time_slot_id }) => state === 'open' && time_slot_id === slot.id)
      .map(({ child_ids }) => child_ids.length),
  );
  const held = slot.kept + slot.reserved + offered;
  const counted = {
    current_bookings: bookings.length + held,
    revenue: sum(bookings.map(({ amount }) => amount)),
    held,
    waiting: entries.filter(({ offer_id }) => !offer_id).length,
  };
  const note = (): true => {
    for (const { parent_id } of bookings) families.set(parent_id, (families.get(parent_id) ?? 0) + 1);
    if (counted.current_bookings > slot.max_capacity) result.overfull.push(slot.id);
    return true;
  };
  const changes = differing(counted, slot);
  if (Object.keys(changes).length === 0) return note();
  const seen = Object.fromEntries(
    [...Object.keys(counted), 'kept', 'reserved', 'list_version'].map((name) => [name, item[name]]),
  );
  const { outcome } = await updateItem(table, slotKey(slot.class_id, slot.id), { set: changes, if: seen });
  if (outcome !== 'done') return false;
  result.slots += 1;
  return note();
};

const lastDate = (dates: readonly string[] | undefined): string => dates?.at(-1) ?? '';

const countedOf = (ledger: FamilyLedger, today: string) => ({
  charged: ledger.charged,
  credited: ledger.credited,
  waived: ledger.waived,
  received: ledger.received,
  places: ledger.places,
  // A plan whose last date is past may be there or not.
  due_plans: Object.fromEntries(
    Object.entries(ledger.due_plans).filter(([, { due_dates }]) => lastDate(due_dates) >= today),
  ),
});

/** Counts a ledger again. @returns false where it, or the index of bookings, changed meanwhile */
const recountLedger = async (
  id: FamilyId,
  live: number,
  { table, moment }: RecountDeps & { readonly moment: BusinessMoment },
  result: Recount,
): Promise<boolean> => {
  const key = familyLedgerKey(id);
  const item = (await batchGet(table, [key], { consistent: true }))(key);
  if (!item) return live === 0;
  const ledger = itemParser(familyLedgerSchema)(item);
  // That of an erased family has lost what it is counted from, or loses it.
  if (ledger.closing || item[tableSchema.timeToLiveAttribute] !== undefined) return true;
  const full = await readFullLedger(table, id);
  if (full.bookings.length !== live) return false;
  const charges = chargesOf(full, moment.timeZone);
  const planned = charges.filter(({ due_dates }) => due_dates);
  const plans = duePlans(planned, full.entries).map((plan, at) => [planned[at]?.booking_id, plan] as const);
  const counted = {
    ...ledgerTotals(charges, full.entries),
    places: new Set(full.bookings.map(placeKey)),
    due_plans: Object.fromEntries(plans.filter(([, { due_dates }]) => lastDate(due_dates) >= moment.today)),
  };
  const changes = differing(counted, countedOf(ledger, moment.today));
  if (Object.keys(changes).length === 0) return true;
  const names = [
    ...Object.keys(counted),
    'open_since',
    'live_bookings_at_most',
    'counted_hour',
    'hour_bookings',
  ];
  const openSince = openSinceOf(settleLedger(full, moment), moment.now);
  const { outcome } = await updateItem(table, key, {
    set: {
      ...changes,
      ...(live > ledger.live_bookings_at_most && { live_bookings_at_most: live }),
      ...(openSince !== ledger.open_since && { open_since: openSince }),
    },
    if: Object.fromEntries(names.map((name) => [name, item[name]])),
  });
  if (outcome === 'done') result.ledgers += 1;
  return outcome === 'done';
};

const untilDone = async (
  { pause = sleep }: Pick<RecountDeps, 'pause'>,
  tryOnce: () => Promise<boolean>,
): Promise<boolean> => {
  for (let tries = 0; tries < mostTries; tries += 1) {
    if (await tryOnce()) return true;
    // The index of bookings lags by less than a second.
    await pause(200 * tries);
  }
  return false;
};

const recountPeople = async ({ table }: RecountDeps, result: Recount): Promise<void> => {
  const [families, admins, counts] = await Promise.all([
    countItems(table, inPartition(familiesPartition)),
    countItems(table, inPartition(adminsPartition)),
    getPeopleCounts(table),
  ]);
  if (counts.families === families && counts.admins === admins) return;
  await updateItem(table, peopleCountsKey, { set: { families, admins } });
  result.others += 1;
};

const findCurrentClasses = async ({ table }: RecountDeps, moment: BusinessMoment): Promise<void> => {
  const writes = archiveWrites(table, await listManagedClasses(table, { consistent: true }), moment);
  if (writes.length > 0) await sendTransaction(table, writes);
};

/** Counts slots, lists, ledgers, people and the listing's start again. Repeatable. One number a family is in memory. */
export const recount = async (deps: RecountDeps): Promise<Recount> => {
  const { table, now, timeZone, onCounted = () => {} } = deps;
  const result: Recount = { slots: 0, ledgers: 0, others: 0, overfull: [], unsettled: [] };
  const moment = businessMoment(now, timeZone);
  const families = new Map<FamilyId, number>();
  const keys = (await queryCatalogue(table, { consistent: true })).filter(isSlotItem).map(keyOfItem);
  for (const part of chunk(keys, slotsAtOnce)) {
    await Promise.all(
      part.map(async (key) => {
        const counted = await untilDone(deps, async () => {
          const item = (await batchGet(table, [key], { consistent: true }))(key);
          return !item || recountSlot(item, deps, result, families);
        });
        if (!counted)
          throw new CommandError(`The slot ${key.SK} changes all the time.`, 'Pause changes first.');
      }),
    );
    onCounted(part.length);
  }
  const ids = new Set<FamilyId>(families.keys());
  for await (const page of queryPages(table, {
    ...inPartition({ PK: ledgersPartition }),
    ConsistentRead: true,
  }))
    for (const { SK } of page) ids.add(familyIdSchema.parse(SK));
  for (const part of chunk([...ids], ledgersAtOnce)) {
    await Promise.all(
      part.map(async (id) => {
        const live = families.get(id) ?? 0;
        if (!(await untilDone(deps, () => recountLedger(id, live, { ...deps, moment }, result))))
          result.unsettled.push(id);
      }),
    );
    onCounted(part.length);
  }
  await recountPeople(deps, result);
  await findCurrentClasses(deps, moment);
  return result;
};
