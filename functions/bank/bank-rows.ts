import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import {
  type BankColumns,
  bankColumnsSchema,
  matchRow,
  type NamesPerson,
  retainedRowUntil,
  type UnassignedRow,
  unassignedRowSchema,
} from '#shared/bank/import';
import type { LedgerEntry, LedgerEntryCause } from '#shared/ledger/entry';
import { type BankRow, type BankRowId, bankRowIdSchema, plainText } from '#shared/ledger/references';
import type { FamilyId, IdempotencyKey } from '#shared/lib/ids';
import { calendarDateSchema, centsSchema } from '#shared/lib/values';
import type { FamilyLedger } from '../ledger/ledger.ts';
import { deleteWrite, exists, isNew, putWrite } from '../lib/dynamo/expressions.ts';
import {
  entityAttribute,
  type Item,
  type ItemRef,
  indexKeys,
  itemParser,
  ownerIndex,
  sha256,
  tableSchema,
  toEpochSeconds,
} from '../lib/dynamo/items.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import { bankColumnsKey } from '../lib/dynamo/keys-of-classes.ts';
import {
  attemptRef,
  bankRowKey,
  ignoredRowsPartition,
  unassignedRowKey,
  unassignedRowsPartition,
} from '../lib/dynamo/keys-of-people.ts';
import { batchRead, getItem, inPartition, queryAll, queryAs } from '../lib/dynamo/reads.ts';
import { putItem, sendTransaction, updateItem } from '../lib/dynamo/writes.ts';
import type { ExtraWrites } from '../lib/extra-writes.ts';
import type { Table } from '../lib/table.ts';

export const bankRowClaimSchema = z.object({
  /** `unassigned` rows wait for a decision; `ignored` ones are no payments. */
  state: z.enum(['unassigned', 'recorded', 'taken-back', 'ignored']),
  /** The number of recordings, each of which is a cause of its own. */
  times: z.int(),
  /** The number of families among whom the row was split (BNK-05). */
  parts: z.optional(z.int()),
  /** A part of a split row that was taken back: a row of its own, which is in no file. */
  is_part: z.optional(z.literal(true)),
  /** The day in the list. Another file, or other columns, may give the row another day. */
  day: z.optional(calendarDateSchema),
  /** The press that recorded the row, in the form of `pressRef`. */
  press: z.optional(z.string()),
  reason: z.optional(z.string()),
});
export type BankRowClaim = z.infer<typeof bankRowClaimSchema>;

/** Identifies a payer in a ledger; undefined where the file names none. */
export const payerHash = (payer: string): string | undefined =>
  plainText(payer) === '' ? undefined : sha256(plainText(payer)).slice(0, 10);

/** Identifies a press in the stored row. */
export const pressRef = (press: IdempotencyKey): string => attemptRef(press);

const claimRef = (id: BankRowId): ItemRef<BankRowClaim> => ({
  key: bankRowKey(id),
  fromItem: itemParser(bankRowClaimSchema),
});

export const readBankRowClaims = async (
  table: Table,
  ids: readonly BankRowId[],
): Promise<(id: BankRowId) => BankRowClaim | undefined> => {
  const read = await batchRead(table, ids.map(claimRef), { consistent: true });
  return (id) => read(claimRef(id));
};

/** With the claim that was read; undefined for a new row. */
interface ClaimedRow extends Pick<BankRow, 'day'> {
  readonly id: BankRowId;
  readonly claim: BankRowClaim | undefined;
}

/** True for recorded and ignored rows. */
export const isDecided = (claim: BankRowClaim | undefined): boolean =>
  claim !== undefined && ['recorded', 'ignored'].includes(claim.state);

/** Retained until a row of its day cannot be recorded any more. */
const claimItem = ({ id, day }: Omit<ClaimedRow, 'claim'>, claim: BankRowClaim): Item => ({
  ...bankRowKey(id),
  [entityAttribute]: 'bank-row',
  ...bankRowClaimSchema.parse(claim),
  ...(claim.reason !== undefined && { ...ignoredRowsPartition, [ownerIndex.sortKey]: id }),
  [tableSchema.timeToLiveAttribute]: toEpochSeconds(retainedRowUntil(day)),
});

/** Belongs in the transaction of the decision. Refused where the claim changed since it was read. */
export const bankRowClaimPut = (table: Table, row: ClaimedRow, next: BankRowClaim): Write =>
  putWrite(table, claimItem(row, next), {
    if: row.claim ? { state: row.claim.state, times: row.claim.times } : isNew,
  });

const unassignedRowPut = (table: Table, row: BankRow, method: UnassignedRow['method']): Write =>
  putWrite(table, {
    ...unassignedRowKey(row),
    [entityAttribute]: 'unassigned-row',
    ...unassignedRowSchema.parse({ ...row, method, is_erased: false }),
    [tableSchema.timeToLiveAttribute]: toEpochSeconds(retainedRowUntil(row.day)),
  });

interface RowPayment extends Pick<Extract<LedgerEntry, { kind: 'payment' }>, 'day' | 'amount' | 'method'> {
  readonly cause: Extract<LedgerEntryCause, { type: 'row' }>;
}

