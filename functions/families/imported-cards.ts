import type { Child } from '#shared/families/family';
import type { ImportedFamily } from '#shared/families/import';
import { type ImportedCard, importedCardSchema } from '#shared/families/members';
import { dayMs } from '#shared/lib/durations';
import { instantOf } from '#shared/lib/values';
import { policies } from '#shared/policies';
import { ContentionError } from '../lib/contention.ts';
import { deleteWrite, exists, putWrite } from '../lib/dynamo/expressions.ts';
import {
  entityAttribute,
  type Item,
  itemParser,
  keyOfItem,
  tableSchema,
  toEpochSeconds,
} from '../lib/dynamo/items.ts';
import { familyPartition, importedCardKey, importedCardPrefix } from '../lib/dynamo/keys-of-people.ts';
import { getItem, inPartition, queryAll } from '../lib/dynamo/reads.ts';
import { sendTransaction } from '../lib/dynamo/writes.ts';
import { childIdAfterJoin, type FamilyJoin } from '../lib/family-join.ts';
import type { Table } from '../lib/table.ts';
import { type FamilyWithChildren, importedCardEntity } from './families.ts';

const cardRetainedMs = policies.card.importedRetainedDays * dayMs;

/** What no card shows before the family has answered (IMP-03): notes, contacts and the second parent, by child. */
export const cardItems = (
  family: Pick<ImportedFamily, 'second' | 'children'>,
  children: readonly Child[],
  now: Date,
): Item[] =>
  children.flatMap(({ id, parent_id }, index) => {
    const { medical_conditions = null, nothing_to_know, contact = null } = family.children[index] ?? {};
    const { second: adult } = family;
    if (!medical_conditions && !nothing_to_know && !contact && !adult) return [];
    const card: ImportedCard = {
      ...{ child_id: id, medical_conditions, contact, adult, at: instantOf(now) },
      ...(nothing_to_know && { nothing_to_know }),
    };
    return [
      {
        ...importedCardKey(parent_id, id),
        [entityAttribute]: importedCardEntity,
        ...card,
        [tableSchema.timeToLiveAttribute]: toEpochSeconds(new Date(now.getTime() + cardRetainedMs)),
      },
    ];
  });

export const waitingCards = ({ imported }: FamilyWithChildren, now: Date): ImportedCard[] =>
  imported.filter(({ at }) => now.getTime() - Date.parse(at) < cardRetainedMs);

const waitingCardOf = (item: Item | undefined) => item && itemParser(importedCardSchema)(item);

/** Moves the file data of a joined family's children. For a child of both families the newer file counts. Idempotent. */
export const joinImportedCards = async (table: Table, join: FamilyJoin): Promise<void> => {
  const storedItem = (item: Item): Item => item;
  const items = await queryAll(table, {
    ...inPartition(familyPartition(join.from), { beginning: importedCardPrefix }),
    ConsistentRead: true,
  });
  for (const item of items) {
    const card = itemParser(importedCardSchema)(item);
    const child_id = childIdAfterJoin(join, card.child_id);
    const key = importedCardKey(join.to, child_id);
    const there = waitingCardOf(await getItem(table, { key, fromItem: storedItem }));
    const isNewer = !there || there.at < card.at;
    const { outcome } = await sendTransaction(table, [
      deleteWrite(table, keyOfItem(item), { if: exists }),
      ...(isNewer ? [putWrite(table, { ...item, ...key, child_id }, { if: { at: there?.at } })] : []),
    ]);
    if (outcome !== 'done') throw new ContentionError('What files say of a child changed meanwhile');
  }
};
