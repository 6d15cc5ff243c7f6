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
import { ContentionError, retryRefused } from '../lib/contention.ts';
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
import { childIdAfterJoin, type FamilyJoin } from '../lib/family-join.ts';
import type { Table } from '../lib/table.ts';
import { hourOf } from './changes.ts';
import { trialKey } from './charges.ts';
import { isOpening, listLedgerEntries, openingAttempt, openingKeyPrefix } from './entries.ts';
import { type FamilyLedger, type FamilyPlace, hasBooked, placeKey, placesIn } from './ledger.ts';
import { referencesIn, referencesJoin } from './references.ts';

const sumsOf = ({ charged, credited, waived, received }: FamilyLedger) => ({
  charged,
  credited,
  waived,
  received,
});

const isUnchangedLedger = (ledger: FamilyLedger): Tests => ({
  ...exists,
  ...Object.fromEntries(Object.entries(sumsOf(ledger)).map(([name, sum]) => [name, sum || orAbsent(0)])),
  trials: ledger.trials,
  ended_attempts: ledger.ended_attempts,
});

const trialsAfter = (join: FamilyJoin, trials: Iterable<string>): Set<string> =>
  new Set(
    [...trials].map((mark) => {
      const [cls, child] = mark.split('#');
      return trialKey({
        class_id: classIdSchema.parse(cls),
        child_id: childIdAfterJoin(join, childIdSchema.parse(child)),
      });
    }),
  );

/** Takes the older of two dates, which is at most too early. */
const earlierOpenSince = (ledgers: readonly FamilyLedger[]): string | undefined =>
  ledgers
    .filter((ledger) => balanceOf(ledger) > 0)
    .flatMap(({ open_since }) => open_since ?? [])
    .toSorted(ascending)[0];

/** Moves sums, attempts, references and payers, and closes the ledger. Refused where a ledger changed since the read. */
export const beginLedgerJoin = (
  table: Table,
  join: FamilyJoin,
  { other, into }: { readonly other: FamilyLedger; readonly into: FamilyLedger },
): Write[] => {
  const live = new Set(placesIn(other).flatMap((place) => (place.is_trial ? trialKey(place) : [])));
  const over = new Set([...other.trials].filter((mark) => !live.has(mark)));
  const openSince = earlierOpenSince([into, other]);
  const reminded = [into.reminded_at, other.reminded_at]
    .flatMap((at) => at ?? [])
    .toSorted(ascending)
    .at(-1);
  const renamed = { ...other.renamed_children, ...into.renamed_children };
  const isFirstHour = into.counted_hour === '' && hasBooked(other);
  return [
    updateWrite(table, familyLedgerKey(join.from), {
      set: { closing: true, charged: 0, credited: 0, waived: 0, received: 0 },
      remove: ['reference', 'second_reference', 'joined_references', 'payers', 'renamed_children'],
      ...(over.size > 0 && { take: { trials: over } }),
      if: {
        ...isUnchangedLedger(other),
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
        // A concurrent rename that did not see the moved bookings is refused, since it compares this count.
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
        open_since: into.open_since,
        reminded_at: into.reminded_at,
        renamed_children:
          Object.keys(into.renamed_children).length > 0 ? into.renamed_children : orAbsent({}),
        ...(isFirstHour && { counted_hour: absent }),
      },
    }),
    ...referencesJoin(table, join, other),
  ];
};

/** Moves the due dates of a booking to the other ledger. No writes for a booking without due dates. */
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

/** Refused where due dates were reduced, or the child renamed. @param booking with the child's name in `to` */
export const placeJoin = (
  table: Table,
  join: FamilyJoin,
  { due_plans, trials }: FamilyLedger,
  { id, child_name, ...place }: FamilyPlace & { readonly id: BookingId; readonly child_name: string },
): Write[] => {
  const child_id = childIdAfterJoin(join, place.child_id);
  const after = { ...place, child_id };
  const plan = due_plans[id];
  const path = `due_plans.${id}`;
  const trial = place.is_trial && trials.has(trialKey(place));
  return [
    updateWrite(table, familyLedgerKey(join.from), {
      ...(plan && { remove: [path] }),
      take: {
        places: new Set([placeKey(place)]),
        ...(trial && { trials: new Set([trialKey(place)]) }),
      },
      if: { ...exists, ...(plan && { [path]: plan }) },
    }),
    updateWrite(table, familyLedgerKey(join.to), {
      set: {
        [`child_versions.${child_id}`]: plusFromZero(1),
        ...(plan && { [path]: plan }),
      },
      add: {
        places: new Set([placeKey(after)]),
        hour_bookings: 1,
        live_bookings_at_most: 1,
        ...(trial && { trials: new Set([trialKey(after)]) }),
      },
      if: { ...exists, [`renamed_children.${child_id}`]: orAbsent(child_name) },
    }),
  ];
};

export const forgetPlace = (table: Table, { from }: FamilyJoin, place: FamilyPlace): Write =>
  updateWrite(table, familyLedgerKey(from), { take: { places: new Set([placeKey(place)]) }, if: exists });

/** Moves what was credited since the first transaction. Refused where the ledger has a place, or changed since the read. */
export const endLedgerJoin = (table: Table, join: FamilyJoin, other: FamilyLedger): Write[] => [
  deleteWrite(table, familyLedgerKey(join.from), {
    if: {
      ...isUnchangedLedger(other),
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

/** The key of an entry, or of the entry that a counter-entry takes back. */
const keyOfOriginal = (key: string): string => {
  const prefix = counterKeyPrefix('');
  return key.startsWith(prefix) ? key.slice(prefix.length) : key;
};

interface Group {
  readonly root: string;
  readonly entries: readonly Item[];
  readonly notes: ReadonlyMap<string, Item>;
}

/** The entries that are not moved yet. No function may change or delete an entry, so a moved entry expires. */
const readGroups = async (table: Table, { from }: FamilyJoin): Promise<Group[]> => {
  const query = (partition: { readonly PK: string }) =>
    queryAll(table, { ...inPartition(partition), ConsistentRead: true });
  const [entries, notes] = await Promise.all([
    query(ledgerEntriesPartition(from)),
    query(entryNotesPartition(from)),
  ]);
  const left = entries.filter((item) => item[tableSchema.timeToLiveAttribute] === undefined);
  const noteOf = new Map(notes.map((note) => [String(note.SK), note]));
  return [...Map.groupBy(left, ({ SK }) => keyOfOriginal(String(SK)))].map(([root, own]) => ({
    root,
    entries: own,
    notes: noteOf,
  }));
};

/** Every family counts its opening balances by itself. */
const causeInTarget = (cause: LedgerEntryCause, opening: IdempotencyKey | undefined): LedgerEntryCause => {
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
    const cause = causeInTarget(itemParser(ledgerEntrySchema)(item).cause, opening);
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

/** An entry and its counter-entry move in one transaction. The first transaction of the join has moved the sums. */
export const joinEntries = (table: Table, join: FamilyJoin): Promise<true> =>
  retryRefused(async () => {
    const outcomes: string[] = [];
    for (const group of await readGroups(table, join)) outcomes.push(await sendGroup(table, join, group));
    return outcomes.includes('refused') ? undefined : true;
  });

/** Limit for the entries of one booking in the transaction that moves the booking. */
const maxWritesOfBooking = 80;

/** Entries move with their booking, so that whoever credits it finds its credits; those beyond the limit move before. */
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
  while (count > maxWritesOfBooking) {
    const first = writes.shift();
    if (!first) break;
    await sendGroup(table, join, first.group);
    count -= first.own.length;
  }
  return writes.flatMap(({ own }) => own);
};
