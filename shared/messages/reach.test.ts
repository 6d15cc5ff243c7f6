import { expect, it } from 'vitest';
import { instantSchema } from '#shared/lib/values';
import type { RecipientState } from '#shared/messages/message';
import { isReached, isToCall } from './changes.ts';

const state_at = instantSchema.parse('2025-09-27T07:10:00.000Z');
const after = (minutes: number) => new Date(Date.parse(state_at) + minutes * 60_000);

it.each<[RecipientState, { reached: boolean; atOnce: boolean; later: boolean }]>([
  ['queued', { reached: false, atOnce: false, later: true }],
  ['sending', { reached: false, atOnce: false, later: true }],
  ['accepted', { reached: false, atOnce: false, later: true }],
  ['held-back', { reached: false, atOnce: true, later: true }],
  ['unknown', { reached: false, atOnce: true, later: true }],
  ['bounced', { reached: false, atOnce: true, later: true }],
  ['delivered', { reached: true, atOnce: false, later: false }],
  ['complained', { reached: true, atOnce: false, later: false }],
])('a family whose email is %s is reached or called as it should be', (state, expected) => {
  const emailed = { state, state_at };
  expect({
    reached: isReached(emailed),
    atOnce: isToCall(emailed, after(9.9)),
    later: isToCall(emailed, after(10)),
  }).toEqual(expected);
});
