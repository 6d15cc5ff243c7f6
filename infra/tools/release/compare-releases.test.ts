import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Route } from '#shared/contract/route';
import { describeRelease, findBreaks, formatRelease, judgeBreaks } from './compare-releases.ts';
import { storedSchemas } from './stored-schemas.ts';

const root = join(import.meta.dirname, '../../..');

type Schema = z.core.$ZodType;
type Side = 'request' | 'answer' | 'stored, read by the new version' | 'stored, read by the released one';

const oldRead = ['request', 'stored, read by the new version'] as const;
const newRead = ['answer', 'stored, read by the released one'] as const;
const everywhere = [...oldRead, ...newRead];

const text = z.string();
const shortText = z.string().check(z.maxLength(5));
const longText = z.string().check(z.maxLength(10));
const having = (...names: string[]) => z.object(Object.fromEntries(names.map((name) => [name, text])));
const choice = (...values: string[]) => z.enum(values);
const one = (value: string, more: Record<string, Schema> = {}) =>
  z.object({ kind: z.literal(value), ...more });

/** A field `a` before and after, and the sides on which it is a break. */
const changes: readonly [what: string, before: Schema, after: Schema, breaks: readonly Side[]][] = [
  ['nothing', text, text, []],
  ['a longer text', shortText, longText, newRead],
  ['a shorter text', longText, shortText, oldRead],
  ['a bound that is new', text, longText, oldRead],
  ['a bound that is gone', longText, text, newRead],
  ['a larger number', z.number().check(z.maximum(5)), z.number().check(z.maximum(9)), newRead],
  ['a smaller number', z.number().check(z.maximum(9)), z.number().check(z.maximum(5)), oldRead],
  ['whole numbers only', z.number(), z.int(), oldRead],
  ['another pattern', z.string().check(z.regex(/^a$/)), z.string().check(z.regex(/^b$/)), everywhere],
  ['another type', text, z.number(), everywhere],
  ['a value of a choice more', choice('x'), choice('x', 'y'), newRead],
  ['a value of a choice less', choice('x', 'y'), choice('x'), oldRead],
  ['another literal', z.literal('x'), z.literal('y'), everywhere],
  ['may be null', text, z.nullable(text), newRead],
  ['a choice may be null', choice('x'), z.nullable(choice('x')), newRead],
  ['may not be null any more', z.nullable(text), text, oldRead],
  ['may be absent', text, z.optional(text), newRead],
  ['may not be absent any more', z.optional(text), text, oldRead],
  ['has a default', text, z._default(text, ''), ['stored, read by the released one']],
  ['a longer list', z.array(text).check(z.maxLength(2)), z.array(text).check(z.maxLength(3)), newRead],
  ['a list that may not be empty', z.array(text), z.array(text).check(z.minLength(1)), oldRead],
  ['an element loses a field', z.array(having('b', 'c')), z.array(having('b')), newRead],
  ['a part of null loses a field', z.nullable(having('b', 'c')), z.nullable(having('b')), newRead],
  ['a value of a record gets a field', z.record(text, having()), z.record(text, having('b')), oldRead],
  ['an option more', z.union([one('x')]), z.union([one('x'), one('y')]), newRead],
  ['an option less', z.union([one('x'), one('y')]), z.union([one('x')]), oldRead],
  ['options in another order', z.union([one('x'), one('y')]), z.union([one('y'), one('x')]), []],
  ['an option gets a field', z.union([one('x')]), z.union([one('x', { b: text })]), oldRead],
];

/** A whole object before and after. */
const objectChanges: typeof changes = [
  ['a required field more', z.object({}), z.object({ a: text }), oldRead],
  ['an optional field more', z.object({}), z.object({ a: z.optional(text) }), []],
  ['a required field less', z.object({ a: text }), z.object({}), newRead],
  [
    'an optional field less',
    z.strictObject({ a: z.optional(text) }),
    z.strictObject({}),
    ['request', ...newRead],
  ],
];

const rows = [
  ...changes.map(([what, before, after, breaks]) => {
    const part = (a: Schema) => z.object({ a });
    return { what, before: part(before), after: part(after), breaks };
  }),
  ...objectChanges.map(([what, before, after, breaks]) => ({ what, before, after, breaks })),
];

