import { type Merged, mergeEdit } from '#shared/contract/edits';
import {
  foldReference,
  type PaymentReference,
  paymentReference,
  type SecondReference,
} from '#shared/ledger/references';
import type { FamilyId } from '#shared/lib/ids';
import { repeatRefused } from '../lib/contention.ts';
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

/** The write that keeps a reference for a family; refused where another one has it (PAY-04, BNK-03). */
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

/** Whether a transaction was refused since another family has the reference: with another one it may succeed. */
export const isReferenceTaken = (
  writes: readonly Write[],
  refusals: readonly (Refusal | undefined)[],
): boolean =>
  writes.some(({ Put }, index) => refusals[index] && Put?.Item?.[entityAttribute] === referenceEntity);

/** The write that frees a reference. */
export const referenceDelete = (table: Table, reference: PaymentReference | SecondReference): Write =>
  deleteWrite(table, referenceKey(reference));

/** All references of a family, as they are stored. */
export const referencesIn = ({
  reference,
  second_reference,
  joined_references,
}: Pick<FamilyLedger, 'reference' | 'second_reference' | 'joined_references'>) =>
  [reference, second_reference, ...joined_references].flatMap((one) => one ?? []);

/** The references of joined families, for who reads those of a family; nothing without one. */
export const joinedReferences = (ledger: FamilyLedger | undefined): { joined_references?: string[] } =>
  ledger && ledger.joined_references.size > 0
    ? { joined_references: [...ledger.joined_references].toSorted() }
    : {};

/** The writes that give the references of a family to the one that it is joined with (FID-11). */
export const referencesJoin = (
  table: Table,
  { from, to }: Pick<FamilyJoin, 'from' | 'to'>,
  ledger: FamilyLedger,
): Write[] =>
  referencesIn(ledger).map((reference) =>
    updateWrite(table, referenceKey(reference), { set: { parent_id: to }, if: { parent_id: from } }),
  );

/** Whether two references are one in the texts of banks. */
const isSame = (one: string | undefined, other: string | undefined): boolean =>
  foldReference(one ?? '') === foldReference(other ?? '');

interface Second {
  readonly second_reference: SecondReference | null;
}

/** The second reference of a family, or null for none, with what was shown of it. */
type SecondEdit = { readonly second_reference?: SecondReference | null | undefined } & {
  readonly shown: object;
};

type SecondOutcome =
  | { readonly outcome: 'done' | 'taken' | 'gone' | 'busy' }
  | Extract<Merged<Second>, { outcome: 'changed-meanwhile' }>;

/** One attempt of `setSecondReference`. @returns undefined where the ledger was changed since it was read */
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
  const moves = !isSame(before, reference ?? undefined);
  // What a joined family had stays the family's.
  const isJoined = (one: string) => [...joined_references].some((joined) => isSame(joined, one));
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

/**
 * Stores the second reference of a family, or that it has none, with the extra writes; nothing where it was stored before.
 * Refused where it was changed since it was shown (PRF-01).
 * @returns `taken` where a family has it, `gone` where this one has no ledger
 */
export const setSecondReference = (
  table: Table,
  familyId: FamilyId,
  edit: SecondEdit,
  extraWrites: ExtraWrites,
): Promise<SecondOutcome> => repeatRefused(() => changeSecondReference(table, familyId, edit, extraWrites));

/**
 * Deletes the items that reserve the references of a family which is erased. `ledgerExpiry` removes them from the ledger.
 */
export const releaseReferences = async (table: Table, familyId: FamilyId): Promise<void> => {
  const ledger = await getFamilyLedger(table, familyId, { consistent: true });
  for (const one of ledger ? referencesIn(ledger) : []) await deleteItem(table, referenceKey(one));
};
