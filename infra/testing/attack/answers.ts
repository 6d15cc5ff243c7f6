import { expect } from 'vitest';
import { securityHeaders } from '#infra/cloud/service-settings';
import { type ProblemCode, problemSchema, problems } from '#shared/contract/errors';
import { clientCached, noStore, problemsOf, type Route, serverNowHeader } from '#shared/contract/route';
import { type RouteName, routes } from '#shared/contract/routes';
import { problemContentType } from '#shared/contract/shown-problems';
import { resourceNames } from '../../local/addresses.ts';
import type { HttpAnswer } from '../stack/test-stack.ts';

const productHeaders = {
  ...securityHeaders({
    connectSrc: [`https://cognito-idp.${resourceNames.region}.amazonaws.com`],
    pictureHosts: resourceNames.pictureHosts,
  }),
  'cache-control': noStore,
};

/** Checks the headers of an API answer: the security headers, and no permission to cache but for the client's files. */
export const expectProductHeaders = (
  { headers, status }: Pick<HttpAnswer, 'headers' | 'status'>,
  route?: Route,
): void => {
  const caching =
    route?.file && route.access === 'public' && status < 400 ? { 'cache-control': clientCached } : {};
  expect(Object.fromEntries(headers)).toMatchObject({ ...productHeaders, ...caching });
};

/** Headers with the time of an answer, of its connection, and of how its body is sent. */
const ofOneAnswer = [
  'date',
  serverNowHeader,
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
];

/** Checks that HEAD is answered as GET is, without the body. */
export const expectSameHead = (head: HttpAnswer, answer: HttpAnswer): void => {
  const kept = ({ headers }: HttpAnswer) => [...headers].filter(([name]) => !ofOneAnswer.includes(name));
  expect([head.status, head.body, kept(head)]).toEqual([answer.status, undefined, kept(answer)]);
};

/** What the response schema of a route describes: the body, or the address of a redirect. */
export const contentOf = ({ status, headers, body }: HttpAnswer): unknown =>
  status === 303 ? headers.get('location') : body;

export const declaredProblems = (name: RouteName): ReadonlySet<ProblemCode> =>
  new Set(problemsOf(routes[name]));

/** Checks that an answer is a problem document with the status of its code, and returns the code. */
export const codeOfRefusal = ({ status, headers, body }: HttpAnswer): ProblemCode => {
  const problem = problemSchema.parse(body);
  expect(headers.get('content-type')).toBe(problemContentType);
  expect([status, problem.status]).toEqual([problems[problem.code].status, problems[problem.code].status]);
  return problem.code;
};

export const fieldsIn = (
  schema: unknown,
  found = new Set<string>(),
  seen = new Set<unknown>(),
): Set<string> => {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return found;
  seen.add(schema);
  const def: Record<string, unknown> = Object(Object(schema)._zod?.def ?? schema);
  for (const [name, part] of Object.entries(def)) {
    if (name === 'shape') for (const field of Object.keys(Object(part))) found.add(field);
    fieldsIn(typeof part === 'function' && name === 'getter' ? part() : part, found, seen);
  }
  return found;
};

/** Whether a route shows the notes or contacts of children to others than their own family. */
export const showsCards = (name: RouteName): boolean => {
  const { service, response } = routes[name];
  const fields = fieldsIn(response);
  return service !== 'family' && ['medical_conditions', 'contacts'].some((field) => fields.has(field));
};
