import { expect, it } from 'vitest';
import { instantSchema, wallTimeSchema } from '#shared/lib/values';
import type { UnsentMark } from './coach-store.ts';
import { countsText, progressText, sentText, waitsForADay } from './coach-texts.ts';

const contact = instantSchema.parse('2026-11-28T09:01:00.000Z');
const clockOf = () => ({ time: wallTimeSchema.parse('09:01') });
const waiting = { refused: null };
const refused = { refused: 'too-late' } as const;

it.each([
  [[], contact, 'All sent'],
  [[], null, 'All sent'],
  [[waiting, waiting, waiting], contact, '3 not sent, last contact 9:01 AM'],
  [[waiting], null, '1 not sent, no contact in the last day'],
  [[refused], contact, '1 not accepted, last contact 9:01 AM'],
  [[waiting, refused], contact, '1 not sent, 1 not accepted, last contact 9:01 AM'],
] as const)('of %j says what the server has [REG-07]', (marks, lastContact, text) => {
  expect(sentText(marks, lastContact, clockOf)).toBe(text);
});

it.each([
  [{ children: 9, trials: 1, medical_notes: 2, not_coming: 0 }, '9 children, 1 trial, 2 with medical notes'],
  [{ children: 1, trials: 0, medical_notes: 1, not_coming: 0 }, '1 child, 1 with a medical note'],
  [{ children: 9, trials: 0, medical_notes: 0, not_coming: 2 }, '9 children, 2 not coming'],
  [{ children: 0, trials: 0, medical_notes: 0, not_coming: 0 }, '0 children'],
])('counts the children of a session [COA-04, ABS-01]', (session, text) => {
  expect(countsText(session)).toBe(text);
});

it('names no medical note where the register shows none [REG-02]', () => {
  const session = { children: 3, trials: 1, medical_notes: 1, not_coming: 1 };
  expect(countsText(session, true)).toContain('1 with a medical note');
  expect(countsText(session, false)).toBe('3 children, 1 trial, 1 not coming');
});

it.each([
  [0, 12, 'Not started'],
  [7, 12, '7 of 12 marked'],
  [12, 12, 'All marked'],
])('says how far %i of %i is [REG-07]', (marked, children, text) => {
  expect(progressText(marked, children)).toBe(text);
});

it.each([
  [null, '2026-11-29T08:59:59.999Z', false],
  [null, '2026-11-29T09:00:00.000Z', true],
  ['too-late', '2026-11-30T09:00:00.000Z', false],
] as const)('knows marks that wait for a day: %s at %s [REG-05]', (state, now, expected) => {
  const at = instantSchema.parse('2026-11-28T09:00:00.000Z');
  const mark = { refused: state satisfies UnsentMark['refused'], mark: { at } };
  expect(waitsForADay([mark], new Date(now))).toBe(expected);
});
