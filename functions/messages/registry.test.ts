import { expect, it } from 'vitest';
import type { MessageKind } from '#shared/messages/message';
import { priorityOf } from './kinds.ts';

/** What is sent before what. */
const orders: readonly (readonly [MessageKind, MessageKind])[] = [
  ['session-cancelled', 'trial-follow-up'],
  ['class-deleted', 'trial-follow-up'],
  ['trial-follow-up', 'reminder'],
  ['trial-follow-up', 'payment-reminder'],
  ['reminder', 'news'],
  ['payment-reminder', 'card-check'],
  ['card-check', 'news'],
];

it.each(orders)('%s is sent before %s [MSG-03]', (first, second) => {
  expect(priorityOf({ kind: first })).toBeLessThan(priorityOf({ kind: second }));
});
