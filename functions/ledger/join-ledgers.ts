import { balanceOf } from '#shared/ledger/balance';
import {
  counteredKeySchema,
  counterKeyPrefix,
  type LedgerEntryCause,
  type LedgerEntryKey,
  ledgerEntryKey,
  ledgerEntryKeySchema,
  ledgerEntrySchema,
} from '#shared/ledger/entry';
import { type BookingId, childIdSchema, classIdSchema, type IdempotencyKey } from '#shared/lib/ids';
import { ascending } from '#shared/lib/text';
import { ContentionError, repeatRefused } from '../lib/contention.ts';
import {
  absent,
  deleteWrite,
  exists,
  isNew,
  orAbsent,
  plusFromZero,
  putWrite,
  type Tests,
  updateWrite,
} from '../lib/dynamo/expressions.ts';
import { type Item, itemParser, joinedAttribute, tableSchema, toEpochSeconds } from '../lib/dynamo/items.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import {
  entryNoteKey,
  entryNotesPartition,
  familyLedgerKey,
  ledgerEntriesPartition,
  ledgerEntryItemKey,
} from '../lib/dynamo/keys-of-people.ts';
import { inPartition, queryAll } from '../lib/dynamo/reads.ts';
import { sendTransaction } from '../lib/dynamo/writes.ts';
import { childAfter, type FamilyJoin } from '../lib/family-join.ts';
import type { Table } from '../lib/table.ts';
import { hourOf } from './changes.ts';
import { trialMark } from './charges.ts';
import { isOpening, listLedgerEntries, openingAttempt, openingKeyPrefix } from './entries.ts';
import { type FamilyLedger, type FamilyPlace, hasBooked, placeMark, placesIn } from './ledger.ts';
import { referencesIn, referencesJoin } from './references.ts';

const sumsOf = ({ charged, credited, waived, received }: FamilyLedger) => ({
  charged,
  credited,
  waived,
  received,
});

/** That the sums, marks and attempts of a ledger are as they were read. */
const ledgerIsAsRead = (ledger: FamilyLedger): Tests => ({
  ...exists,
  ...Object.fromEntries(Object.entries(sumsOf(ledger)).map(([name, sum]) => [name, sum || orAbsent(0)])),
  trials: ledger.trials,
  ended_attempts: ledger.ended_attempts,
});

const trialsAfter = (join: FamilyJoin, trials: Iterable<string>): Set<string> =>
  new Set(
    [...trials].map((mark) => {
      const [cls, child] = mark.split('#');
      return trialMark({
        class_id: classIdSchema.parse(cls),
        child_id: childAfter(join, childIdSchema.parse(child)),
      });
    }),
  );

/** Since when two families owe as one: the older date, which is too early at most. */
const openSinceOfBoth = (ledgers: readonly FamilyLedger[]): string | undefined =>
  ledgers
    .filter((ledger) => balanceOf(ledger) > 0)
    .flatMap(({ open_since }) => open_since ?? [])
    .toSorted(ascending)[0];

/**
 * The writes that give the money of a family to the one that it is joined with, for the first transaction of the join: its sums,
 * attempts, references and payers. From then on the ledger of the family that goes is closed. It keeps places, plans and trials of
 * live bookings until these are moved. Refused where one of the ledgers changed since it was read.
 */
export const beginLedgerJoin = (
  table: Table,
  join: FamilyJoin,
  { other, kept }: { readonly other: FamilyLedger; readonly kept: FamilyLedger },
): Write[] => {
  const live = new Set(placesIn(other).flatMap((place) => (place.is_trial ? trialMark(place) : [])));
  const over = new Set([...other.trials].filter((mark) => !live.has(mark)));
  const openSince = openSinceOfBoth([kept, other]);
  const reminded = [kept.reminded_at, other.reminded_at]
    .flatMap((at) => at ?? [])
    .toSorted(ascending)
    .at(-1);
  const renamed = { ...other.renamed_children, ...kept.renamed_children };
  const isFirstHour = kept.counted_hour === '' && hasBooked(other);
  return [
    updateWrite(table, familyLedgerKey(join.from), {
      set: { closing: true, charged: 0, credited: 0, waived: 0, received: 0 },
      remove: ['reference', 'second_reference', 'joined_references', 'payers', 'renamed_children'],
      ...(over.size > 0 && { take: { trials: over } }),
      if: {
        ...ledgerIsAsRead(other),
        closing: absent,
        second_reference: other.second_reference,
        payers: other.payers,
        renamed_children:
          Object.keys(other.renamed_children).length > 0 ? other.renamed_children : orAbsent({}),
      },
    }),
    updateWrite(table, familyLedgerKey(join.to), {
      set: {
        ...(openSince && { open_since: openSince }),
        ...(reminded && { reminded_at: reminded }),
        ...(Object.keys(other.renamed_children).length > 0 && { renamed_children: renamed }),
        // A rename that did not see the bookings which follow is refused by their count.
        ...(isFirstHour && { counted_hour: other.counted_hour || hourOf(join.at), hour_bookings: 0 }),
      },
      add: {
        ...sumsOf(other),
        trials: trialsAfter(join, over),
        ended_attempts: other.ended_attempts,
        payers: other.payers,
        joined_references: new Set<string>(referencesIn(other)),
      },
      if: {
        ...exists,
        closing: absent,
        open_since: kept.open_since,
        reminded_at: kept.reminded_at,
        renamed_children:
          Object.keys(kept.renamed_children).length > 0 ? kept.renamed_children : orAbsent({}),
        ...(isFirstHour && { counted_hour: absent }),
      },
    }),
    ...referencesJoin(table, join, other),
  ];
};

