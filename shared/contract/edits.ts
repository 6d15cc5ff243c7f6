import * as z from 'zod/mini';

export type Json =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly Json[]
  | { readonly [name: string]: Json };

/** Any stored value: it is only compared. It may be one that forms refuse by now. */
const shownSchema = z.optional(z.unknown());

type Shape = Readonly<Record<string, z.ZodMiniType>>;
type Shown<Fields extends Shape> = { [Name in keyof Fields]: typeof shownSchema };

const reload = 'Please reload the page';

/**
 * The body of an edit (PRF-01): some of the fields of a stored thing, and under `shown` the value that each of these had on
 * the screen. That value is the field's version: the API refuses the edit where another one is stored by now.
 * @param besides what else the request says; it is not compared
 */
// Pages whose requests have no such body load none of it.
/* @__NO_SIDE_EFFECTS__ */
export const editSchema = <Fields extends Shape, Besides extends Shape = Record<never, never>>(
  fields: Fields,
  besides?: Besides,
) => {
  const names: string[] = Object.keys(fields);
  // Object.fromEntries widens the keys.
  const shown = Object.fromEntries(names.map((name) => [name, shownSchema])) as Shown<Fields>;
  const edit = z.extend(z.partial(z.strictObject(fields)), {
    // A default type of no fields has none.
    ...(besides ?? ({} as Besides)),
    shown: z.strictObject(shown),
  });
  return edit.check(
    z.check(({ value, issues }) => {
      const { shown: known, ...sent }: Readonly<Record<string, unknown>> = value;
      for (const name of names)
        if (sent[name] !== undefined && Object(known)[name] === undefined)
          issues.push({ code: 'custom', input: value, path: ['shown', name], message: reload });
    }),
  );
};

/** Whether two values of a field are the same; the order of an object's fields says nothing, and an absent value is null. */
export const isSameValue = (one: Json, other: Json): boolean => {
  if (one === other || (one ?? null) === (other ?? null)) return true;
  if (Array.isArray(one) || Array.isArray(other))
    return (
      Array.isArray(one) &&
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((value, index) => isSameValue(value, other[index]))
    );
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  const [before, now] = [new Map(Object.entries(one)), new Map(Object.entries(other))];
  return [...new Set([...before.keys(), ...now.keys()])].every((name) =>
    isSameValue(before.get(name), now.get(name)),
  );
};

type Row = { readonly id?: Json; readonly [name: string]: Json };

/** A list whose elements have ids, such as time slots: each element is then compared and changed by itself. */
const isRows = (value: Json): value is readonly Row[] =>
  Array.isArray(value) &&
  value.every((row) => typeof row === 'object' && row !== null && !Array.isArray(row) && 'id' in row);

const byId = (rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]));

const withoutId = ({ id: _, ...row }: Row): Row => row;

/**
 * The rows of an edit with those that were changed, added or removed elsewhere; a row that both changed is as the edit wants it.
 * A new row that is already stored is that one: the edit was sent before, and its answer was lost.
 */
const mergeRows = (stored: readonly Row[], shown: readonly Row[], next: readonly Row[]): Row[] => {
  const [now, before, typed] = [byId(stored), byId(shown), byId(next)];
  const added = stored.filter(({ id }) => !before.has(id) && !typed.has(id));
  const merged = next.flatMap((row): Row[] => {
    if (row.id === undefined) {
      const same = added.findIndex((other) => isSameValue(withoutId(other), row));
      return same < 0 ? [row] : added.splice(same, 1);
    }
    const present = isSameValue(row, before.get(row.id)) ? now.get(row.id) : row;
    return present ? [present] : [];
  });
  return [...merged, ...added];
};

/** Whether one row was changed or removed both by the edit and meanwhile, and not to the same. */
const haveConflict = (stored: readonly Row[], shown: readonly Row[], next: readonly Row[]): boolean => {
  const [now, before, typed] = [byId(stored), byId(shown), byId(next.filter(({ id }) => id !== undefined))];
  return [...new Set([...now.keys(), ...before.keys(), ...typed.keys()])].some(
    (id) =>
      !isSameValue(now.get(id), before.get(id)) &&
      !isSameValue(typed.get(id), before.get(id)) &&
      !isSameValue(now.get(id), typed.get(id)),
  );
};

export const rebase = (stored: Json, shown: Json, next: Json): Json => {
  if (!isRows(stored) || !isRows(shown) || !Array.isArray(next)) return next;
  const known = byId(stored);
  return mergeRows(stored, shown, next).map((row) => (known.has(row.id) ? row : withoutId(row)));
};

/** One field after an edit; undefined where it was changed meanwhile to something else than the edit wants. */
const mergeField = (stored: Json, shown: Json, next: Json): { readonly value: Json } | undefined => {
  if (isSameValue(stored, next)) return { value: stored };
  if (isSameValue(stored, shown)) return { value: next };
  if (!isRows(stored) || !isRows(shown) || !Array.isArray(next)) return undefined;
  return haveConflict(stored, shown, next) ? undefined : { value: mergeRows(stored, shown, next) };
};

export type Merged<Values> =
  | { readonly outcome: 'merged'; readonly values: Values }
  /** These fields were changed meanwhile, to what is stored now. Nothing may be written. */
  | { readonly outcome: 'changed-meanwhile'; readonly stored: Partial<Values> };

/**
 * A stored thing after an edit (PRF-01). A field that another request changed meanwhile is never overwritten unless the edit names
 * its present value; all other fields stay as they are stored. A repeated edit, which finds its own values, is the same edit.
 */
export const mergeEdit = <Values extends object>(
  stored: Values,
  { shown, ...changes }: { readonly shown: object },
): Merged<Values> => {
  const [now, before, next] = [stored, shown, changes].map(
    (values) => new Map<string, Json>(Object.entries(values)),
  );
  const fields = [...new Set([...(before?.keys() ?? []), ...(next?.keys() ?? [])])].filter(
    (name) => name in stored,
  );
  const merged = fields.map((name) => {
    const [value, seen] = [now?.get(name), before?.get(name)];
    // A field that is not changed must be as it was shown all the same.
    const wanted = next?.get(name);
    return [name, mergeField(value, seen, wanted === undefined ? seen : wanted)] as const;
  });
  const refused = merged.flatMap(([name, field]) => (field ? [] : [name]));
  if (refused.length > 0) return { outcome: 'changed-meanwhile', stored: pick(stored, refused) };
  const values = merged.map(([name, field]) => [name, field?.value]);
  return { outcome: 'merged', values: { ...stored, ...Object.fromEntries(values) } };
};

/** The names of the fields, of those that are given, in which two states of a thing differ. */
export const changedNames = (before: object, now: object): string[] => {
  const known = new Map<string, Json>(Object.entries(before));
  return Object.entries(now).flatMap(([name, value]) => (isSameValue(known.get(name), value) ? [] : [name]));
};

const pick = <Values extends object>(values: Values, names: readonly string[]): Partial<Values> =>
  // Object.fromEntries widens the keys.
  Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name))) as Partial<Values>;

/** What is sent of a form: the fields that differ from what was shown, and what was shown of these. */
export const editOf = <Shown extends object, Next extends object>(
  shown: Shown,
  next: Next,
): Partial<Next> & { readonly shown: Partial<Shown> } => {
  const names = changedNames(shown, next);
  const seen = new Map<string, Json>(Object.entries(shown));
  // JSON has no undefined.
  const versions = names.map((name) => [name, seen.get(name) ?? null]);
  return { ...pick(next, names), shown: Object.fromEntries(versions) };
};
