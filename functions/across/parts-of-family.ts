import { namesPerson } from '#shared/bank/import';
import type { FamilyExport } from '#shared/families/family-export';
import { retainedUntil } from '#shared/ledger/entry';
import { toCalendarDate } from '#shared/lib/business-time';
import { foldText, splitWords } from '#shared/lib/fold-text';
import { bookingIdSchema, type ClassId, type FamilyId, type SlotId, type UserId } from '#shared/lib/ids';
import { eraseFamilyInvitation } from '../accounts/coaches.ts';
import {
  childWords,
  contactWords,
  familyContactWords,
  wordItems,
  wordKeys,
} from '../accounts/search-words.ts';
import { getStoredFamily, type StoredFamily } from '../accounts/stored-families.ts';
import { eraseIgnoredReasons, eraseUnassignedRows } from '../bank/bank-rows.ts';
import { joinDayLinks } from '../booking/booking-changes.ts';
import {
  bookingRef,
  listBookingsInSlot,
  listBookingsOfParent,
  type StoredBooking,
} from '../booking/bookings.ts';
import { endBooking } from '../booking/end-booking.ts';
import { listEndedBookings, type StoredEndedBooking } from '../booking/ended-bookings.ts';
import { joinBookings, joinEndedBookings } from '../booking/join-bookings.ts';
import { joinCardPayments } from '../cards/recorded-payments.ts';
import { getClass, listSlotIds } from '../classes/classes.ts';
import type { FamilyWithChildren } from '../families/families.ts';
import { joinImports } from '../families/import-deeds.ts';
import { joinImportedCards } from '../families/imported-cards.ts';
import { deleteNotes, joinNotes } from '../families/notes.ts';
import { deleteFamilyTasks, joinFamilyTasks } from '../families/tasks.ts';
import { deleteEntryNotes } from '../ledger/entries.ts';
import { joinEntries } from '../ledger/join-ledgers.ts';
import { getFamilyLedger, placesIn } from '../ledger/ledger.ts';
import { releaseReferences } from '../ledger/references.ts';
import { ContentionError } from '../lib/contention.ts';
import type { TimedDeps } from '../lib/deps.ts';
import {
  chunk,
  type Key,
  keyOfItem,
  keyText,
  listIndex,
  tableSchema,
  toEpochSeconds,
} from '../lib/dynamo/items.ts';
import { endedBookingsPartition, lateEndingKey } from '../lib/dynamo/keys-of-classes.ts';
import { childKey, ledgerEntriesPartition } from '../lib/dynamo/keys-of-people.ts';
import { batchRead, inPartition, queryAs } from '../lib/dynamo/reads.ts';
import { deleteItem, putItem, updateItem } from '../lib/dynamo/writes.ts';
import type { FamilyJoin } from '../lib/family-join.ts';
import { dropAsideMailsOf, joinAsideMails } from '../lib/mail/aside-mails.ts';
import type { Table } from '../lib/table.ts';
import { deleteFamilyMarks, joinMarks } from '../registers/marks-of-family.ts';
import { eraseUnlisted } from '../registers/registers.ts';
import { joinFeed } from '../sessions/calendar-feeds.ts';
import { dropApplicationOfChild, dropFamilyWaiting } from '../waiting/end-offer.ts';
import { joinWaiting } from '../waiting/join-waiting.ts';
import {
  type BuiltOn,
  builtOnBookings,
  builtOnChildren,
  builtOnEntryNotes,
  builtOnFamily,
  builtOnHistory,
  builtOnImports,
  builtOnMails,
  builtOnNotes,
  builtOnTasks,
  builtOnWaiting,
} from './built-on.ts';
import { joinViews, removeFromViews } from './cards.ts';

export interface Deletion {
  readonly familyId: FamilyId;
  readonly by: 'parent' | 'admin';
  readonly made_by?: UserId;
}

const keysIn = (table: Table, { PK }: { readonly PK: string }): Promise<Key[]> =>
  queryAs(table, keyOfItem, {
    ...inPartition({ PK }),
    ProjectionExpression: 'PK, SK',
    ConsistentRead: true,
  });

const expiry = (until: Date) => ({ [tableSchema.timeToLiveAttribute]: toEpochSeconds(until) });

/**
 * History, lists of former children and late cancellations lose the names. Records and entries expire later. Idempotent; two
 * writes for each record, one for each entry.
 * @returns whether there are any
 */
