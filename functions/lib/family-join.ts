import type { ChildId, FamilyId } from '#shared/lib/ids';
import type { Instant } from '#shared/lib/values';

/** Two families that become one (FID-11). */
export interface FamilyJoin {
  /** The family that goes. */
  readonly from: FamilyId;
  /** The family that stays. */
  readonly to: FamilyId;
  /** The children of the family that goes who are children of the other one as well, each with its id there. */
  readonly same: ReadonlyMap<ChildId, ChildId>;
  readonly at: Instant;
}

/** The id that a child has in the family that stays. */
export const childAfter = ({ same }: Pick<FamilyJoin, 'same'>, child: ChildId): ChildId =>
  same.get(child) ?? child;

/** The ids that a child of the family that stays may have had in the one that goes. */
export const childBefore = ({ same }: Pick<FamilyJoin, 'same'>, child: ChildId): ChildId[] => {
  const merged = [...same].flatMap(([before, after]) => (after === child ? [before] : []));
  return [child, ...merged];
};

const withIds = (value: unknown, ids: readonly (readonly [before: string, after: string])[]): unknown => {
  if (typeof value === 'string')
    return ids.reduce((text, [before, after]) => text.replaceAll(before, after), value);
  if (Array.isArray(value)) return value.map((part) => withIds(part, ids));
  if (value instanceof Set) return new Set([...value].map((part) => withIds(part, ids)));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withIds(part, ids)]));
};

/** A copy of an item about the family that goes, with the ids that it and its children have afterwards, also in its keys. */
export const itemAfter = (
  { from, to, same }: Pick<FamilyJoin, 'from' | 'to' | 'same'>,
  item: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(item).map(([name, value]) => [name, withIds(value, [[from, to], ...same])]),
  );
