import { afterAll, beforeAll, expect, it } from 'vitest';
import { newClassId } from '#functions/lib/ids';
import { problemSchema } from '#shared/contract/errors';
import { codeOfRefusal, expectProductHeaders } from '../attack/answers.ts';
import { request, startTestStack, type TestStack } from '../stack/test-stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack.stop());

it.each([
  ['/api/nothing', 'GET'],
  ['/api/classes', 'DELETE'],
  ['/api/classes/..%2f..%2fetc', 'GET'],
  ['/api/classes/cls_%00', 'GET'],
  ['/api/classes/%E0%A4%A', 'GET'],
  [`/api/classes/${newClassId(new Date())}x/time-slots`, 'GET'],
])('the unknown path %s is answered to %s with a problem document', async (path, method) => {
  const { status, headers, body } = await request(stack.url + path, { method });
  expect(problemSchema.parse(body).code).toBe('notFound');
  expect([status, headers.get('content-type')]).toEqual([404, 'application/problem+json']);
});

it('refuses a request above the limit of the gateway with a problem document', async () => {
  const body = JSON.stringify({ padding: 'x'.repeat(10 * 1024 * 1024) });
  const answer = await stack.call({ route: 'signUp', body });
  expectProductHeaders(answer);
  expect(codeOfRefusal(answer)).toBe('payloadTooLarge');
});