const anonymizeHistory = async (table: Table, familyId: FamilyId, until: Date): Promise<boolean> => {
  const records = await keysIn(table, endedBookingsPartition(familyId));
  for (const key of records) {
    await updateItem(table, key, {
      set: expiry(until),
      remove: [
        ...['child_name', 'child_age', 'idempotency_key', 'booked_by_adult', 'ended_by_adult', 'last_move'],
        ...[listIndex.partitionKey, listIndex.sortKey],
      ],
    });
    const late = lateEndingKey(bookingIdSchema.parse(key.SK));
    await deleteItem(table, late);
  }
  // After the loop, since a late cancellation that was decided meanwhile has a further entry.
  const entries = await keysIn(table, ledgerEntriesPartition(familyId));
  for (const key of entries) {
    await updateItem(table, key, { set: expiry(until) });
  }
  return records.length + entries.length > 0;
};

type Placed = Pick<StoredBooking, 'class_id' | 'time_slot_id' | 'earlier_slots'>;

/** The slots of all classes with bookings of the family, and those from which bookings moved. */
const readSlotsOf = async (table: Table, bookings: readonly Placed[]): Promise<Set<SlotId>> => {
  const slots = new Set<SlotId>(
    bookings.flatMap(({ time_slot_id, earlier_slots = {} }) => [
      time_slot_id,
      ...Object.values(earlier_slots),
    ]),
  );
  // A booking that moved before its first session does not name its earlier slot.
  for (const id of new Set(bookings.map(({ class_id }) => class_id)))
    for (const slot of (await getClass(table, id))?.time_slots ?? []) slots.add(slot.id);
  return slots;
};

/** From views of its page and slots. @param bookings all of the family, which have ended */
const deleteFamilyViews = async (
  table: Table,
  parentId: FamilyId,
  bookings: readonly StoredEndedBooking[],
): Promise<void> => {
  const children = new Set<string>(bookings.map(({ child_id }) => child_id));
  const slots = await readSlotsOf(table, bookings);
  await removeFromViews(table, parentId, () => true);
  for (const slot of slots) await removeFromViews(table, slot, (child) => children.has(child));
};

const endEach = async (
  deps: TimedDeps,
  bookings: readonly StoredBooking[],
  { by, made_by }: Omit<Deletion, 'familyId'>,
): Promise<void> => {
  // In series, since all of them write the ledger.
  for (const booking of bookings) {
    const { outcome } = await endBooking(deps, booking, {
      ending: { reason: 'account-deleted' },
      by,
      made_by,
      tell: false,
    });
    if (outcome === 'busy') throw new ContentionError('Contention on the slot of a booking persisted');
  }
};

const slotsReadAtOnce = 20;

/** Ends the bookings of a closed family. The index may lag, so every slot is read consistently: one Query each. */
const endBookingsOf = async (deps: TimedDeps, { familyId, ...ender }: Deletion): Promise<void> => {
  const { table } = deps;
  await endEach(deps, await listBookingsOfParent(table, familyId), ender);
  for (const slots of chunk(await listSlotIds(table), slotsReadAtOnce)) {
    const bookings = await Promise.all(slots.map((slot) => listBookingsInSlot(table, slot, familyId)));
    await endEach(deps, bookings.flat(), ender);
  }
};

/** Removes the family from texts of bank rows and of registers (EME-07). */
const eraseNamesInTexts = async ({ table, clock }: TimedDeps, family: StoredFamily): Promise<void> => {
  const { id: parentId, full_name, email, phone_number: phone, child_names } = family;
  const isNamed = namesPerson({ names: [full_name, ...child_names], email, phone });
  // Before the ledger loses the references that find the rows.
  const ledger = await getFamilyLedger(table, parentId, { consistent: true });
  await eraseUnassignedRows(table, { parentId, isNamed }, ledger);
  await eraseIgnoredReasons(table, isNamed);
  // Other children have the same first name.
  const fullNames = [...child_names].filter((name) => splitWords(foldText(name)).length > 1);
  const isOfFamily = namesPerson({ names: fullNames, email, phone });
  await eraseUnlisted(
    table,
    ({ name, phone_number }) => isOfFamily({ text: name, payer: phone_number }),
    clock(),
  );
};

export const wordsOf = (family: StoredFamily) => [
  ...familyContactWords(family),
  ...childWords(family.child_names),
];

interface Erasure {
  readonly deps: TimedDeps;
  readonly family: StoredFamily;
  readonly ender: Omit<Deletion, 'familyId'>;
}

/** What remains of an erased family beside bookings and history. */
export interface OwnItems {
  readonly table: Table;
  readonly family: StoredFamily;
  readonly stored: FamilyWithChildren | undefined;
  readonly imported: readonly Key[];
}

export interface Joining {
  readonly deps: TimedDeps;
  readonly join: FamilyJoin;
  readonly other: StoredFamily;
}

interface NotNeeded {
  readonly because: string;
}

interface FamilyHolding<Erased> {
  readonly entities: readonly string[];
  /** Erases the items. Idempotent. */
  readonly erase: ((erased: Erased) => Promise<unknown>) | NotNeeded;
  /** Moves the items to the other family. Idempotent. */
  readonly join: ((joining: Joining) => Promise<unknown>) | NotNeeded;
  /** What people added since an import, so that no undo removes it (IMP-13). */
  readonly built: BuiltOn | NotNeeded;
  /** The fields of the family's export that contain the items. */
  readonly exported: readonly (keyof FamilyExport)[] | NotNeeded;
}

