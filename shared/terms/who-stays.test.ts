import { expect, it } from 'vitest';
import { stayAnswer } from './term-plan.ts';

const facts = { state: 'open', isBooked: true, hasPlace: false, isAgedOut: false } as const;

it.each([
  ['no-answer', {}],
  ['no-answer', { state: 'expired' }],
  ['kept', { state: 'taken', hasPlace: true }],
  ['kept', { state: 'declined', hasPlace: true }],
  ['kept', { state: 'taken', hasPlace: true, isBooked: false, isAgedOut: true }],
  ['left', { state: 'taken' }],
  ['left', { isBooked: false }],
  ['left', { state: 'declined', isBooked: false, isAgedOut: true }],
  ['aged-out', { isAgedOut: true }],
  ['aged-out', { state: undefined, isAgedOut: true }],
  ['declined', { state: 'declined' }],
  ['declined', { state: 'withdrawn' }],
  ['no-room', { state: undefined }],
  ['no-room', { state: undefined, hasPlace: true }],
  ['kept', { state: undefined, hasPlace: true, hasNextPlace: true }],
  ['kept', { state: undefined, isBooked: false, hasPlace: true, hasNextPlace: true }],
  ['left', { state: undefined, isBooked: false }],
] as const)('a child is %s where %j [TRM-10]', (answer, known) => {
  expect(stayAnswer({ ...facts, ...known })).toBe(answer);
});
