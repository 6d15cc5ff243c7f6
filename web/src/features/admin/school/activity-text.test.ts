import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { sampleFamily } from '#infra/testing/samples/samples';
import { familyIdSchema } from '#shared/lib/ids';
import { parseTolerantly } from '#shared/lib/tolerant';
import { activitySchema, operatorId } from '#shared/school/activity';
import { activityText, actorText } from './activity-text.ts';

const { id } = sampleFamily().profile;
const familyId = familyIdSchema.parse('fam_01J8Z000000000000000000001');

const ofFamily = { action: 'family.holder-changed' } as const;

it.each([
  ['the command line', { actor_id: operatorId, actor_name: null }, 'Command line'],
  ['an administrator', { actor_id: id, actor_name: 'Olga Owner' }, 'Olga Owner'],
  ['an account that was deleted since', { actor_id: id, actor_name: null }, 'A deleted account'],
  ['an adult', { ...ofFamily, actor_id: id, actor_name: 'Sam Second' }, 'Sam Second'],
  [
    'an adult whose account is gone',
    { ...ofFamily, actor_id: id, actor_name: null },
    'A former adult of this family',
  ],
  [
    'an administrator whose account is gone and who acted for a family',
    { ...ofFamily, actor_id: id, actor_name: null, family_id: familyId },
    'A deleted account',
  ],
])('names %s as the author of a change [FID-06]', (_, actor, text) => {
  expect(actorText({ action: 'settings.updated', ...actor })).toBe(text);
});

it.each([
  [
    'a changed class',
    { action: 'class.updated', fields: ['venue', 'end_date'] },
    'Changed a class: venue, end date',
  ],
  ['a day', { action: 'session.cancelled', fields: ['2026-11-28'] }, 'Cancelled a session: Nov 28, 2026'],
  ['no date', { action: 'session.cancelled', fields: ['2026-13-28'] }, 'Cancelled a session: 2026-13-28'],
] as const)('describes %s [PRC-21]', (_, { action, fields }, text) => {
  expect(activityText({ action, fields: [...fields] })).toBe(text);
});

it.each([
  ['Ana Novak', 'Booked for the family of Ana Novak'],
  [null, 'Booked for the family of a deleted account'],
])('says for which family the office booked: %s [BHF-01, BHF-03]', (family_name, text) => {
  expect(activityText({ action: 'booking.made', fields: [], family_id: familyId, family_name })).toBe(text);
});

it('shows an act of a newer version as it is [REL-01]', () => {
  const [action] = parseTolerantly(z.array(activitySchema.shape.action), ['class.painted']);
  expect(action && activityText({ action, fields: ['pitch'] })).toBe('class.painted: pitch');
});
