import { expect, it } from 'vitest';
import { sampleFamily } from '#infra/testing/samples/samples';
import { operatorId } from '#shared/schemas/activity';
import { actorText } from './activity-text.ts';

const { id } = sampleFamily().profile;

it.each([
  ['the command line', { actor_id: operatorId, actor_name: null }, 'Command line'],
  ['an administrator', { actor_id: id, actor_name: 'Olga Owner' }, 'Olga Owner'],
  ['an account that was deleted since', { actor_id: id, actor_name: null }, 'A deleted account'],
])('names %s as the author of a change', (_, actor, text) => {
  expect(actorText(actor)).toBe(text);
});
