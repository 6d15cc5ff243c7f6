import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { HttpMethod, Route } from '#shared/contract/route';
import { createRouter } from './api-gateway.ts';

const route = (method: HttpMethod, path: Route['path']): Route => ({
  method,
  path,
  service: 'catalogue',
  access: 'public',
  summary: '',
  status: 200,
  response: z.unknown(),
  errors: [],
});

const match = createRouter([
  route('GET', '/api/{thing}/{part}'),
  route('GET', '/api/classes/{classId}'),
  route('GET', '/api/classes/new'),
  route('POST', '/api/classes'),
]);

it.each([
  ['/api/classes/new', '/api/classes/new', {}],
  ['/api/classes/old', '/api/classes/{classId}', { classId: 'old' }],
  ['/api/other/old', '/api/{thing}/{part}', { thing: 'other', part: 'old' }],
  ['/api/classes/a%2Fb%20c', '/api/classes/{classId}', { classId: 'a/b c' }],
])('sends %s to the most specific route, with decoded parameters', (path, expected, params) => {
  expect(match('GET', path)).toMatchObject({ route: { path: expected }, params });
});

it('answers HEAD as GET', () => {
  expect(match('HEAD', '/api/classes/new')).toEqual(match('GET', '/api/classes/new'));
});

it.each([
  ['GET', '/api/classes'],
  ['HEAD', '/api/classes'],
  ['GET', '/api/classes/'],
  ['GET', '/api/classes/new/'],
  ['GET', '/api/classes/%E0%A4%A'],
  ['GET', '/api/classes/a/b'],
])('finds no route for %s %s', (method, path) => {
  expect(match(method, path)).toBeUndefined();
});
