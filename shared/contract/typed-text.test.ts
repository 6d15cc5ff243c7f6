import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { deletionWord } from '#shared/accounts/routes';
import { limits } from '#shared/limits';
import { sendMessageSchema } from '#shared/messages/admin-routes';
import { type Schema, splitWords } from '#shared/testing/schema-parts';
import { routeList } from './routes.ts';

/** The fields of a body by name: of objects in lists and of all kinds of a body too. What was shown is only compared. */
const fieldsOf = (schema: Schema): (readonly [string, Schema])[] =>
  splitWords(schema)
    .filter(([name]) => name !== 'shown')
    .flatMap((part) => [...(/^\w/.test(part[0]) ? [part] : []), ...fieldsOf(part[1])]);

const samples = [
  'Kit',
  'kit@example.com',
  '07700 900123',
  deletionWord,
  'https://example.com/a.png',
  'x'.repeat(43),
];

const pasted = (text: string) => `\ufeff\u202a${text.slice(0, 2)}\u200b${text.slice(2)}\u202c\u00a0`;

/** Texts that no person types, and passwords, whose every character counts. */
const exact = [
  'after',
  'browser_secret',
  'child_id',
  'cursor',
  'heading',
  'id',
  'import_id',
  'newPassword',
  'password',
  'press',
  'secret',
  'token',
  'website',
];

it('cleans every text that a person types or pastes, in every request', () => {
  const cleaned = new Set<string>();
  const kept = new Set<string>();
  for (const { route } of routeList) {
    for (const [name, field] of route.body ? fieldsOf(route.body) : []) {
      for (const text of samples) {
        const { success, data } = z.safeParse(field, text);
        if (!success || typeof data !== 'string') continue;
        (z.safeParse(field, pasted(text)).data === data ? cleaned : kept).add(name);
      }
    }
  }
  expect([...kept].toSorted()).toEqual(exact);
  expect(cleaned).toContain('query');
  expect(cleaned.size).toBeGreaterThan(12);
});

it('has room in a request for the longest message in every script', () => {
  const message = {
    audience: { kind: 'readers' },
    subject: '𞤀'.repeat(limits.messageSubjectLength),
    text: '𞤀'.repeat(limits.messageTextLength),
    about_booking: false,
  };
  expect(sendMessageSchema.safeParse(message).success).toBe(true);
  expect(new TextEncoder().encode(JSON.stringify(message)).length).toBeLessThan(limits.requestBodyBytes);
});
