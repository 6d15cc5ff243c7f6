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
  ...securityHeaders({ connectSrc: [`https://cognito-idp.${resourceNames.region}.amazonaws.com`] }),
  'cache-control': notKept,
};

/** What every answer of the API carries: the headers that make browsers strict, and none that lets one be kept. */
export const expectProductHeaders = ({ headers }: Pick<HttpAnswer, 'headers'>): void => {
  expect(Object.fromEntries(headers)).toMatchObject(productHeaders);
};

/** The problems a route says it may answer with. */
export const declaredProblems = (name: RouteName): ReadonlySet<ProblemCode> => {
  const { access, errors } = routes[name];
  return new Set<ProblemCode>([...commonProblems, ...accessProblems[access], ...errors]);
};

/** The code of a refusal that is written as one: problem details with the code's own status and text type. */
export const codeOfRefusal = ({ status, headers, body }: HttpAnswer): ProblemCode => {
  const problem = problemSchema.parse(body);
  expect(headers.get('content-type')).toBe(problemContentType);
  expect([status, problem.status]).toEqual([problems[problem.code].status, problems[problem.code].status]);
  return problem.code;
};