/** The writes that move what two ledgers have of the due dates of a booking; none for a booking without. */
export const planJoin = (
  table: Table,
  { from, to }: FamilyJoin,
  { due_plans }: FamilyLedger,
  booking: BookingId,
): Write[] => {
  const plan = due_plans[booking];
  if (!plan) return [];
  const path = `due_plans.${booking}`;
  return [
    updateWrite(table, familyLedgerKey(from), { remove: [path], if: { ...exists, [path]: plan } }),
    updateWrite(table, familyLedgerKey(to), { set: { [path]: plan }, if: exists }),
  ];
};

/**
 * The writes that move what two ledgers have of a live booking. Refused where its due dates were reduced meanwhile, and where its
 * child has another name by now.
 * @param booking with the name that its child has in the family that stays
 */
export const placeJoin = (
  table: Table,
  join: FamilyJoin,
  { due_plans, trials }: FamilyLedger,
  { id, child_name, ...place }: FamilyPlace & { readonly id: BookingId; readonly child_name: string },
): Write[] => {
  const child_id = childAfter(join, place.child_id);
  const after = { ...place, child_id };
  const plan = due_plans[id];
  const path = `due_plans.${id}`;
  const trial = place.is_trial && trials.has(trialMark(place));
  return [
    updateWrite(table, familyLedgerKey(join.from), {
      ...(plan && { remove: [path] }),
      take: {
        places: new Set([placeMark(place)]),
        ...(trial && { trials: new Set([trialMark(place)]) }),
      },
      if: { ...exists, ...(plan && { [path]: plan }) },
    }),
    updateWrite(table, familyLedgerKey(join.to), {
      set: {
        [`child_versions.${child_id}`]: plusFromZero(1),
        ...(plan && { [path]: plan }),
      },
      add: {
        places: new Set([placeMark(after)]),
        hour_bookings: 1,
        live_bookings_at_most: 1,
        ...(trial && { trials: new Set([trialMark(after)]) }),
      },
      if: { ...exists, [`renamed_children.${child_id}`]: orAbsent(child_name) },
    }),
  ];
};

/** Forgets a place that no booking has. */
export const forgetPlace = (table: Table, { from }: FamilyJoin, place: FamilyPlace): Write =>
  updateWrite(table, familyLedgerKey(from), { take: { places: new Set([placeMark(place)]) }, if: exists });

/**
 * The writes of the last transaction of a join: the ledger of the family that goes is deleted, with what was credited there since
 * the first one. Refused where it has a place, or changed since it was read.
 */
export const endLedgerJoin = (table: Table, join: FamilyJoin, other: FamilyLedger): Write[] => [
  deleteWrite(table, familyLedgerKey(join.from), {
    if: {
      ...ledgerIsAsRead(other),
      places: absent,
      due_plans: Object.keys(other.due_plans).length > 0 ? other.due_plans : orAbsent({}),
    },
  }),
  updateWrite(table, familyLedgerKey(join.to), {
    set: Object.fromEntries(
      Object.entries(other.due_plans).map(([booking, plan]) => [`due_plans.${booking}`, plan]),
    ),
    add: {
      ...sumsOf(other),
      trials: trialsAfter(join, other.trials),
      ended_attempts: other.ended_attempts,
    },
    if: exists,
  }),
];

/** What its counter-entry takes back of an entry, or the entry itself. */
const rootOf = (key: string): string => {
  const prefix = counterKeyPrefix('');
  return key.startsWith(prefix) ? key.slice(prefix.length) : key;
};

