import { expect, it } from 'vitest';
import type * as z from 'zod/mini';
import type { Route } from './route.ts';
import { routes } from './routes.ts';

const nameKeys = ['name', 'full_name', 'child_name', 'coach_name'];

/** Bodies that name something stored, which may have been entered before this rule. */
const named = ['lookUpBooking child_name'];

const isSchema = (value: unknown): value is z.ZodMiniType =>
  typeof value === 'object' && value !== null && '_zod' in value;

/** The names that a body enters, with their paths. */
const namesIn = (schema: z.ZodMiniType, path = ''): readonly (readonly [string, z.ZodMiniType])[] => {
  const def = new Map<string, unknown>(Object.entries(schema._zod.def));
  const shape = Object.entries(def.get('shape') ?? {}).flatMap(([key, field]) =>
    isSchema(field) ? [[key, field] as const] : [],
  );
  const inner = ['in', 'innerType', 'element', 'options', 'valueType'].flatMap((part) => def.get(part) ?? []);
  return [
    ...shape.flatMap(([key, field]) =>
      // What was shown is only compared.
      key === 'shown'
        ? []
        : nameKeys.includes(key)
          ? [[`${path} ${key}`.trim(), field] as const]
          : namesIn(field, `${path} ${key}`),
    ),
    ...inner.filter(isSchema).flatMap((one) => namesIn(one, path)),
  ];
};

const entered = Object.entries<Route>(routes).flatMap(([route, { body }]) =>
  isSchema(body)
    ? namesIn(body).map(([path, schema]): [string, z.ZodMiniType] => [`${route} ${path}`, schema])
    : [],
);

it('finds the names that are entered', () => {
  expect(entered.length).toBeGreaterThan(12);
});

it.each(entered.filter(([name]) => !named.includes(name)))('%s is a name of letters', (_, schema) => {
  for (const text of ['.', '-', '😀', '👨‍👩‍👧', '1️⃣', '…', '7'])
    expect([text, schema.safeParse(text).success]).toEqual([text, false]);
  for (const text of ['Zoë', "O'Neill", '李', 'ليلى', 'Bo 😀'])
    expect([text, schema.safeParse(text).success]).toEqual([text, true]);
});