const base = { service: 'admin', access: 'public', summary: 'A route', status: 200, errors: [] } as const;
const post = (path: string, body: Schema): Route => ({
  ...base,
  method: 'POST',
  path: `/api/${path}`,
  body,
  response: z.object({}),
});
const get = (path: string, response: Schema): Route => ({
  ...base,
  method: 'GET',
  path: `/api/${path}`,
  response,
});
const named = (routes: readonly Route[]) => routes.map((route, index) => ({ name: `route${index}`, route }));

const releaseOf = (version: 'before' | 'after') =>
  describeRelease(
    named(rows.flatMap(({ [version]: schema }, row) => [post(`r${row}`, schema), get(`r${row}`, schema)])),
    Object.fromEntries(rows.map(({ [version]: schema }, row) => [`r${row}`, schema])),
  );

describe('a change is a break', () => {
  let found: string[];
  beforeAll(async () => {
    found = await findBreaks(releaseOf('before'), releaseOf('after'));
  });

  it.each(rows.map(({ what, breaks }, row) => [what, breaks, row] as const))(
    '%s: of %j [REL-02]',
    (_, breaks, row) => {
      const starts: Record<Side, string> = {
        request: `POST /api/r${row}, request`,
        answer: `GET /api/r${row}, answer`,
        'stored, read by the new version': `stored r${row}, as the new version`,
        'stored, read by the released one': `stored r${row}, as the released version`,
      };
      const isFound = ([, start]: readonly [string, string]) =>
        found.some((line) => new RegExp(`^${start}\\b`).test(line));
      expect(
        Object.entries(starts)
          .filter(isFound)
          .map(([side]) => side)
          .toSorted(),
      ).toEqual(breaks.toSorted());
    },
  );

  it('names a route and a kind of item that are gone, none that is new, and a new required parameter [REL-02]', async () => {
    const query = (more: Record<string, z.ZodMiniType>): Route => ({
      ...get('c', z.object({})),
      query: z.object(more),
    });
    const before = describeRelease(named([get('a', z.object({})), get('b', z.object({})), query({})]), {
      x: z.object({}),
    });
    const after = describeRelease(
      named([get('b', z.object({})), get('d', z.object({})), query({ q: text })]),
      { y: z.object({}) },
    );
    const lines = await findBreaks(before, after);
    expect(lines.toSorted()).toEqual([
      // One that is gone is taken for the nearest one that is new.
      expect.stringMatching(/^\/api\/d: Path \/api\/a was renamed/),
      expect.stringMatching(/^GET \/api\/c.*Required q/),
      expect.stringMatching(/^stored y: Path \/stored\/x was renamed/),
    ]);
  });
});

it('a break needs a reason, and a reason needs a break [REL-02]', () => {
  const accepted = {
    'GET /a: gone': 'No page asks for it.',
    'GET /b: gone': '',
    'GET /c: gone': 'Nobody asks.',
  };
  expect(judgeBreaks(['GET /a: gone', 'GET /b: gone', 'GET /d: gone'], accepted)).toEqual([
    'Break: GET /b: gone',
    'Break: GET /d: gone',
    'No break: GET /c: gone',
  ]);
});

it('the file of the last release can be read again, with a line for each path [REL-02]', () => {
  const release = describeRelease();
  const file = formatRelease(release);
  expect(JSON.parse(file)).toEqual(release);
  expect(file.split('\n').length).toBeGreaterThan(Object.keys(release.api.paths).length);
});

it('knows every schema by which items are read [REL-02]', () => {
  const list = readFileSync(join(root, 'infra/tools/release/stored-schemas.ts'), 'utf8');
  const read = globSync('functions/**/!(*.test).ts', { cwd: root }).flatMap((file) =>
    [
      ...readFileSync(join(root, file), 'utf8').matchAll(/\b(?:itemParser|parseTolerantly)\(\s*([\w.]+)/g),
    ].map(([, schema = '']) => schema),
  );
  // Of the parsers themselves and of answers.
  const missing = read.filter(
    (schema) =>
      schema !== 'schema' && schema !== 'route.response' && !new RegExp(`\\b${schema}\\b`).test(list),
  );
  expect(read.length).toBeGreaterThan(50);
  expect(missing).toEqual([]);
  expect(new Set(Object.values(storedSchemas)).size).toBe(Object.keys(storedSchemas).length);
});
