import * as z from 'zod/mini';
import {
  type ImportedFamily,
  type ImportId,
  type ImportRowId,
  importLimits,
  importRowIdSchema,
  type StoredImport,
  storedImportSchema,
} from '#shared/families/import';
import { type FamilyId, familyIdSchema } from '#shared/lib/ids';
import { type Instant, instantOf, instantSchema } from '#shared/lib/values';
import { type Registration, registrationRef } from '../accounts/registrations.ts';
import { exists, isNew, putWrite, updateWrite } from '../lib/dynamo/expressions.ts';
import {
  entityAttribute,
  type ItemRef,
  itemParser,
  tableSchema,
  toEpochSeconds,
} from '../lib/dynamo/items.ts';
import {
  importKey,
  importRowKey,
  importRowsPartition,
  importsPartition,
} from '../lib/dynamo/keys-of-people.ts';
import { batchRead, getItem, inPartition, queryAll, queryAs } from '../lib/dynamo/reads.ts';
import { deleteItem, sendTransaction } from '../lib/dynamo/writes.ts';
import type { ExtraWrites } from '../lib/extra-writes.ts';
import type { Table } from '../lib/table.ts';
import { type PhoneTurns, phoneTurnRefs } from './phone-turns.ts';

const daySeconds = 86_400;
/** A day longer than an import can be undone. */

export const expiryOf = (startedAt: Instant): number =>
  toEpochSeconds(new Date(startedAt)) + (importLimits.undoDays + 1) * daySeconds;

/** An undo retains the import until it expires: a concurrent request may still store a family, which the next undo finds. */
export const begunImportSchema = z.extend(storedImportSchema, {
  /** When an undo began after the latest import of the file. */
  undone_at: z.optional(instantSchema),
});

type BegunImport = z.infer<typeof begunImportSchema>;

const importRef = (id: ImportId): ItemRef<BegunImport> => ({
  key: importKey(id),
  fromItem: itemParser(begunImportSchema),
});

export const importRowSchema = z.object({ parent_id: familyIdSchema, first: importRowIdSchema });

const rowRef = (id: ImportId, row: ImportRowId): ItemRef<z.infer<typeof importRowSchema>> => ({
  key: importRowKey(id, row),
  fromItem: itemParser(importRowSchema),
});

const listImportRows = async (table: Table, id: ImportId) => {
  const items = await queryAll(table, { ...inPartition(importRowsPartition(id)), ConsistentRead: true });
  return items.map((item) => ({ ...importRowSchema.parse(item), row: importRowIdSchema.parse(item.SK) }));
};

const withRows = async (table: Table, begun: BegunImport) => {
  const rows = await listImportRows(table, begun.import_id);
  return begun.undone_at && rows.length === 0 ? undefined : { begun, rows };
};

export const getImport = async (table: Table, id: ImportId) => {
  const begun = await getItem(table, importRef(id));
  return begun && withRows(table, begun);
};

export const listBegunImports = async (table: Table) => {
  const stored = await queryAs(table, itemParser(begunImportSchema), inPartition(importsPartition));
  const imports = await Promise.all(stored.map((begun) => withRows(table, begun)));
  return imports.filter((one) => one !== undefined);
};

/** Begins an import, or continues that of the same file, whoever began it. Begins anew where an undo left nothing. */
export const beginImport = async (
  table: Table,
  begun: StoredImport,
  extraWrites: ExtraWrites,
): Promise<StoredImport | 'busy'> => {
  const id = begun.import_id;
  const known = await getItem(table, importRef(id));
  if (known && !known.undone_at) return known;
  const { file_name, ...of } = begun;
  const fresh = {
    [entityAttribute]: 'import',
    ...of,
    ...(file_name !== undefined && { file_name }),
    [tableSchema.timeToLiveAttribute]: expiryOf(begun.started_at),
  };
  const isLeft = known && (await withRows(table, known));
  const write = known
    ? updateWrite(table, importKey(id), {
        set: isLeft ? {} : fresh,
        remove: ['undone_at'],
        if: { undone_at: known.undone_at },
      })
    : putWrite(table, { ...importKey(id), ...fresh }, { if: isNew });
  const { outcome } = await sendTransaction(table, [write, ...extraWrites]);
  if (outcome === 'busy') return 'busy';
  return (await getItem(table, importRef(id))) ?? 'busy';
};

export const storeUndo = async (
  table: Table,
  id: ImportId,
  now: Date,
  extraWrites: ExtraWrites,
): Promise<'done' | 'refused' | 'busy'> => {
  const set = { undone_at: instantOf(now) };
  const { outcome } = await sendTransaction(table, [
    updateWrite(table, importKey(id), { set, if: exists }),
    ...extraWrites,
  ]);
  return outcome;
};

/** Rows of a removed family can be imported again, for another family. */
export const forgetRows = async (
  table: Table,
  id: ImportId,
  { parent_id, rows }: { readonly parent_id: FamilyId; readonly rows: readonly ImportRowId[] },
): Promise<void> => {
  for (const row of rows) await deleteItem(table, importRowKey(id, row), { if: { parent_id } });
};

/** Two consistent round trips for each hundred. @param options.storesNothing skips phone turns, which only writes require */
export const readByKeys = async (
  table: Table,
  id: ImportId,
  families: readonly ImportedFamily[],
  { storesNothing }: { readonly storesNothing: boolean },
) => {
  const adultsOf = ({ adult, second }: ImportedFamily) => [adult, ...(second ? [second] : [])];
  const turnsOf = (family: ImportedFamily) =>
    phoneTurnRefs(adultsOf(family).map(({ phone_number }) => phone_number));
  const rows = families.flatMap((family) => family.rows.map((row) => rowRef(id, row)));
  const readRow = await batchRead(table, rows, { consistent: true });
  // A family with an imported row needs nothing else.
  const left = families.filter((family) => family.rows.some((row) => !readRow(rowRef(id, row))));
  const emails = new Set(left.flatMap(adultsOf).flatMap(({ email }) => email ?? []));
  const turns = storesNothing ? [] : left.flatMap((family) => [...turnsOf(family).values()]);
  const read = await batchRead(table, [...[...emails].map(registrationRef), ...turns], { consistent: true });
  return {
    rowOf: (row: ImportRowId) => readRow(rowRef(id, row)),
    addressOf: (email: string): Registration | undefined => read(registrationRef(email)),
    turnsOf: (family: ImportedFamily): PhoneTurns =>
      new Map(
        [...turnsOf(family)].map(([phone, ref]) => [phone, storesNothing ? undefined : read(ref)?.turn]),
      ),
  };
};

export type ReadByKeys = Awaited<ReturnType<typeof readByKeys>>;
