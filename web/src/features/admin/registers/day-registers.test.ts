import { expect, it } from 'vitest';
import { progressOf } from './day-registers.tsx';

it.each([
  [0, 0, 'No children'],
  [0, 12, 'Not started'],
  [7, 12, '7 of 12'],
  [12, 12, 'Complete'],
])('%i marks of %i children are %s [REG-07]', (marked, children, text) => {
  expect(progressOf({ marked, children })).toBe(text);
});