/** The entries of one cause with their notes: an entry, and what takes it back. */
interface Group {
  readonly root: string;
  readonly entries: readonly Item[];
  readonly notes: ReadonlyMap<string, Item>;
}

/** The entries that are not moved yet. No function may change or delete an entry: one that was moved expires. */
const readGroups = async (table: Table, { from }: FamilyJoin): Promise<Group[]> => {
  const query = (partition: { readonly PK: string }) =>
    queryAll(table, { ...inPartition(partition), ConsistentRead: true });
  const [entries, notes] = await Promise.all([
    query(ledgerEntriesPartition(from)),
    query(entryNotesPartition(from)),
  ]);
  const left = entries.filter((item) => item[tableSchema.timeToLiveAttribute] === undefined);
  const noteOf = new Map(notes.map((note) => [String(note.SK), note]));
  return [...Map.groupBy(left, ({ SK }) => rootOf(String(SK)))].map(([root, own]) => ({
    root,
    entries: own,
    notes: noteOf,
  }));
};

/** The cause of an entry in the family that stays. Every family counts its opening balances by itself. */
const causeAfter = (cause: LedgerEntryCause, opening: IdempotencyKey | undefined): LedgerEntryCause => {
  if (!opening) return cause;
  const attempt = { type: 'attempt', attempt: opening } as const;
  return cause.type === 'counter'
    ? { type: 'counter', entry: counteredKeySchema.parse(ledgerEntryKey(attempt)) }
    : attempt;
};

const groupJoin = (
  table: Table,
  { from, to, at }: FamilyJoin,
  { entries, notes }: Group,
  opening?: IdempotencyKey,
): Write[] =>
  entries.flatMap((item) => {
    const before: LedgerEntryKey = ledgerEntryKeySchema.parse(item.SK);
    const cause = causeAfter(itemParser(ledgerEntrySchema)(item).cause, opening);
    const after = ledgerEntryKey(cause);
    const note = notes.get(before);
    return [
      putWrite(
        table,
        {
          ...item,
          ...ledgerEntryItemKey(to, after),
          cause,
          ...(item.parent_id !== undefined && { parent_id: to }),
          [joinedAttribute]: at,
        },
        { if: isNew },
      ),
      updateWrite(table, ledgerEntryItemKey(from, before), {
        set: { [tableSchema.timeToLiveAttribute]: toEpochSeconds(new Date(at)) },
        if: { ...exists, [tableSchema.timeToLiveAttribute]: absent },
      }),
      ...(note
        ? [
            putWrite(table, { ...note, ...entryNoteKey(to, after) }),
            deleteWrite(table, entryNoteKey(from, before)),
          ]
        : []),
    ];
  });

const sendGroup = async (table: Table, join: FamilyJoin, group: Group): Promise<'done' | 'refused'> => {
  const before = group.root.startsWith(openingKeyPrefix)
    ? (await listLedgerEntries(table, join.to)).filter(isOpening).length
    : undefined;
  const opening = before === undefined ? undefined : openingAttempt(before);
  const { outcome } = await sendTransaction(table, groupJoin(table, join, group, opening));
  if (outcome === 'busy') throw new ContentionError('Contention on the entries of a family persisted');
  return outcome;
};

/**
 * Moves the entries of a family with their notes, each with what takes it back in one transaction. The sums of both ledgers do not
 * change: they were moved before.
 */
export const joinEntries = (table: Table, join: FamilyJoin): Promise<true> =>
  repeatRefused(async () => {
    const outcomes: string[] = [];
    for (const group of await readGroups(table, join)) outcomes.push(await sendGroup(table, join, group));
    return outcomes.includes('refused') ? undefined : true;
  });

/** Writes of one transaction that are about the entries of a booking. */
const mostOfBooking = 80;

/**
 * The writes that move the entries of some bookings, for the transaction that moves a booking: whoever credits it finds its credits
 * where the booking is. Those that are too many for one transaction are moved before.
 */
export const bookingEntriesJoin = async (
  table: Table,
  join: FamilyJoin,
  bookings: readonly BookingId[],
): Promise<Write[]> => {
  const isOwn = ({ root }: Group) =>
    bookings.some((id) => root.startsWith(`SESSION#${id}#`) || root === `ENDING#${id}`);
  const groups = (await readGroups(table, join)).filter(isOwn);
  const writes = groups.map((group) => ({ group, own: groupJoin(table, join, group) }));
  let count = writes.reduce((all, { own }) => all + own.length, 0);
  while (count > mostOfBooking) {
    const first = writes.shift();
    if (!first) break;
    await sendGroup(table, join, first.group);
    count -= first.own.length;
  }
  return writes.flatMap(({ own }) => own);
};
