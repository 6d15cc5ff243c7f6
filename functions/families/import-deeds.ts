import * as z from 'zod/mini';
import { type ImportRowId, importIdSchema, importRowIdSchema } from '#shared/families/import';
import type { LedgerEntry } from '#shared/ledger/entry';
import {
  childIdSchema,
  type FamilyId,
  familyIdSchema,
  familyNoteIdSchema,
  type IdempotencyKey,
  idempotencyKeySchema,
} from '#shared/lib/ids';
import { type CalendarDate, centsSchema, type Instant, instantSchema } from '#shared/lib/values';
import { entryWrites, isOpening, isTakenBack, listLedgerEntries, openingAttempt } from '../ledger/entries.ts';
import { ContentionError, repeatRefused } from '../lib/contention.ts';
import {
  deleteWrite,
  exists,
  isNew,
  present,
  putWrite,
  type Tests,
  updateWrite,
} from '../lib/dynamo/expressions.ts';
import {
  canonicalJson,
  entityAttribute,
  type Item,
  type ItemRef,
  itemParser,
  sha256,
  tableSchema,
} from '../lib/dynamo/items.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import { familyPartition, importedKey, importedPrefix, importRowKey } from '../lib/dynamo/keys-of-people.ts';
import { getItem, inPartition, queryAs } from '../lib/dynamo/reads.ts';
import { sendTransaction, updateItem } from '../lib/dynamo/writes.ts';
import type { FamilyJoin } from '../lib/family-join.ts';
import type { Table } from '../lib/table.ts';
import { importedEntity } from './families.ts';
import { expiryOf } from './imports.ts';

/** Short: a family has one for each child, and nobody gains by a collision. */
const fingerprintLength = 12;

/** What of a family's item says nothing of its own: names that its children have, and that an undo looks at it. */
const derived = new Set(['child_keys', 'child_names', 'children_count', 'deleting', 'undoing']);

/** Equal for items with the same attributes. */
export const fingerprintOf = (item: Item): string => {
  const own = Object.entries(item).filter(([name]) => !derived.has(name));
  return sha256(canonicalJson(Object.fromEntries(own))).slice(0, fingerprintLength);
};

export const fingerprintsOf = (items: readonly Item[]): ImportDeed['stored'] =>
  Object.fromEntries(items.map((item) => [String(item.SK), fingerprintOf(item)]));

/** What an import made of a family, for as long as it can be undone. It goes with the family. */
export const importedRowSchema = z.object({
  import_id: importIdSchema,
  first: importRowIdSchema,
  rows: z.array(importRowIdSchema),
  parent_id: familyIdSchema,
  made: z.enum(['family', 'changes']),
  /** The children that it added. */
  children: z.array(childIdSchema),
  /** What the contact of a known family lacked, and got. */
  completed: z.object({ email: z.optional(z.string()), phone_number: z.optional(z.string()) }),
  /** Empty. The last release cannot read a deed without them; this one can, so that the next one leaves them out. */
  full_name: z.optional(z.string()),
  phone_number: z.optional(z.string()),
  /** Its note for the office. */
  note: z.optional(familyNoteIdSchema),
  /** The items that it stored in the family's partition, by their sort key: what is another one now was changed since. */
  stored: z.record(z.string(), z.string()),
  /** The opening balance that is not recorded yet. */
  balance: z.optional(z.int()),
  /** The attempt of its entry, once it is. */
  entry: z.optional(idempotencyKeySchema),
  at: instantSchema,
});

export type ImportDeed = z.infer<typeof importedRowSchema>;

const deedRef = (familyId: FamilyId, first: ImportRowId): ItemRef<ImportDeed> => ({
  key: importedKey(familyId, first),
  fromItem: itemParser(importedRowSchema),
});

export const getDeed = (
  table: Table,
  familyId: FamilyId,
  first: ImportRowId,
): Promise<ImportDeed | undefined> => getItem(table, deedRef(familyId, first));

/** What imports made of a family. One Query. */
export const listDeeds = (table: Table, familyId: FamilyId): Promise<ImportDeed[]> =>
  queryAs(
    table,
    itemParser(importedRowSchema),
    inPartition(familyPartition(familyId), { beginning: importedPrefix }),
  );

