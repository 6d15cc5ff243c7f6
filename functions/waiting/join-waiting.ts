import type { ChildId, ClassId, SlotId } from '#shared/lib/ids';
import { type Instant, instantSchema } from '#shared/lib/values';
import { byRank, isWaiting } from '#shared/waiting/waiting';
import { bookingRef } from '../booking/bookings.ts';
import { childRef } from '../families/children.ts';
import { ContentionError, retryDelay } from '../lib/contention.ts';
import {
  absent,
  deleteWrite,
  exists,
  isNew,
  putWrite,
  requireUnchangedItem,
  updateWrite,
} from '../lib/dynamo/expressions.ts';
import { type Item, itemParser, joinedAttribute, type Key, keyOfItem, keyText } from '../lib/dynamo/items.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import {
  behindKey,
  familyWaitingPartition,
  offerKey,
  renewalKey,
  waitingChildKey,
  waitingIndexKeys,
  waitingPartition,
} from '../lib/dynamo/keys-of-classes.ts';
import { batchRead, getItem, inPartition, queryAll } from '../lib/dynamo/reads.ts';
import { sendTransaction } from '../lib/dynamo/writes.ts';
import { childIdAfterJoin, type FamilyJoin } from '../lib/family-join.ts';
import type { Table } from '../lib/table.ts';
import { patienceMs } from '../limits.ts';
import {
  type ApplicationOnList,
  isApplicationItem,
  listApplications,
  listWaitingOfFamily,
  type StoredApplication,
  slotListUpdate,
  storedApplicationSchema,
} from './applications.ts';
import { dropApplication, listAllApplications } from './end-offer.ts';
import {
  behindSchema,
  isOfferItem,
  isRenewalItem,
  listRenewals,
  offerFromItem,
  renewalSchema,
  type StoredRenewal,
  storedOfferSchema,
} from './offers.ts';

const storedItem = (item: Item): Item => item;

// An application with an offer is before all that wait.
const isAhead = (one: ApplicationOnList, other: ApplicationOnList): boolean =>
  isWaiting(one) === isWaiting(other) ? byRank(one, other) < 0 : !isWaiting(one);

const childrenAfter = (join: FamilyJoin, children: readonly ChildId[]): ChildId[] =>
  children.map((child) => childIdAfterJoin(join, child));

// The children of an application that both families have.
const sameChildren = (join: FamilyJoin, { child_ids }: Pick<StoredApplication, 'child_ids'>): ChildId[] =>
  childrenAfter(
    join,
    child_ids.filter((child) => join.same.has(child)),
  );

// Whether a child of an application has a place in the slot in the family that stays.
const isBooked = async (table: Table, join: FamilyJoin, application: StoredApplication): Promise<boolean> => {
  const refs = sameChildren(join, application).map((child_id) =>
    bookingRef({ time_slot_id: application.time_slot_id, parent_id: join.to, child_id }),
  );
  if (refs.length === 0) return false;
  const read = await batchRead(table, refs, { consistent: true });
  return refs.some(read);
};

// Where a child has two applications, the one further behind is dropped; the given one where the child has a place already.
const applicationToDrop = async (
  table: Table,
  join: FamilyJoin,
  application: ApplicationOnList,
  list: readonly ApplicationOnList[],
): Promise<ApplicationOnList | undefined> => {
  const same = sameChildren(join, application);
  const rivals = list.filter(
    ({ parent_id, child_ids }) => parent_id === join.to && child_ids.some((child) => same.includes(child)),
  );
  const ahead = rivals.find((rival) => isAhead(rival, application));
  if (ahead || (await isBooked(table, join, application))) return application;
  return rivals[0];
};

// Gives the children the names that they have in the family that stays.
const offeredChildren = async (table: Table, join: FamilyJoin, offer: Item) => {
  const { child_ids, children } = offerFromItem(offer);
  const refs = childrenAfter(join, child_ids).map((id) => childRef(join.to, id));
  const read = await batchRead(table, refs, { consistent: true });
  return children.map((child, index) => {
    const ref = refs[index];
    const present = ref && read(ref);
    return present ? { name: present.name, date_of_birth: present.date_of_birth } : child;
  });
};

const offerJoin = async (table: Table, join: FamilyJoin, offer: Item): Promise<Write> => {
  const { id, child_ids, state } = offerFromItem(offer);
  return updateWrite(table, offerKey(id), {
    set: {
      parent_id: join.to,
      child_ids: childrenAfter(join, child_ids),
      children: await offeredChildren(table, join, offer),
      ...(state !== 'open' && familyWaitingPartition(join.to)),
    },
    // The index may lack the last change of an offer that ended.
    if:
      state === 'open'
        ? requireUnchangedItem(offer, Object.keys(storedOfferSchema.shape))
        : { ...exists, parent_id: join.from },
  });
};

// Includes the items of siblings.
const itemsOf = (items: readonly Item[], { id }: StoredApplication): Item[] =>
  items.filter((item) => (isApplicationItem(item) ? item.id === id : item.entry_id === id));

const applicationItemsAfter = (
  join: FamilyJoin,
  application: StoredApplication,
  items: readonly Item[],
): Item[] => {
  const { time_slot_id } = application;
  const child_ids = childrenAfter(join, application.child_ids);
  const after = new Map(
    application.child_ids.map((child) => [
      keyText(waitingChildKey(time_slot_id, child)),
      waitingChildKey(time_slot_id, childIdAfterJoin(join, child)),
    ]),
  );
  return items.map((item) => {
    const key: Key = after.get(keyText(item)) ?? keyOfItem(item);
    const own = isApplicationItem(item)
      ? { ...waitingIndexKeys(join.to, application.id), parent_id: join.to, child_ids }
      : { first_child_id: child_ids[0] };
    return { ...item, ...key, ...own, [joinedAttribute]: join.at };
  });
};

