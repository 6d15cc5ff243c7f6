import type { ChildId, FamilyId } from '#shared/lib/ids';
import type { Instant } from '#shared/lib/values';

/** Two families that become one, `to` (FID-11). */
export interface FamilyJoin {
  readonly from: FamilyId;
  readonly to: FamilyId;
  /** Children of both families: the id in `from`, and that in `to`. */
  readonly same: ReadonlyMap<ChildId, ChildId>;
  readonly at: Instant;
}

export const childIdAfterJoin = ({ same }: Pick<FamilyJoin, 'same'>, child: ChildId): ChildId =>
  same.get(child) ?? child;

/** The ids that the child may have had in `from`. */
export const childIdsBeforeJoin = ({ same }: Pick<FamilyJoin, 'same'>, child: ChildId): ChildId[] => {
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

/** Copies an item, keys included, with the ids of `to`. */
export const itemAfterJoin = (
  { from, to, same }: Pick<FamilyJoin, 'from' | 'to' | 'same'>,
  item: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(item).map(([name, value]) => [name, withIds(value, [[from, to], ...same])]),
  );
