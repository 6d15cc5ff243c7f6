import * as z from 'zod/mini';

type Schema = z.core.$ZodType;

/** A field of the input that a schema describes, with values just inside and outside its rules. */
export interface Field {
  /** Path of names; 0 stands for the first element of a list. */
  readonly path: readonly (string | number)[];
  readonly edges: readonly unknown[];
  /** The pattern of a text. */
  readonly patterns: readonly RegExp[];
}

/** The rules of a schema; each kind has other properties. A lazy schema has those of the schema that it returns. */
const rulesOf = (schema: Schema): Record<string, unknown> =>
  schema instanceof z.core.$ZodLazy ? rulesOf(schema._zod.innerType) : { ...schema._zod.def };

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && '_zod' in value;

/** A schema and its inner schemas for the same value (optional, pipe). */
const layersOf = (schema: Schema): Schema[] => {
  const { innerType, in: input, out } = rulesOf(schema);
  return [schema, ...[innerType, input, out].filter(isSchema).flatMap(layersOf)];
};

const checksOf = (schema: Schema): Record<string, unknown>[] => {
  const { checks } = rulesOf(schema);
  return Array.isArray(checks) ? checks.map((check) => Object(check)._zod.def) : [];
};

/** Values at the limits of a schema, and its listed values. */
const edgesOf = (schema: Schema): unknown[] => {
  const { values } = rulesOf(schema);
  const limits = checksOf(schema).flatMap(({ maximum, minimum, value }): unknown[] => {
    if (typeof value === 'number') return [value - 1, value, value + 1, value + 0.5];
    const length = maximum ?? minimum;
    return typeof length === 'number'
      ? [length - 1, length, length + 1].map((n) => 'x'.repeat(Math.max(0, n)))
      : [];
  });
  return [...limits, ...(Array.isArray(values) ? values : [])];
};

const patternsOf = (schema: Schema): RegExp[] =>
  [rulesOf(schema), ...checksOf(schema)].flatMap(({ pattern }) => (pattern instanceof RegExp ? pattern : []));

/** Every field of a schema, optional ones and the whole included. */
export const fieldsOf = (schema: Schema, path: Field['path'] = []): Field[] => {
  const { innerType, in: input, shape, element } = rulesOf(schema);
  const layers = layersOf(schema);
  const self: Field = { path, edges: layers.flatMap(edgesOf), patterns: layers.flatMap(patternsOf) };
  if (isSchema(innerType)) return [self, ...fieldsOf(innerType, path).slice(1)];
  if (isSchema(element)) return [self, ...fieldsOf(element, [...path, 0])];
  if (typeof shape === 'object' && shape !== null) {
    const fields = Object.entries(shape).flatMap(([name, field]) => fieldsOf(field, [...path, name]));
    return [self, ...fields];
  }
  return isSchema(input) ? [self, ...fieldsOf(input, path).slice(1)] : [self];
};