const applicationAttributes = [...Object.keys(storedApplicationSchema.shape), 'first_child_id'];

// The version of the list keeps an offer from being made of the application as it was read.
const applicationJoin = async (
  table: Table,
  join: FamilyJoin,
  application: StoredApplication,
  items: readonly Item[],
): Promise<Write[]> => {
  const before = new Map(items.map((item) => [keyText(item), item]));
  const after = applicationItemsAfter(join, application, items);
  const remaining = new Set(after.map(keyText));
  const offer = application.offer_id
    ? await getItem(table, { key: offerKey(application.offer_id), fromItem: storedItem })
    : undefined;
  return [
    slotListUpdate(table, application, { add: {} }),
    ...after.map((item) => {
      const read = before.get(keyText(item));
      return putWrite(table, item, { if: read ? requireUnchangedItem(read, applicationAttributes) : isNew });
    }),
    ...items
      .filter((item) => !remaining.has(keyText(item)))
      .map((item) =>
        deleteWrite(table, keyOfItem(item), { if: requireUnchangedItem(item, applicationAttributes) }),
      ),
    ...(offer ? [await offerJoin(table, join, offer)] : []),
  ];
};

// Moves a family's applications on one list, with their offers. Of two applications of one child the one that is further
// behind leaves the list, and so does that of a child with a place.
const joinList = async (table: Table, join: FamilyJoin, slotId: SlotId): Promise<void> => {
  const waitToRetry = retryDelay(patienceMs);
  for (;;) {
    const list = await listApplications(table, slotId);
    const application = list.find(({ parent_id }) => parent_id === join.from);
    if (!application) return;
    const dropped = await applicationToDrop(table, join, application, list);
    const items = await queryAll(table, { ...inPartition(waitingPartition(slotId)), ConsistentRead: true });
    const { outcome } = dropped
      ? await dropApplication(table, dropped, { at: join.at })
      : await sendTransaction(
          table,
          await applicationJoin(table, join, application, itemsOf(items, application)),
        );
    if (outcome !== 'done' && !(await waitToRetry()))
      throw new ContentionError('Contention on a waiting list persisted');
  }
};

const behindRef = (slotId: SlotId, join: Pick<FamilyJoin, 'from' | 'to'>, whose: 'from' | 'to') => ({
  key: behindKey(slotId, join[whose]),
  fromItem: storedItem,
});

const timeOf = (item: Item | undefined): Instant | undefined => item && instantSchema.parse(item.at);

// The joined family went behind the others when either of the two did last.
const joinBehind = async (table: Table, join: FamilyJoin, slotId: SlotId): Promise<void> => {
  const [from, to] = [behindRef(slotId, join, 'from'), behindRef(slotId, join, 'to')];
  const read = await batchRead(table, [from, to], { consistent: true });
  const mark = read(from);
  if (!mark) return;
  const [at, other] = [itemParser(behindSchema)(mark).at, timeOf(read(to))];
  const isLater = other === undefined || other < at;
  const { outcome } = await sendTransaction(table, [
    deleteWrite(table, from.key, { if: { at } }),
    ...(isLater
      ? [
          putWrite(
            table,
            { ...mark, ...to.key, ...waitingIndexKeys(join.to, slotId), parent_id: join.to },
            { if: { at: other ?? absent } },
          ),
        ]
      : []),
  ]);
  if (outcome === 'busy') throw new ContentionError('Contention on a waiting list persisted');
  if (outcome === 'refused') await joinBehind(table, join, slotId);
};

const listRenewalsOf = async (
  table: Table,
  { from }: FamilyJoin,
  indexed: readonly Item[],
  classes: readonly ClassId[],
): Promise<StoredRenewal[]> => {
  const ofClasses = (await Promise.all(classes.map((id) => listRenewals(table, id)))).flat();
  const all = [...indexed.filter(isRenewalItem).map(itemParser(renewalSchema)), ...ofClasses];
  const own = all.filter(({ parent_id }) => parent_id === from);
  return [...new Map(own.map((renewal) => [keyText(renewalKey(renewal)), renewal])).values()];
};

const sendAlone = async (table: Table, write: Write): Promise<void> => {
  const { outcome } = await sendTransaction(table, [write]);
  if (outcome === 'busy') throw new ContentionError('Contention on what a family has on lists persisted');
};

/**
 * Moves what a family has on waiting lists: applications with their offers, offers that ended, renewals, and that it went
 * behind others. Idempotent.
 * @param classes the classes in which it has or had bookings
 * @throws ContentionError where contention persisted
 */
export const joinWaiting = async (
  table: Table,
  join: FamilyJoin,
  classes: readonly ClassId[],
): Promise<void> => {
  const lists = new Set(
    (await listAllApplications(table, join.from)).map(({ time_slot_id }) => time_slot_id),
  );
  for (const slotId of lists) await joinList(table, join, slotId);
  const { behindIn } = await listWaitingOfFamily(table, join.from);
  for (const slotId of new Set([...lists, ...behindIn])) await joinBehind(table, join, slotId);
  const indexed = await queryAll(table, inPartition(familyWaitingPartition(join.from)));
  for (const offer of indexed.filter(isOfferItem))
    await sendAlone(table, await offerJoin(table, join, offer));
  for (const renewal of await listRenewalsOf(table, join, indexed, classes))
    await sendAlone(
      table,
      updateWrite(table, renewalKey(renewal), {
        set: {
          parent_id: join.to,
          child_id: childIdAfterJoin(join, renewal.child_id),
          ...familyWaitingPartition(join.to),
        },
        if: { ...exists, parent_id: join.from },
      }),
    );
};