/**
 * A deed is as it was read: its opening balance was not recorded since, nor was it undone. One that was made anew and is the same
 * in this, of the same children, is undone by the same writes.
 */
export const deedIsAsRead = ({ balance, entry, completed }: ImportDeed): Tests => ({
  ...exists,
  ...{ balance, entry, completed },
});

/** Whether a family has an opening balance that was not taken back, and the attempt of the next one. */
export const readOpening = async (table: Table, familyId: FamilyId) => {
  const openings = (await listLedgerEntries(table, familyId)).filter(isOpening);
  const takenBack = await Promise.all(openings.map(({ cause }) => isTakenBack(table, familyId, cause)));
  return {
    hasOpening: takenBack.includes(false),
    next: openingAttempt(openings.length),
  };
};

export const deedWrites = (table: Table, startedAt: Instant, deed: ImportDeed): Write[] => [
  ...deed.rows.map((row) =>
    putWrite(
      table,
      {
        ...importRowKey(deed.import_id, row),
        [entityAttribute]: 'import-row',
        parent_id: deed.parent_id,
        first: deed.first,
        [tableSchema.timeToLiveAttribute]: expiryOf(startedAt),
      },
      { if: isNew },
    ),
  ),
  putWrite(table, {
    ...importedKey(deed.parent_id, deed.first),
    [entityAttribute]: importedEntity,
    ...importedRowSchema.parse(deed),
    ...{ full_name: '', phone_number: '' },
    [tableSchema.timeToLiveAttribute]: expiryOf(startedAt),
  }),
];

/** The writes, besides those of its entry, that note that the opening balance of a family is recorded. */
export const openingNoted = (table: Table, { parent_id, first }: ImportDeed, entry: IdempotencyKey): Write =>
  updateWrite(table, importedKey(parent_id, first), {
    set: { entry },
    remove: ['balance'],
    if: { ...exists, balance: present },
  });

/** The opening balance of an import that is not recorded yet, as the entry of a family that is joined. */
const openingOf = (
  balance: number,
  attempt: IdempotencyKey,
  { at, today }: Pick<FamilyJoin, 'at'> & { readonly today: CalendarDate },
): LedgerEntry => {
  const entry = {
    amount: centsSchema.parse(Math.abs(balance)),
    day: today,
    recorded_at: at,
    made_by: null,
    cause: { type: 'attempt', attempt },
  } as const;
  return balance > 0 ? { ...entry, kind: 'opening' } : { ...entry, kind: 'credit', class: null };
};

/** Ends that an import can be undone for a family. An opening balance that an interruption left out is recorded before. */
const endDeed = async (
  table: Table,
  deed: ImportDeed,
  moment: Pick<FamilyJoin, 'at'> & { readonly today: CalendarDate },
): Promise<'done' | 'refused'> => {
  const { balance, parent_id, first } = deed;
  const { hasOpening, next } = await readOpening(table, parent_id);
  const { outcome } = await sendTransaction(table, [
    deleteWrite(table, importedKey(parent_id, first), { if: deedIsAsRead(deed) }),
    ...(balance === undefined || balance === 0 || hasOpening
      ? []
      : entryWrites(table, parent_id, openingOf(balance, next, moment), undefined)),
  ]);
  if (outcome === 'busy') throw new ContentionError('Contention on what an import made persisted');
  return outcome;
};

/**
 * Ends that imports can be undone for two families that are joined: an undo would delete what the other one had. The rows of their
 * files are those of the family that stays. Idempotent.
 */
export const joinImports = async (table: Table, join: FamilyJoin, today: CalendarDate): Promise<void> => {
  const { from, to, at } = join;
  await repeatRefused(async () => {
    const deeds = [...(await listDeeds(table, from)), ...(await listDeeds(table, to))];
    const outcomes: string[] = [];
    for (const deed of deeds) {
      if (deed.parent_id === from)
        for (const row of deed.rows)
          await updateItem(table, importRowKey(deed.import_id, row), {
            set: { parent_id: to },
            if: { parent_id: from },
          });
      outcomes.push(await endDeed(table, deed, { at, today }));
    }
    return outcomes.includes('refused') ? undefined : true;
  });
};