/** Live and ended bookings. Consistent, since some have just been moved. */
const listAllBookings = async (table: Table, familyId: FamilyId) => {
  const ledger = await getFamilyLedger(table, familyId, { consistent: true });
  const refs = (ledger ? placesIn(ledger) : []).map((place) => bookingRef({ ...place, parent_id: familyId }));
  const [read, ended] = await Promise.all([
    batchRead(table, refs, { consistent: true }),
    listEndedBookings(table, familyId),
  ]);
  return [...refs.flatMap((ref) => read(ref) ?? []), ...ended];
};

const bookingsOfBoth = async (table: Table, { from, to }: FamilyJoin) =>
  (await Promise.all([listAllBookings(table, from), listAllBookings(table, to)])).flat();

const joinLists = async ({ deps: { table }, join }: Joining): Promise<void> => {
  const classes = (await listAllBookings(table, join.from)).map(({ class_id }) => class_id);
  await joinWaiting(table, join, [...new Set<ClassId>(classes)]);
};

const joinPlaces = ({ deps, join }: Joining): Promise<void> =>
  joinBookings(deps, join, ({ time_slot_id, child_id }) =>
    dropApplicationOfChild(deps, { time_slot_id, child_id }),
  );

const joinRecords = async ({ deps: { table }, join }: Joining): Promise<void> => {
  const bookings = await bookingsOfBoth(table, join);
  await joinMarks(table, join, bookings);
  await joinViews(table, join, await readSlotsOf(table, bookings));
};

const joinHistory = async ({ deps: { table }, join }: Joining): Promise<void> => {
  await joinEndedBookings(table, join);
  await joinEntries(table, join);
};

/** The search words of both families. A typed contact may not count any more. */
const joinWords = async ({ deps: { table }, join, other }: Joining): Promise<void> => {
  const into = await getStoredFamily(table, join.to);
  if (!into) return;
  const after = wordsOf(into);
  for (const word of wordItems(join.to, after)) await putItem(table, word);
  const used = new Set(wordKeys(join.to, after).map(keyText));
  const typed = into.office_contact ? wordKeys(join.to, contactWords(into.office_contact)) : [];
  const before = { ...other, members: other.former_members };
  const unused = [...typed.filter((key) => !used.has(keyText(key))), ...wordKeys(join.from, wordsOf(before))];
  for (const key of unused) await deleteItem(table, key);
};

/** Calendar feeds and links follow the logins that changed their family. */
const joinLinks = async ({ deps: { table }, join, other }: Joining): Promise<void> => {
  for (const { id } of other.former_members) {
    await joinFeed(table, id, join);
    await joinDayLinks(table, id, join);
  }
};

const inFirstStep: NotNeeded = { because: 'the first transaction moves it' };
const notPersonal: NotNeeded = { because: 'it says nothing of the family that other items do not' };
const alsoOnFamily: NotNeeded = { because: 'the item or the ledger of the family says so' };
const ofAccount: NotNeeded = { because: 'it belongs to an account, with which it goes' };

/** In the order of erasure and join. */
export const usedHoldings: readonly FamilyHolding<Erasure>[] = [
  {
    entities: ['waiting-entry', 'waiting-sibling', 'offer', 'waiting-behind', 'renewal'],
    erase: ({ deps, family }) => dropFamilyWaiting(deps, family.id),
    join: joinLists,
    built: builtOnWaiting,
    exported: ['waiting', 'offers', 'kept_places'],
  },
  {
    entities: ['booking'],
    erase: ({ deps, family, ender }) => endBookingsOf(deps, { familyId: family.id, ...ender }),
    join: joinPlaces,
    built: builtOnBookings,
    exported: ['bookings'],
  },
  {
    entities: ['unassigned-row', 'bank-row', 'unlisted-child'],
    erase: ({ deps, family }) => eraseNamesInTexts(deps, family),
    join: { because: 'they name persons and references, which stay, and no family' },
    built: { because: 'an undo leaves them' },
    exported: { because: 'only a person decides whom a free text means' },
  },
  {
    // Before history loses the names, since its records say which sessions may have marks and views.
    entities: ['register', 'card-view'],
    erase: async ({ deps: { table }, family: { id } }) => {
      const history = await listEndedBookings(table, id);
      await deleteFamilyMarks(table, history);
      await deleteFamilyViews(table, id, history);
    },
    join: joinRecords,
    built: { because: 'a mark needs a booking, and who read a card stays known' },
    exported: ['register_marks', 'card_views'],
  },
];

