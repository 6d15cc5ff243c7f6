import { expect, it } from 'vitest';
import { withMinimumDuration } from './sign-up-steps.ts';

it.each([
  ['a result', async () => 'done', 'done'],
  ['an error', () => Promise.reject(new Error('refused')), 'refused'],
])('answers with %s only when the shortest time has passed', async (_, work, outcome) => {
  const events: string[] = [];
  const { promise: pause, resolve: endPause } = Promise.withResolvers<void>();
  const answer = withMinimumDuration(1_000, () => pause, work).then(
    (result) => events.push(result),
    (error: Error) => events.push(error.message),
  );
  // More turns than the work takes.
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  events.push('time has passed');
  endPause();
  await answer;
  expect(events).toEqual(['time has passed', outcome]);
});
