import type { Table } from '../table.ts';
import { attributesOf, type Item, type Key } from './items.ts';

type Named = (value: unknown) => string;
/** Makes the part of an expression about one attribute. */
export type Clause = (path: string, named: Named) => string;

/** Required values or tests by attribute path. Undefined, and an empty set, mean `absent`. */
export type Tests = Readonly<Record<string, unknown>>;

/** What must hold for a write, and what a refusal answers. */
export interface Condition {
  /** All tests must hold; of a list, all of one element. */
  readonly if?: Tests | readonly Tests[] | undefined;
  /** Whether a refusal returns the stored item. */
  readonly returnsStored?: boolean;
}

/** By attribute paths. */
export interface Change extends Condition {
  /** Values or changes. An empty set, which DynamoDB does not have, is removed. */
  readonly set?: Readonly<Record<string, NonNullable<unknown> | null>>;
  readonly remove?: readonly string[] | undefined;
  readonly add?: Readonly<Record<string, number | ReadonlySet<string>>>;
  readonly take?: Readonly<Record<string, ReadonlySet<string>>>;
}

const isEmptySet = (value: unknown): boolean => value instanceof Set && value.size === 0;
const isClause = (value: unknown): value is Clause => typeof value === 'function';

export const absent: Clause = (path) => `attribute_not_exists(${path})`;
export const present: Clause = (path) => `attribute_exists(${path})`;

const toTest = (expected: unknown): Clause => {
  if (isClause(expected)) return expected;
  if (expected === undefined || isEmptySet(expected)) return absent;
  return (path, named) => `${path} = ${named(expected)}`;
};

const comparing =
  (operator: string) =>
  (value: unknown): Clause =>
  (path, named) =>
    `${path} ${operator} ${named(value)}`;
export const below = comparing('<');
export const atMost = comparing('<=');
export const above = comparing('>');

export const oneOf =
  (values: readonly unknown[]): Clause =>
  (path, named) =>
    `${path} IN (${values.map(named).join(', ')})`;

export const contains =
  (element: unknown): Clause =>
  (path, named) =>
    `contains(${path}, ${named(element)})`;

export const not =
  (test: unknown): Clause =>
  (path, named) =>
    `NOT ${toTest(test)(path, named)}`;

export const lacks = (element: unknown): Clause => not(contains(element));

export const size =
  (test: unknown): Clause =>
  (path, named) =>
    toTest(test)(`size(${path})`, named);

export const both =
  (...tests: readonly unknown[]): Clause =>
  (path, named) =>
    tests.map((test) => toTest(test)(path, named)).join(' AND ');

export const either =
  (...tests: readonly unknown[]): Clause =>
  (path, named) =>
    `(${tests.map((test) => toTest(test)(path, named)).join(' OR ')})`;

export const orAbsent = (test: unknown): Clause => either(absent, test);

export const plus =
  (amount: number): Clause =>
  (path, named) =>
    `${path} + ${named(amount)}`;

export const plusFromZero =
  (amount: number): Clause =>
  (path, named) =>
    `if_not_exists(${path}, ${named(0)}) + ${named(amount)}`;

export const unlessPresent =
  (value: unknown): Clause =>
  (path, named) =>
    `if_not_exists(${path}, ${named(value)})`;

export const append =
  (elements: readonly unknown[]): Clause =>
  (path, named) =>
    `list_append(if_not_exists(${path}, ${named([])}), ${named(elements)})`;

export const belowCapacity: Clause = (path) => `${path} < max_capacity`;

/** The item exists, or does not. */
export const exists: Tests = { PK: present };
export const isNew: Tests = { PK: absent };

/** Requires the item as it was read. @param optional attributes that may also be absent */
export const requireUnchangedItem = (item: Item, optional: readonly string[] = []): Tests => ({
  ...exists,
  ...Object.fromEntries(optional.map((name) => [name, undefined])),
  ...attributesOf(item),
});