/** The part becomes a row of its own, since the others stay recorded. No condition: a payment is taken back once. */
export const freeBankRow = (table: Table, { day, amount, method, cause }: RowPayment): Write[] => {
  const { row, time: times, parts, is_part } = cause;
  if (parts === undefined && !is_part)
    return [putWrite(table, claimItem({ id: row, day }, { state: 'taken-back', times }))];
  const id = is_part ? row : bankRowIdSchema.parse(sha256(randomUUID()));
  const claim = { state: 'unassigned', times: is_part ? times : 0, day, is_part: true } as const;
  const text = 'Part of a payment that was split';
  return [
    putWrite(table, claimItem({ id, day }, claim)),
    unassignedRowPut(table, { id, day, amount, text, payer: '' }, method),
  ];
};

/** Removes reasons that name an erased family (EME-07). The rows stay ignored. One Query of the index, one write each. */
export const eraseIgnoredReasons = async (table: Table, isNamed: NamesPerson): Promise<void> => {
  const ignored = await queryAll(table, inPartition(ignoredRowsPartition));
  const naming = ignored.filter((item) =>
    isNamed({ text: itemParser(bankRowClaimSchema)(item).reason ?? '', payer: '' }),
  );
  for (const item of naming)
    await updateItem(table, bankRowKey(bankRowIdSchema.parse(item[ownerIndex.sortKey])), {
      remove: ['reason', ...indexKeys],
      if: exists,
    });
};

/** The day is a part of the row's key. */
type UnassignedRowName = Pick<BankRow, 'day'> & { readonly id: BankRowId };

const unassignedRowRef = (name: UnassignedRowName): ItemRef<UnassignedRow> => ({
  key: unassignedRowKey(name),
  fromItem: itemParser(unassignedRowSchema),
});

export const getUnassignedRow = (table: Table, name: UnassignedRowName): Promise<UnassignedRow | undefined> =>
  getItem(table, unassignedRowRef(name));

export const listUnassignedRows = (table: Table): Promise<UnassignedRow[]> =>
  queryAs(table, itemParser(unassignedRowSchema), {
    ...inPartition(unassignedRowsPartition),
    ConsistentRead: true,
  });

export const unassignedRowDelete = (table: Table, name: UnassignedRowName): Write =>
  deleteWrite(table, unassignedRowKey(name), { if: exists });

/** Unless it is there or was decided (BNK-03). It stays for as long as a payment of its day can be recorded. */
export const keepUnassignedRow = async (
  table: Table,
  row: BankRow,
  method: UnassignedRow['method'],
  claim: BankRowClaim | undefined,
): Promise<{ readonly outcome: 'unassigned' | 'known' | 'busy' }> => {
  if (claim && claim.state !== 'taken-back') return { outcome: 'known' };
  const { id, day } = row;
  const { outcome } = await sendTransaction(table, [
    bankRowClaimPut(table, { id, day, claim }, { state: 'unassigned', times: claim?.times ?? 0, day }),
    unassignedRowPut(table, row, method),
  ]);
  if (outcome === 'busy') return { outcome: 'busy' };
  return { outcome: outcome === 'done' ? 'unassigned' : 'known' };
};

/**
 * By references, payers, names, address or phone number (EME-07). Day and amount stay, since an administrator has to decide
 * about the money. One Query, one write each.
 */
export const eraseUnassignedRows = async (
  table: Table,
  { parentId: parent_id, isNamed }: { readonly parentId: FamilyId; readonly isNamed: NamesPerson },
  ledger: FamilyLedger | undefined,
): Promise<void> => {
  const families = ledger ? [{ ...ledger, parent_id, due: centsSchema.parse(0) }] : [];
  const leading = (await listUnassignedRows(table)).filter((row) => {
    if (isNamed(row)) return true;
    const by = matchRow(row, families, payerHash(row.payer))?.by;
    return by === 'reference' || by === 'payer';
  });
  for (const row of leading)
    await updateItem(table, unassignedRowKey(row), {
      set: { text: '', payer: '', is_erased: true },
      if: exists,
    });
};

/** Removes a row from the list with a reason and the extra writes; `known` where it was decided. */
export const ignoreUnassignedRow = async (
  table: Table,
  name: UnassignedRowName,
  reason: string,
  extraWrites: ExtraWrites,
): Promise<{ readonly outcome: 'ignored' | 'known' | 'busy' }> => {
  const claim = (await readBankRowClaims(table, [name.id]))(name.id);
  if (claim?.state !== 'unassigned') return { outcome: 'known' };
  const { outcome } = await sendTransaction(table, [
    bankRowClaimPut(table, { ...name, claim }, { state: 'ignored', times: claim.times, reason }),
    unassignedRowDelete(table, name),
    ...extraWrites,
  ]);
  if (outcome === 'busy') return { outcome: 'busy' };
  return { outcome: outcome === 'done' ? 'ignored' : 'known' };
};

export const getBankColumns = (table: Table, heading: string): Promise<BankColumns | undefined> =>
  getItem(table, {
    key: bankColumnsKey(heading),
    fromItem: ({ columns }) => itemParser(bankColumnsSchema)(columns),
  });

export const keepBankColumns = async (table: Table, heading: string, columns: BankColumns): Promise<void> => {
  const Item = { ...bankColumnsKey(heading), [entityAttribute]: 'bank-columns', columns };
  await putItem(table, Item);
};
