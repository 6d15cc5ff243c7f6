import { newApplicationId, newOfferId } from '#functions/lib/ids';
import { isLinearizable } from '#infra/testing/linearizability';
import type { SampleFamily } from '#infra/testing/samples/samples';
import type { Act, World } from '#infra/testing/waiting/draw-acts';
import type { StoredList } from '#infra/testing/waiting/slot-context';
import type { ChildId } from '#shared/lib/ids';
import type { Instant } from '#shared/lib/values';
import { transition } from '#shared/testing/waiting/transition';
import {
  heldPlaces,
  rankedEntries,
  type WaitingCommand,
  type WaitingList,
} from '#shared/testing/waiting/waiting-list';
import { byRank, isWaiting, placesNeeded } from '#shared/waiting/waiting';

/** What became of a command that was carried out on the table; `unknown` where a fault or a longer act hides it. */
export type Carried = 'done' | 'refused' | 'unknown' | 'not-tried';

/** A command that was carried out while others were. */
export interface Operation {
  readonly command: WaitingCommand;
  readonly carried: Carried;
}

export const describeList = (list: WaitingList): string =>
  JSON.stringify({
    capacity: list.capacity,
    booked: list.booked.toSorted(),
    kept: list.kept,
    reserved: list.reserved,
    renewing: list.renewing,
    renewed: list.renewing.filter((child) => list.renewed.includes(child)),
    released_at: list.released_at,
    taken: list.booked.length + heldPlaces(list),
    waiting: list.entries.filter(isWaiting).length,
    entries: rankedEntries(list)
      .toSorted(byRank)
      .map((entry) => [entry.id, entry.child_ids, isWaiting(entry), entry.passed_over_at]),
  });

export const describeStored = ({ slot, entries, booked, renewing, renewals }: StoredList): string =>
  JSON.stringify({
    capacity: slot.max_capacity,
    booked: booked.toSorted(),
    kept: slot.kept,
    reserved: slot.reserved,
    renewing,
    renewed: renewing.filter((child) => renewals.some(({ child_id }) => child_id === child)),
    released_at: slot.released_at,
    taken: slot.current_bookings,
    waiting: slot.waiting,
    entries: entries.map((entry) => [entry.id, entry.child_ids, isWaiting(entry), entry.passed_over_at]),
  });

/** What disagrees within the stored list, whatever the history was; undefined where nothing does. */
export const storedContradiction = ({
  slot,
  entries,
  isDue,
}: Pick<StoredList, 'slot' | 'entries' | 'isDue'>): string | undefined => {
  const offered = entries
    .filter((entry) => !isWaiting(entry))
    .reduce((sum, entry) => sum + placesNeeded(entry), 0);
  if (slot.held - slot.kept - slot.reserved !== offered) return 'held places are not those of the offers';
  if (slot.current_bookings > slot.max_capacity) return 'more places are taken than there are';
  if (slot.kept > 0 && !isDue) return 'a place is kept, and the list is not due';
  return undefined;
};

/**
 * The list after some operations in an order that explains what each answered and what is stored; undefined where no order
 * does. An operation whose answer is unknown happened, or did not.
 */
export const linearize = (
  before: WaitingList,
  operations: readonly Operation[],
  stored: string,
): WaitingList | undefined => {
  const tried = operations.filter(({ carried }) => carried !== 'not-tried');
  const { length } = tried;
  let found: WaitingList | undefined;
  // All of them overlap; what is stored was read after them.
  const history = tried.map(({ command, carried }, index) => ({
    invoked: index,
    returned: carried === 'unknown' ? undefined : length + index,
    after: (list: WaitingList) => {
      const changed = transition(list, command);
      if (carried === 'refused') return changed ? [] : [list];
      return changed ? [changed] : [];
    },
  }));
  const reading = {
    invoked: 2 * length,
    returned: 2 * length + 1,
    after: (list: WaitingList) => {
      if (describeList(list) !== stored) return [];
      found = list;
      return [list];
    },
  };
  isLinearizable(before, [...history, reading], JSON.stringify);
  return found;
};

export interface CarriedAct {
  readonly act: Act;
  readonly carried: Carried;
}

const childrenOf = (families: readonly SampleFamily[], act: Act, { list }: World): readonly ChildId[] => {
  switch (act.kind) {
    case 'book':
    case 'move-here':
    case 'move-away':
    case 'remove-child':
    case 'keep-here':
    case 'leave-before':
      return [act.child];
    case 'join':
    case 'book-together':
      return act.children;
    case 'take':
    case 'decline':
    case 'keep-elsewhere':
      return list.offers.find(({ id }) => id === act.offer)?.child_ids ?? [];
    case 'erase':
      return families
        .filter(({ id }) => id === act.parent)
        .flatMap(({ children }) => children.map(({ id }) => id));
    default:
      return [];
  }
};

const unknown = (command: WaitingCommand): Operation => ({ command, carried: 'unknown' });

/** The entry of a child leaves the list with its offer, which the family has not declined. */
const removed = (child: ChildId | undefined, at: Instant): Operation => {
  if (!child) throw new Error('An entry is for at least one child');
  return unknown({ kind: 'remove-child', child, at });
};

