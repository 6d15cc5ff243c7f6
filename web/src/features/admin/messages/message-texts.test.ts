import { expect, it } from 'vitest';
import { recipientIdSchema } from '#shared/schemas/ids';
import { recipientName } from './message-texts.ts';

it.each([
  ['a family by its name', 'cbf6e3f0-6f0e-4c3a-9d0b-2f6f1f3f5a11', 'Pat Parent', 'Pat Parent'],
  ['a deleted account', 'cbf6e3f0-6f0e-4c3a-9d0b-2f6f1f3f5a11', null, 'Deleted account'],
  ['a reader', 'a'.repeat(43), null, 'Newsletter reader'],
])('the log names %s [MSG-06]', (_name, id, name, expected) => {
  expect(recipientName({ id: recipientIdSchema.parse(id), name })).toBe(expected);
});
