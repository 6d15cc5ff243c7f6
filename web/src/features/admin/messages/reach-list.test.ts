import { expect, it } from 'vitest';
import { recipientIdSchema } from '#shared/lib/ids';
import type { LoggedRecipient } from '#shared/messages/admin-routes';
import { recipientName } from './message-names.ts';
import { callText, reachText } from './reach-list.tsx';

it.each([
  ['a family by its name', 'cbf6e3f0-6f0e-4c3a-9d0b-2f6f1f3f5a11', 'Pat Parent', 'Pat Parent'],
  ['a deleted account', 'cbf6e3f0-6f0e-4c3a-9d0b-2f6f1f3f5a11', null, 'Deleted account'],
  ['a deleted family', 'fam_01J8Z000000000000000000001', null, 'Deleted account'],
  ['a reader', 'a'.repeat(43), null, 'Newsletter reader'],
])('the log names %s [MSG-06]', (_name, id, name, expected) => {
  expect(recipientName({ id: recipientIdSchema.parse(id), name })).toBe(expected);
});

type Called = Pick<LoggedRecipient, 'to_call' | 'phone_number' | 'adults'>;
const family: Called = { to_call: true, phone_number: '+44 20 7946 0958', adults: [] };
const reader: Called = { to_call: true, phone_number: null, adults: [] };

it.each([
  ['a family that was not reached', [family, { ...family, to_call: false }], 'Call this one.'],
  ['families that were not reached', [family, family], 'Call these 2.'],
  ['no reader, who has no phone number', [reader, reader], null],
  ['families only, where readers were not reached either', [reader, family], 'Call this one.'],
  [
    'a family whose second adult alone has a phone number',
    [{ ...family, phone_number: ' ', adults: [{ full_name: 'Sam', phone_number: '07700 900123' }] }],
    'Call this one.',
  ],
  ['no family without a phone number', [{ ...family, phone_number: ' ' }], null],
])('says to call %s [CAN-12]', (_name, recipients, expected) => {
  expect(callText(recipients)).toBe(expected);
});

it.each([
  ['session-cancelled', [true, false], '1 of 2 families reached.'],
  ['reminder', [true], '1 of 1 family reached.'],
  ['news', [true, false], '1 of 2 readers reached.'],
  ['news', [true], '1 of 1 reader reached.'],
] as const)('counts those reached by %s', (kind, reached, expected) => {
  const recipients = reached.map((isReached) => ({ reached: isReached }));
  expect(reachText({ kind, state: 'done' }, recipients)).toBe(expected);
});