/**
 * The commands of the model that acts at the same time were. An act of more than one transaction is its steps, each of
 * which may have happened; `unkeptRemovals` says what it must have achieved. What a family does while it, or its child,
 * is removed may be refused.
 */
export const operationsOf = (
  carriedActs: readonly CarriedAct[],
  world: World,
  families: readonly SampleFamily[],
  stored: Pick<StoredList, 'entries'>,
): Operation[] => {
  /** A kept place with the entry that the product made; any other one where it has left the list since. */
  const keptPlace = <Kind extends 'renew' | 'keep-here'>(kind: Kind, child: ChildId, at: Instant) => {
    const family = families.find(({ children }) => children.some(({ id }) => id === child));
    if (!family) throw new Error('A place is kept for a child of no family');
    const made = stored.entries.find(({ child_ids, is_renewal }) => is_renewal && child_ids.includes(child));
    const [entry, offer] = [made?.id ?? newApplicationId(new Date(at)), newOfferId(new Date(at))];
    return { kind, child, family: family.id, entry, offer, at, until: at };
  };
  const entries = [
    ...world.list.entries.map(({ id, child_ids }) => ({ id, child_ids })),
    ...carriedActs.flatMap(({ act }) =>
      act.kind === 'join' ? [{ id: act.entry, child_ids: act.children }] : [],
    ),
  ];
  const familyIndex = (child: ChildId) =>
    families.findIndex(({ children }) => children.some(({ id }) => id === child));
  const removing = new Set(
    carriedActs
      .filter(({ act }) => act.kind === 'erase' || act.kind === 'remove-child')
      .flatMap(({ act }) => childrenOf(families, act, world).map(familyIndex)),
  );
  /** In this round, or before by a removal that may have been interrupted. */
  const isRemoved = (child: ChildId) =>
    removing.has(familyIndex(child)) ||
    !world.families.some(({ children }) => children.some(({ id }) => id === child));
  const isBeingRemoved = (act: Act) => childrenOf(families, act, world).some(isRemoved);

  return carriedActs.flatMap(({ act, carried }): Operation[] => {
    if (carried === 'not-tried') return [];
    switch (act.kind) {
      case 'edit-class':
      case 'change-price':
        return [];
      case 'keep-places':
        return [
          ...world.list.renewing.map((child) => unknown(keptPlace('renew', child, act.at))),
          unknown({ kind: 'release-reserved', at: act.at }),
        ];
      case 'keep-here':
        if (carried === 'refused' && isBeingRemoved(act)) return [];
        return [{ command: keptPlace(act.kind, act.child, act.at), carried }];
      case 'remove-child':
        return [unknown(act)];
      case 'erase': {
        const own = childrenOf(families, act, world);
        const ownEntries = entries.filter(({ child_ids }) => child_ids.some((child) => own.includes(child)));
        return [
          ...ownEntries.map(({ child_ids: [child] }) => removed(child, act.at)),
          ...own.map((child) => unknown({ kind: 'end-booking', child, at: act.at })),
          ...own
            .filter((child) => world.list.renewing.includes(child))
            .flatMap((child) => [
              removed(child, act.at),
              unknown({ kind: 'leave-before', child, at: act.at }),
            ]),
        ];
      }
      case 'end-class':
        return [
          ...entries.map(({ child_ids: [child] }) => removed(child, act.at)),
          unknown({ kind: 'ask', offer: newOfferId(new Date(act.at)), terms: null }),
        ];
      default: {
        if (carried === 'refused' && isBeingRemoved(act)) return [];
        return [{ command: commandOf(act), carried }];
      }
    }
  });
};

const commandOf = (
  act: Exclude<
    Act,
    {
      kind:
        | ('edit-class' | 'change-price' | 'remove-child' | 'erase' | 'end-class')
        | ('keep-places' | 'keep-here');
    }
  >,
): WaitingCommand => {
  if (act.kind === 'move-away') return { ...act, kind: 'end-booking' };
  return act.kind === 'move-here' ? { ...act, kind: 'book' } : act;
};

/** What removals that were done have left over; undefined where nothing. */
export const unkeptRemovals = (
  carriedActs: readonly CarriedAct[],
  { slot, entries, booked, renewing, renewals }: StoredList,
  families: readonly SampleFamily[],
): string | undefined => {
  const isListed = (child: ChildId) => entries.some(({ child_ids }) => child_ids.includes(child));
  for (const { act, carried } of carriedActs) {
    if (carried !== 'done') continue;
    if (act.kind === 'remove-child' && isListed(act.child)) return 'a removed child is on the list';
    if (act.kind === 'erase') {
      const { children = [] } = families.find(({ id }) => id === act.parent) ?? {};
      if (children.some(({ id }) => isListed(id) || booked.includes(id) || renewing.includes(id)))
        return 'a deleted family has a place or an entry';
      if (renewals.some(({ parent_id }) => parent_id === act.parent))
        return 'a deleted family has a kept place';
    }
    if (act.kind === 'keep-places' && slot.reserved > 0) return 'a reserved place is given to nobody';
    if (act.kind === 'end-class' && entries.length + slot.kept > 0) return 'a list of a class that is over';
  }
  return undefined;
};
