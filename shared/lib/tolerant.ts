import * as z from 'zod/mini';

type Schema = z.core.$ZodType;

const known = new WeakMap<Schema, Schema>();

/** A copy with another definition and the same checks. */
const withDef = <Def extends z.core.$ZodTypeDef>(schema: Schema, def: Def, change: Partial<Def>): Schema =>
  z.clone(schema, { ...def, ...change });

const mapValues = (shape: Readonly<Record<string, Schema>>): Record<string, Schema> =>
  Object.fromEntries(Object.entries(shape).map(([name, part]) => [name, read(part)]));

/** Passes an object whose discriminator no option of the union has. */
const otherOption = (union: Schema, name: string): Schema =>
  z
    .looseObject({ [name]: z.string() })
    .check(z.refine((value) => !union._zod.propValues?.[name]?.has(String(value[name]))));

const widened = (schema: Schema): Schema => {
  // The library's own types, as its guide for library authors says.
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'enum':
      return z.union([schema, z.string()]);
    case 'object':
      return withDef(schema, def, {
        shape: mapValues(def.shape),
        // Passes over an unknown key of a strict object.
        ...(def.catchall?._zod.def.type === 'never' && { catchall: undefined }),
      });
    case 'array':
      return withDef(schema, def, { element: read(def.element) });
    case 'record':
      return withDef(schema, def, { valueType: read(def.valueType) });
    case 'tuple':
      return withDef(schema, def, { items: def.items.map(read) });
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return withDef(schema, def, { innerType: read(def.innerType) });
    case 'pipe':
      return withDef(schema, def, { in: read(def.in), out: read(def.out) });
    case 'intersection':
      return withDef(schema, def, { left: read(def.left), right: read(def.right) });
    case 'union': {
      const options = def.options.map(read);
      if (!('discriminator' in def)) return withDef(schema, def, { options });
      return z.union([...options, otherOption(schema, String(def.discriminator))]);
    }
    default:
      return schema;
  }
};

const read = (schema: Schema): Schema => {
  const before = known.get(schema);
  if (before) return before;
  const made = widened(schema);
  known.set(schema, made);
  return made;
};

/**
 * Parses what another version wrote (REL-01): passes over unknown keys, and keeps unknown values of choices, which the type
 * does not say.
 * @throws ZodError for anything else that the schema refuses
 */
export const parseTolerantly = <S extends Schema>(schema: S, value: unknown): z.output<S> => {
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  return z.parse(read(schema), value) as z.output<S>;
};
