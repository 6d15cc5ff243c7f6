import { type Merged, mergeEdit } from '#shared/contract/edits';
import {
  foldReference,
  type PaymentReference,
  paymentReference,
  type SecondReference,
} from '#shared/ledger/references';
import type { FamilyId } from '#shared/lib/ids';
import { retryRefused } from '../lib/contention.ts';
import { absent, deleteWrite, exists, isNew, putWrite, updateWrite } from '../lib/dynamo/expressions.ts';
import { entityAttribute } from '../lib/dynamo/items.ts';
import type { Refusal, Write } from '../lib/dynamo/keyed-request.ts';
import { familyLedgerKey, referenceKey } from '../lib/dynamo/keys-of-people.ts';
import { deleteItem, sendTransaction } from '../lib/dynamo/writes.ts';
import type { ExtraWrites } from '../lib/extra-writes.ts';
import type { FamilyJoin } from '../lib/family-join.ts';
import type { Table } from '../lib/table.ts';
import { type FamilyLedger, getFamilyLedger } from './ledger.ts';

export const randomReference = (): PaymentReference =>
  paymentReference(crypto.getRandomValues(new Uint8Array(5)));

const referenceEntity = 'payment-reference';

/** Reserves a reference for a family; refused where another family has it (PAY-04, BNK-03). */
export const referencePut = (
  table: Table,
  familyId: FamilyId,
  reference: PaymentReference | SecondReference,
): Write =>
  putWrite(
    table,
    { ...referenceKey(reference), [entityAttribute]: referenceEntity, parent_id: familyId },
    { if: isNew },
  );

/** Whether a transaction was refused since another family has the reference. Another reference may succeed. */
export const isReferenceTaken = (
  writes: readonly Write[],
  refusals: readonly (Refusal | undefined)[],
): boolean =>
  writes.some(({ Put }, index) => refusals[index] && Put?.Item?.[entityAttribute] === referenceEntity);

export const referenceDelete = (table: Table, reference: PaymentReference | SecondReference): Write =>
  deleteWrite(table, referenceKey(reference));

export const referencesIn = ({
  reference,
  second_reference,
  joined_references,
}: Pick<FamilyLedger, 'reference' | 'second_reference' | 'joined_references'>) =>
  [reference, second_reference, ...joined_references].flatMap((one) => one ?? []);

export const joinedReferences = (ledger: FamilyLedger | undefined): { joined_references?: string[] } =>
  ledger && ledger.joined_references.size > 0
    ? { joined_references: [...ledger.joined_references].toSorted() }
    : {};

export const referencesJoin = (
  table: Table,
  { from, to }: Pick<FamilyJoin, 'from' | 'to'>,
  ledger: FamilyLedger,
): Write[] =>
  referencesIn(ledger).map((reference) =>
    updateWrite(table, referenceKey(reference), { set: { parent_id: to }, if: { parent_id: from } }),
  );

/** Whether banks' texts cannot tell two references apart. */
const isSameReference = (one: string | undefined, other: string | undefined): boolean =>
  foldReference(one ?? '') === foldReference(other ?? '');

interface Second {
  readonly second_reference: SecondReference | null;
}

type SecondEdit = { readonly second_reference?: SecondReference | null | undefined } & {
  readonly shown: object;
};

type SecondOutcome =
  | { readonly outcome: 'done' | 'taken' | 'gone' | 'busy' }
  | Extract<Merged<Second>, { outcome: 'changed-meanwhile' }>;

/** @returns undefined where the ledger was changed since it was read */
const changeSecondReference = async (
  table: Table,
  familyId: FamilyId,
  edit: SecondEdit,
  extraWrites: ExtraWrites,
): Promise<SecondOutcome | undefined> => {
  const ledger = await getFamilyLedger(table, familyId, { consistent: true });
  if (!ledger || ledger.closing) return { outcome: 'gone' };
  const { second_reference: before, joined_references } = ledger;
  const merged = mergeEdit<Second>({ second_reference: before ?? null }, edit);
  if (merged.outcome === 'changed-meanwhile') return merged;
  const reference = merged.values.second_reference;
  if (before === (reference ?? undefined)) return { outcome: 'done' };
  const moves = !isSameReference(before, reference ?? undefined);
  // References of joined families remain and cannot be set or removed.
  const isJoined = (one: string) => [...joined_references].some((joined) => isSameReference(joined, one));
  const puts = moves && reference && !isJoined(reference) ? [referencePut(table, familyId, reference)] : [];
  const update = updateWrite(table, familyLedgerKey(familyId), {
    ...(reference ? { set: { second_reference: reference } } : { remove: ['second_reference'] }),
    if: { ...exists, closing: absent, second_reference: before },
  });
  const result = await sendTransaction(table, [
    ...puts,
    update,
    ...(moves && before && !isJoined(before) ? [referenceDelete(table, before)] : []),
    ...extraWrites,
  ]);
  if (result.outcome !== 'refused') return { outcome: result.outcome };
  return puts.length > 0 && result.refusals[0] ? { outcome: 'taken' } : undefined;
};

/** Refused where the reference changed since it was shown (PRF-01). @returns `taken` by any family, `gone` without a ledger */
export const setSecondReference = (
  table: Table,
  familyId: FamilyId,
  edit: SecondEdit,
  extraWrites: ExtraWrites,
): Promise<SecondOutcome> => retryRefused(() => changeSecondReference(table, familyId, edit, extraWrites));

export const releaseReferences = async (table: Table, familyId: FamilyId): Promise<void> => {
  const ledger = await getFamilyLedger(table, familyId, { consistent: true });
  for (const one of ledger ? referencesIn(ledger) : []) await deleteItem(table, referenceKey(one));
};
