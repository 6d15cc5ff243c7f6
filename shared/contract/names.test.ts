import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { pathOf, type Schema, splitWords } from '#shared/testing/schema-parts';
import type { Route } from './route.ts';
import { routes } from './routes.ts';

const nameKeys = ['name', 'full_name', 'child_name', 'coach_name'];

/** Bodies that name something stored, which may have been entered before this rule. */
const named = ['lookUpBooking.child_name'];

/** The names that a body enters, with their paths. What was shown is only compared. */
const namesIn = (schema: Schema, path: string): (readonly [string, Schema])[] =>
  splitWords(schema).flatMap(([name, part]): (readonly [string, Schema])[] => {
    if (name === 'shown') return [];
    const inner = pathOf(path, name);
    return nameKeys.includes(name) ? [[inner, part]] : namesIn(part, inner);
  });

const entered = Object.entries<Route>(routes).flatMap(([route, { body }]) =>
  body ? namesIn(body, route) : [],
);

it('finds the names that are entered', () => {
  expect(entered.length).toBeGreaterThan(12);
});

it.each(entered.filter(([name]) => !named.includes(name)))('%s is a name of letters', (_, schema) => {
  for (const text of ['.', '-', '😀', '👨‍👩‍👧', '1️⃣', '…', '7'])
    expect([text, z.safeParse(schema, text).success]).toEqual([text, false]);
  for (const text of ['Zoë', "O'Neill", '李', 'ليلى', 'Bo 😀'])
    expect([text, z.safeParse(schema, text).success]).toEqual([text, true]);
});
