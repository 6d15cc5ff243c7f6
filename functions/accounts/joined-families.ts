import * as z from 'zod/mini';
import { dayMs } from '#shared/lib/durations';
import { type ChildId, childIdSchema, type FamilyId, familyIdSchema } from '#shared/lib/ids';
import { ContentionError } from '../lib/contention.ts';
import { checkWrite, exists, isNew, putWrite, updateWrite } from '../lib/dynamo/expressions.ts';
import {
  entityAttribute,
  type Item,
  type ItemRef,
  itemParser,
  tableSchema,
  toEpochSeconds,
} from '../lib/dynamo/items.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import { joinedFamilyKey } from '../lib/dynamo/keys-of-people.ts';
import { batchRead, getItem } from '../lib/dynamo/reads.ts';
import { type FamilyJoin, itemAfterJoin } from '../lib/family-join.ts';
import type { Table } from '../lib/table.ts';
import { joinedFamilyDays } from '../limits.ts';

export const joinedFamilySchema = z.object({
  family_id: familyIdSchema,
  /** For each child of the family that is also in the other one: the child's id there. */
  children: z._default(z.record(childIdSchema, childIdSchema), {}),
  /** Absent until the join has ended. */
  [tableSchema.timeToLiveAttribute]: z.optional(z.number()),
});
type JoinedFamily = z.infer<typeof joinedFamilySchema>;

const joinedFamilyRef = (familyId: FamilyId): ItemRef<JoinedFamily> => ({
  key: joinedFamilyKey(familyId),
  fromItem: itemParser(joinedFamilySchema),
});

export const getJoinedFamily = (table: Table, familyId: FamilyId): Promise<JoinedFamily | undefined> =>
  getItem(table, joinedFamilyRef(familyId));

/** The family with which another one was joined, and nothing else of either; undefined for a family that was not joined. */
export const readJoinedWith = (table: Table, familyId: FamilyId): Promise<FamilyId | undefined> =>
  getItem(
    table,
    {
      key: joinedFamilyKey(familyId),
      fromItem: (item) => joinedFamilySchema.shape.family_id.parse(item.family_id),
    },
    { attributes: ['family_id'] },
  );

/** Refuses a transaction where the family was joined with another one. */
export const notJoinedCheck = (table: Table, familyId: FamilyId): Write =>
  checkWrite(table, joinedFamilyKey(familyId), { if: isNew });

export const joinedFamilyPut = (table: Table, { from, to, same }: FamilyJoin): Write =>
  putWrite(table, {
    ...joinedFamilyKey(from),
    [entityAttribute]: 'joined-family',
    ...joinedFamilySchema.parse({ family_id: to, children: Object.fromEntries(same) }),
  });

/** Ends a join. The item stays for some days, for what still names the family. */
export const joinedFamilyExpiry = (table: Table, { from, at }: FamilyJoin): Write =>
  updateWrite(table, joinedFamilyKey(from), {
    set: {
      [tableSchema.timeToLiveAttribute]: toEpochSeconds(new Date(Date.parse(at) + joinedFamilyDays * dayMs)),
    },
    if: exists,
  });

interface ChildOfFamily {
  readonly parent_id: FamilyId;
  readonly child_id: ChildId;
}

/** The other family may have been joined again. */
const mostJoins = 5;

/** Finds the children of joined families (FID-11); undefined for other children. Mostly one BatchGetItem. */
export const readJoinedChildren = async (
  table: Table,
  children: readonly ChildOfFamily[],
): Promise<(child: ChildOfFamily) => ChildOfFamily | undefined> => {
  const joined = new Map<FamilyId, JoinedFamily>();
  let asked = [...new Set(children.map(({ parent_id }) => parent_id))];
  for (let joins = 0; asked.length > 0 && joins < mostJoins; joins += 1) {
    const read = await batchRead(table, asked.map(joinedFamilyRef), { consistent: true });
    const found = asked.flatMap((id) => {
      const family = read(joinedFamilyRef(id));
      if (family) joined.set(id, family);
      return family ? [family.family_id] : [];
    });
    asked = found.filter((id) => !joined.has(id));
  }
  const present = ({ parent_id, child_id }: ChildOfFamily): ChildOfFamily => {
    const family = joined.get(parent_id);
    if (!family) return { parent_id, child_id };
    return present({ parent_id: family.family_id, child_id: family.children[child_id] ?? child_id });
  };
  return (child) => (joined.has(child.parent_id) ? present(child) : undefined);
};

export const sameChildrenOf = ({ children }: JoinedFamily): Map<ChildId, ChildId> =>
  new Map(Object.entries(children).map(([before, after]) => [childIdSchema.parse(before), after] as const));

/** The family of a stream's item may have been joined since (FID-11). @throws ContentionError while the join has not ended */
export const readJoinedItem = async (table: Table, item: Item): Promise<Item> => {
  let present = item;
  for (let joins = 0; joins < mostJoins; joins += 1) {
    const from = familyIdSchema.safeParse(present.parent_id).data;
    const joined = from && (await getJoinedFamily(table, from));
    if (!from || !joined) return present;
    if (joined[tableSchema.timeToLiveAttribute] === undefined)
      throw new ContentionError('The family is being joined with another one');
    present = itemAfterJoin({ from, to: joined.family_id, same: sameChildrenOf(joined) }, present);
  }
  return present;
};