/** Collects parts and placeholders of an expression: `#version = :if_version`, `#version = :set_version`. */
const collect = () => {
  const names: Record<string, string> = {};
  const values: Record<string, unknown> = {};
  const placeholder = (segment: string): string => {
    const known = Object.entries(names).find(([, name]) => name === segment);
    if (known) return known[0];
    // An id may have characters that a placeholder must not have.
    const placeholder = /^\w+$/.test(segment) ? `#${segment}` : `#n${Object.keys(names).length}`;
    names[placeholder] = segment;
    return placeholder;
  };
  return {
    part: (kind: string, name: string, part: Clause): string => {
      const path = name.split('.').map(placeholder);
      return part(path.join('.'), (value) => {
        const attribute = String(path.at(-1)).slice(1);
        let made = `:${kind}_${attribute}`;
        for (let more = 2; made in values; more += 1) made = `:${kind}${more}_${attribute}`;
        values[made] = value;
        return made;
      });
    },
    /** DynamoDB refuses empty maps. */
    parts: () => ({
      ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
      ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
    }),
  };
};

type Collected = ReturnType<typeof collect>;

const conditionOf = ({ part }: Collected, { if: tests, returnsStored = false }: Condition) => {
  const cases = (Array.isArray(tests) ? tests : [tests ?? {}]).map((each: Tests) =>
    Object.entries(each)
      .map(([attribute, test]) => part('if', attribute, toTest(test)))
      .join(' AND '),
  );
  const text = cases.includes('') ? '' : cases.join(' OR ');
  return {
    ...(text && { ConditionExpression: text }),
    ...(returnsStored && { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const }),
  };
};

const updateOf = ({ part }: Collected, { set = {}, remove = [], add = {}, take = {} }: Change) => {
  const emptied = Object.keys(set).filter((name) => isEmptySet(set[name]));
  const clauses = {
    SET: Object.entries(set)
      .filter(([, value]) => !isEmptySet(value))
      .map(([name, value]) =>
        part(
          'set',
          name,
          (path, named) => `${path} = ${isClause(value) ? value(path, named) : named(value)}`,
        ),
      ),
    REMOVE: [...remove, ...emptied].map((name) => part('remove', name, (path) => path)),
    ADD: Object.entries(add)
      .filter(([, value]) => !isEmptySet(value))
      .map(([name, value]) => part('add', name, (path, named) => `${path} ${named(value)}`)),
    DELETE: Object.entries(take).map(([name, value]) =>
      part('take', name, (path, named) => `${path} ${named(value)}`),
    ),
  };
  const text = Object.entries(clauses).flatMap(([verb, parts]) =>
    parts.length > 0 ? [`${verb} ${parts.join(', ')}`] : [],
  );
  return { UpdateExpression: text.join(' ') };
};

/** For a write that is written by hand. */
export const updateClauses = (change: Change) => {
  const collected = collect();
  const [update, condition] = [updateOf(collected, change), conditionOf(collected, change)];
  return { ...update, ...condition, ...collected.parts() };
};

export const conditionClauses = (condition: Condition) => {
  const collected = collect();
  return { ...conditionOf(collected, condition), ...collected.parts() };
};

export const putWrite = (table: Table, item: Item, condition: Condition = {}) => ({
  Put: { TableName: table.name, Item: item, ...conditionClauses(condition) },
});

export const updateWrite = (table: Table, key: Key, change: Change) => ({
  Update: { TableName: table.name, Key: key, ...updateClauses(change) },
});

export const deleteWrite = (table: Table, key: Key, condition: Condition = {}) => ({
  Delete: { TableName: table.name, Key: key, ...conditionClauses(condition) },
});

export const checkWrite = (table: Table, key: Key, condition: Condition) => {
  const { ConditionExpression, ...parts } = conditionClauses(condition);
  return { ConditionCheck: { TableName: table.name, Key: key, ConditionExpression, ...parts } };
};
