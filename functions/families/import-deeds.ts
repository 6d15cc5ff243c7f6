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
import { ContentionError, retryRefused } from '../lib/contention.ts';
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

/** Short, since a family has one for each child, and nobody gains by a collision. */
const fingerprintLength = 12;

/** Attributes that follow from other items, or that an undo sets. */
const derived = new Set(['child_keys', 'child_names', 'children_count', 'deleting', 'undoing']);

export const fingerprintOf = (item: Item): string => {
  const own = Object.entries(item).filter(([name]) => !derived.has(name));
  return sha256(canonicalJson(Object.fromEntries(own))).slice(0, fingerprintLength);
};

export const fingerprintsOf = (items: readonly Item[]): ImportDeed['stored'] =>
  Object.fromEntries(items.map((item) => [String(item.SK), fingerprintOf(item)]));

/** What an import stored of a family, while the import can be undone. */
export const importedRowSchema = z.object({
  import_id: importIdSchema,
  first: importRowIdSchema,
  rows: z.array(importRowIdSchema),
  parent_id: familyIdSchema,
  made: z.enum(['family', 'changes']),
  children: z.array(childIdSchema),
  completed: z.object({ email: z.optional(z.string()), phone_number: z.optional(z.string()) }),
  /** Always empty. The last release cannot read a deed without these fields; this one can, so the next one omits them. */
  full_name: z.optional(z.string()),
  phone_number: z.optional(z.string()),
  note: z.optional(familyNoteIdSchema),
  /** Fingerprints of the stored items by sort key. A different fingerprint shows a change since. */
  stored: z.record(z.string(), z.string()),
  /** The opening balance that is not recorded yet, in cents. */
  balance: z.optional(z.int()),
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

export const listDeeds = (table: Table, familyId: FamilyId): Promise<ImportDeed[]> =>
  queryAs(
    table,
    itemParser(importedRowSchema),
    inPartition(familyPartition(familyId), { beginning: importedPrefix }),
  );

/** Neither recorded nor undone since. A repeated import's deed with the same children is undone by the same writes. */
export const requireSameDeed = ({ balance, entry, completed }: ImportDeed): Tests => ({
  ...exists,
  ...{ balance, entry, completed },
});

/** The opening balance that was not taken back, in cents, below 0 for a credit, and the attempt of the next one. */
export const readOpening = async (table: Table, familyId: FamilyId) => {
  const openings = (await listLedgerEntries(table, familyId)).filter(isOpening);
  const takenBack = await Promise.all(openings.map(({ cause }) => isTakenBack(table, familyId, cause)));
  const standing = openings[takenBack.indexOf(false)];
  return {
    opening: standing ? (standing.kind === 'opening' ? standing.amount : -standing.amount) : null,
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

/** Stored with the entry of an opening balance. */
export const noteOpening = (table: Table, { parent_id, first }: ImportDeed, entry: IdempotencyKey): Write =>
  updateWrite(table, importedKey(parent_id, first), {
    set: { entry },
    remove: ['balance'],
    if: { ...exists, balance: present },
  });

/** The opening balance that is not recorded yet, as an entry of the joined family. */
const unrecordedOpening = (
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

/** Ends the possibility to undo an import of a family, and records an opening balance that an interruption left out. */
const endDeed = async (
  table: Table,
  deed: ImportDeed,
  moment: Pick<FamilyJoin, 'at'> & { readonly today: CalendarDate },
): Promise<'done' | 'refused'> => {
  const { balance, parent_id, first } = deed;
  const { opening, next } = await readOpening(table, parent_id);
  const { outcome } = await sendTransaction(table, [
    deleteWrite(table, importedKey(parent_id, first), { if: requireSameDeed(deed) }),
    ...(balance === undefined || balance === 0 || opening !== null
      ? []
      : entryWrites(table, parent_id, unrecordedOpening(balance, next, moment), undefined)),
  ]);
  if (outcome === 'busy') throw new ContentionError('Contention on what an import made persisted');
  return outcome;
};

/** An undo would delete what the other family had. Moves the rows of their files. Idempotent. */
export const joinImports = async (table: Table, join: FamilyJoin, today: CalendarDate): Promise<void> => {
  const { from, to, at } = join;
  await retryRefused(async () => {
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
