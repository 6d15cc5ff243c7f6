import { atTheEnd, firstToAsk, isWaiting, placesNeeded } from '#shared/domain/waiting/waiting';
import type { ChildId, OfferId } from '#shared/schemas/ids';
import { answerOffer } from './answer.ts';
import { type CommandOf, done, type Transition, type WaitingCommand } from './command.ts';
import {
  awaitingRenewal,
  dropEntry,
  endBooking,
  type ListedOffer,
  type ModelEntry,
  openPlaces,
  promisedPlaces,
  putEntry,
  rankedEntries,
  releaseReserved,
  setCapacity,
  type WaitingList,
} from './waiting-list.ts';

const entryOf = (list: WaitingList, child: ChildId): ModelEntry | undefined =>
  list.entries.find(({ child_ids }) => child_ids.includes(child));

/** The list without the entry of a child; the offer of the entry ends. */
const withoutEntryOf = (
  list: WaitingList,
  { child, at }: Pick<CommandOf<'remove-child'>, 'child' | 'at'>,
): WaitingList => {
  const entry = entryOf(list, child);
  return entry ? dropEntry(list, entry, { end: 'void', at }) : list;
};

const book = (list: WaitingList, { children, at }: Omit<CommandOf<'book-together'>, 'kind'>): Transition => {
  if (list.isOver) return { outcome: 'class-over' };
  if (children.some((child) => list.booked.includes(child))) return { outcome: 'already-booked' };
  if (openPlaces(list) < children.length) return { outcome: 'full' };
  const after = children.reduce((left, child) => withoutEntryOf(left, { child, at }), list);
  return done({ ...after, booked: [...after.booked, ...children] });
};

const join = (list: WaitingList, { entry, family, children, at }: CommandOf<'join'>): Transition => {
  if (list.isOver) return { outcome: 'class-over' };
  if (children.some((child) => list.booked.includes(child))) return { outcome: 'already-booked' };
  if (children.some((child) => entryOf(list, child))) return { outcome: 'already-waiting' };
  if (openPlaces(list) >= children.length) return { outcome: 'places-open' };
  const joined = { id: entry, parent_id: family, child_ids: [...children], ...atTheEnd(at) };
  return done(putEntry(list, { ...joined, passed_over_at: null, offer_id: null }));
};

const leave = (list: WaitingList, { entry: id, at }: CommandOf<'leave'>): Transition => {
  const entry = list.entries.find((candidate) => candidate.id === id);
  return entry ? done(dropEntry(list, entry, { end: 'declined', at })) : { outcome: 'unknown-entry' };
};

const putFirst = (list: WaitingList, { entry: id, at }: CommandOf<'put-first'>): Transition => {
  const entry = list.entries.find((candidate) => candidate.id === id);
  if (!entry) return { outcome: 'unknown-entry' };
  return isWaiting(entry) ? done(putEntry(list, { ...entry, put_first_at: at })) : { outcome: 'has-offer' };
};

const setOffer = (list: WaitingList, { id }: Pick<ModelEntry, 'id'>, offer_id: OfferId): WaitingList => ({
  ...list,
  entries: list.entries.map((entry) => (entry.id === id ? { ...entry, offer_id } : entry)),
});

const ask = (list: WaitingList, { offer, terms }: CommandOf<'ask'>): Transition => {
  const open = openPlaces(list);
  const entry = firstToAsk({ ...list, entries: rankedEntries(list), free: open + list.kept });
  if (!terms || !entry) return list.kept > 0 ? done({ ...list, kept: 0 }) : { outcome: 'nothing-to-ask' };
  const made: ListedOffer = {
    id: offer,
    child_ids: entry.child_ids,
    state: 'open',
    until: terms.until,
  };
  return done({
    ...setOffer(list, entry, offer),
    // An offer uses open places before kept ones. Asking continues while places are kept, so it reaches every entry
    // that fits.
    kept: list.kept - Math.max(0, placesNeeded(entry) - open),
    offers: [...list.offers, made],
  });
};

