import * as z from 'zod/mini';

export type Schema = z.core.$ZodType;

export const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && '_zod' in value;

/** The definition of a schema or of a check, whose properties differ by kind; that of a lazy schema is of the one it returns. */
export const defOf = (of: unknown): Readonly<Record<string, unknown>> =>
  of instanceof z.core.$ZodLazy ? defOf(of._zod.innerType) : Object(Object(Object(of)._zod).def);

/**
 * The schemas of which one is made: fields by their names, `[]` for elements, `{}` and `{key}` for those of a record, and no name
 * for the same value. What a pipe makes of its input is none of them.
 */
export const splitWords = (schema: Schema): (readonly [name: string, part: Schema])[] => {
  const { innerType, in: input, shape, element, options, keyType, valueType } = defOf(schema);
  const named = Object.entries({ ...Object(shape), '[]': element, '{}': valueType, '{key}': keyType });
  const same = [innerType, input, ...(Array.isArray(options) ? options : [])];
  return [...named, ...same.map((one): [string, unknown] => ['', one])].flatMap(([name, part]) =>
    isSchema(part) ? [[name, part] as const] : [],
  );
};

/** The path of a part, which has names of fields alone. */
export const pathOf = (path: string, name: string): string => (/^\w/.test(name) ? `${path}.${name}` : path);