/** Retained for as long as money entries. */
export const historyHoldings = {
  entities: ['ended-booking', 'late-ending', 'ledger-entry'],
  erase: (table: Table, familyId: FamilyId, now: Date): Promise<boolean> =>
    anonymizeHistory(table, familyId, retainedUntil(now)),
  join: joinHistory,
  built: builtOnHistory,
  exported: ['ended_bookings', 'entries'],
} as const satisfies Omit<FamilyHolding<never>, 'erase'> & { readonly erase: unknown };

/** Erased all at once. */
export const ownHoldings: readonly FamilyHolding<OwnItems>[] = [
  {
    entities: ['imported', 'imported-card'],
    erase: ({ table, stored, imported }) =>
      Promise.all((stored ? imported : []).map((key) => deleteItem(table, key))),
    join: async ({ deps: { table, clock, timeZone }, join }) => {
      await joinImports(table, join, toCalendarDate(clock(), timeZone));
      await joinImportedCards(table, join);
    },
    built: builtOnImports,
    exported: ['imported'],
  },
  {
    entities: ['child'],
    erase: ({ table, stored }) =>
      Promise.all(
        (stored?.children ?? []).map(({ parent_id, id }) => deleteItem(table, childKey(parent_id, id))),
      ),
    join: inFirstStep,
    built: builtOnChildren,
    exported: ['children'],
  },
  {
    entities: ['word'],
    erase: ({ table, stored }) =>
      Promise.all(
        (stored ? wordKeys(stored.family.id, wordsOf(stored.family)) : []).map((key) =>
          deleteItem(table, key),
        ),
      ),
    join: joinWords,
    built: { because: 'they follow from the names' },
    exported: ['child_names'],
  },
  {
    entities: ['adult-invitation'],
    erase: ({ table, family }) => eraseFamilyInvitation(table, family.id),
    join: inFirstStep,
    built: alsoOnFamily,
    exported: { because: 'it is shown to the holder, and is of another person' },
  },
  {
    entities: ['entry-note'],
    erase: ({ table, family }) => deleteEntryNotes(table, family.id),
    join: { because: 'each goes with its entry' },
    built: builtOnEntryNotes,
    exported: ['entries'],
  },
  {
    entities: ['asked-card-payment', 'card-payment'],
    erase: { because: 'they hold ids and amounts, and expire, as what follows from them' },
    join: ({ deps: { table }, join }) => joinCardPayments(table, join),
    built: { because: 'each recorded one has an entry' },
    exported: { because: 'each recorded one is an entry' },
  },
  {
    entities: ['family-note'],
    erase: ({ table, family }) => deleteNotes(table, family.id),
    join: ({ deps: { table }, join }) => joinNotes(table, join),
    built: builtOnNotes,
    exported: ['notes'],
  },
  {
    entities: ['payment-reference'],
    erase: ({ table, family }) => releaseReferences(table, family.id),
    join: inFirstStep,
    built: alsoOnFamily,
    exported: ['reference', 'second_reference', 'joined_references'],
  },
  {
    entities: ['family-task'],
    erase: ({ table, family }) => deleteFamilyTasks(table, family.id),
    join: ({ deps: { table }, join }) => joinFamilyTasks(table, join),
    built: builtOnTasks,
    exported: { because: 'it says that the office is to look at the family' },
  },
  {
    entities: ['aside-mail'],
    erase: ({ table, family }) => dropAsideMailsOf(table, family),
    join: ({ deps: { table }, join }) => joinAsideMails(table, join),
    built: builtOnMails,
    exported: notPersonal,
  },
];

/** The erasure's last transaction deletes these, or removes the name; others go with accounts. */
const lastHoldings: readonly FamilyHolding<never>[] = [
  {
    entities: ['family', 'ledger', 'registration'],
    erase: { because: 'the last transaction does it' },
    join: inFirstStep,
    built: builtOnFamily,
    exported: ['profile', 'members', 'charged', 'credited', 'waived', 'received'],
  },
  {
    entities: ['account', 'calendar-feed', 'day-link', 'offer-link'],
    erase: ofAccount,
    join: joinLinks,
    built: alsoOnFamily,
    exported: { because: 'the account is in the profile, and secrets are stored as hashes' },
  },
  {
    entities: ['import-row'],
    erase: { because: 'the undo of the import forgets it, or it expires' },
    join: { because: 'it goes with what the import made of the family' },
    built: { because: 'the import itself made it' },
    exported: notPersonal,
  },
  {
    entities: ['joined-family'],
    erase: { because: 'it expires some days after the join' },
    join: { because: 'it says where the family went' },
    built: { because: 'an undo takes nothing of a family that was joined' },
    exported: notPersonal,
  },
];

/** All that a family has, room by room (WAL-01). */
export const familyHoldings = [...usedHoldings, historyHoldings, ...ownHoldings, ...lastHoldings];
