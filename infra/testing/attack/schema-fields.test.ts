import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { fieldsOf } from './malformed-requests.ts';

const schema = z.strictObject({
  name: z.pipe(z.string(), z.string().check(z.maxLength(3))),
  id: z.string().check(z.regex(/^id_\d$/)),
  user: z.guid(),
  age: z.optional(z.int().check(z.minimum(1))),
  rows: z.lazy(() => z.array(z.strictObject({ note: z.nullable(z.string()) }))),
});

it('finds every field of a schema, also in lists, optional values and lazy schemas', () => {
  expect(fieldsOf(schema).map(({ path }) => path.join('.'))).toEqual([
    '',
    'name',
    'id',
    'user',
    'age',
    'rows',
    'rows.0',
    'rows.0.note',
  ]);
});

it('finds limits and patterns', () => {
  const edges = new Map(fieldsOf(schema).map(({ path, edges }) => [path.join('.'), edges]));
  expect(edges.get('name')).toEqual(['xx', 'xxx', 'xxxx']);
  expect(fieldsOf(schema).find(({ path }) => path[0] === 'id')?.patterns).toEqual([/^id_\d$/]);
  expect(fieldsOf(schema).find(({ path }) => path[0] === 'user')?.patterns).toHaveLength(1);
  expect(edges.get('age')).toEqual([0, 1, 2, 1.5]);
});
