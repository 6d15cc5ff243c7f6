import { expect } from 'vitest';
import { securityHeaders } from '#infra/cloud/security-headers';
import { notKept } from '#shared/contract/caching';
import { type ProblemCode, problemContentType, problems } from '#shared/contract/errors';
import { problemSchema } from '#shared/contract/problem';
import { accessProblems, commonProblems } from '#shared/contract/route';
import { type RouteName, routes } from '#shared/contract/routes';
import { resourceNames } from '../../local/addresses.ts';
import type { HttpAnswer } from '../stack/test-stack.ts';

const productHeaders = {
  ...securityHeaders({
    connectSrc: [`https://cognito-idp.${resourceNames.region}.amazonaws.com`],
    pictureHosts: resourceNames.pictureHosts,
  }),
  'cache-control': notKept,
};

/** Checks the headers of an API answer: the security headers, and no permission to cache. */
export const expectProductHeaders = ({ headers }: Pick<HttpAnswer, 'headers'>): void => {
  expect(Object.fromEntries(headers)).toMatchObject(productHeaders);
};

/** The problem codes that a route declares. */
export const declaredProblems = (name: RouteName): ReadonlySet<ProblemCode> => {
  const { access, errors } = routes[name];
  return new Set<ProblemCode>([...commonProblems, ...accessProblems[access], ...errors]);
};

/** Checks that an answer is a problem document with the status of its code, and returns the code. */
export const codeOfRefusal = ({ status, headers, body }: HttpAnswer): ProblemCode => {
  const problem = problemSchema.parse(body);
  expect(headers.get('content-type')).toBe(problemContentType);
  expect([status, problem.status]).toEqual([problems[problem.code].status, problems[problem.code].status]);
  return problem.code;
};