/** The list with an entry that has its offer from the beginning. */
const withKeptPlace = (
  list: WaitingList,
  { child, family, entry, offer, until, at }: CommandOf<'renew' | 'keep-here'>,
): WaitingList => {
  const kept = { id: entry, parent_id: family, child_ids: [child], ...atTheEnd(at), passed_over_at: null };
  const made: ListedOffer = { id: offer, child_ids: [child], state: 'open', until, is_renewal: true };
  return { ...putEntry(list, { ...kept, offer_id: offer }), offers: [...list.offers, made] };
};

const renew = (list: WaitingList, command: CommandOf<'renew'>): Transition => {
  const { child } = command;
  const { renewing, renewed, reserved, booked } = list;
  if (list.isOver) return { outcome: 'class-over' };
  if (!renewing.includes(child) || renewed.includes(child)) return { outcome: 'not-entitled' };
  if (booked.includes(child)) return { outcome: 'already-booked' };
  if (entryOf(list, child)) return { outcome: 'already-waiting' };
  if (awaitingRenewal(list).indexOf(child) >= reserved) return { outcome: 'not-yet' };
  return done({
    ...withKeptPlace(list, command),
    reserved: reserved - 1,
    renewed: [...renewed, child],
  });
};

const keepHere = (list: WaitingList, command: CommandOf<'keep-here'>): Transition => {
  const { child } = command;
  if (list.isOver) return { outcome: 'class-over' };
  if (list.booked.includes(child)) return { outcome: 'already-booked' };
  if (entryOf(list, child)) return { outcome: 'already-waiting' };
  return openPlaces(list) > 0 ? done(withKeptPlace(list, command)) : { outcome: 'full' };
};

const keepElsewhere = (list: WaitingList, { offer: id, at }: CommandOf<'keep-elsewhere'>): Transition => {
  const offer = list.offers.find((each) => each.id === id);
  if (!offer?.is_renewal) return { outcome: 'unknown-offer' };
  // What was declined is kept in the other slot after all.
  if (offer.state === 'declined') return done(list);
  return answerOffer(list, { kind: 'decline', offer: id, stays: false, at });
};

const close = (list: WaitingList): WaitingList => ({
  ...list,
  kept: 0,
  entries: [],
  offers: list.offers.map((offer) => (offer.state === 'open' ? { ...offer, state: 'void' } : offer)),
  isOver: true,
});

/**
 * Applies a command to the places and the list of a slot, or says why it changes nothing. Each command is atomic: one
 * transaction in the data code, one operation in the history checker.
 */
export const transition = (list: WaitingList, command: WaitingCommand): Transition => {
  switch (command.kind) {
    case 'book':
      return book(list, { children: [command.child], at: command.at });
    case 'book-together':
      return book(list, command);
    case 'end-booking':
      if (!list.booked.includes(command.child)) return { outcome: 'not-booked' };
      return done(endBooking(list, command.child, command.at));
    case 'join':
      return join(list, command);
    case 'leave':
      return leave(list, command);
    case 'put-first':
      return putFirst(list, command);
    case 'ask':
      return ask(list, command);
    case 'take':
    case 'decline':
    case 'expire':
    case 'withdraw':
      return answerOffer(list, command);
    case 'set-capacity':
      if (command.capacity < promisedPlaces(list)) return { outcome: 'below-bookings' };
      return done(setCapacity(list, command.capacity, command.at));
    case 'remove-child':
      if (list.booked.includes(command.child)) return { outcome: 'already-booked' };
      return done(withoutEntryOf(list, command));
    case 'close':
      return done(close(list));
    case 'renew':
      return renew(list, command);
    case 'release-reserved':
      if (list.reserved === 0) return { outcome: 'nothing-to-ask' };
      return awaitingRenewal(list).length > 0 && !list.isOver
        ? { outcome: 'not-yet' }
        : done(releaseReserved(list, command.at));
    case 'leave-before':
      if (!list.renewing.includes(command.child)) return { outcome: 'not-booked' };
      return done({ ...list, renewing: list.renewing.filter((child) => child !== command.child) });
    case 'keep-here':
      return keepHere(list, command);
    case 'keep-elsewhere':
      return keepElsewhere(list, command);
  }
};
