import { afterAll, beforeAll, expect, it } from 'vitest';
import { putClass } from '#infra/local/seed/put';
import { sampleClass } from '#infra/testing/samples/samples';
import { startTestStack, type TestStack } from '../stack/test-stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack.stop());

it('forbids browsers to cache responses and problems of the API, as CloudFront does', async () => {
  const answers = [
    await stack.call({ route: 'listClasses' }),
    await stack.call({ route: 'getClass', params: { classId: 'cls_01J00000000000000000000001' } }),
    await stack.call({ route: 'listMyBookings' }),
  ];
  expect(answers.map(({ status, headers }) => [status, headers.get('cache-control')])).toEqual([
    [200, 'no-store'],
    [404, 'no-store'],
    [401, 'no-store'],
  ]);
});

it('caches no response, although the contract allows it for the listing', async () => {
  const before = await stack.call({ route: 'listClasses' });
  await putClass(stack.table, sampleClass());
  const after = await stack.call({ route: 'listClasses' });
  expect([Object(before.body).classes.length, Object(after.body).classes.length]).toEqual([0, 1]);
});
