import { expect, it } from 'vitest';
import { canonicalJson, type Item } from '#functions/lib/dynamo/items';
import { accountKey } from '#functions/lib/dynamo/keys-of-people';
import { batchDelete, updateItem } from '#functions/lib/dynamo/writes';
import { confirmJoining, createJoining, leaveList, listReaders } from '#functions/messages/newsletter';
import { deleteFeed, familyOfFeed } from '#functions/sessions/calendar-feeds';
import { richFamilies } from '#infra/testing/services/rich-families';
import { startTermTests } from '#infra/testing/services/term-tests';
import { readAllItems } from '#infra/testing/table/all-items';
import { itemsNaming } from '#infra/testing/table/items-naming';
import { foldText } from '#shared/lib/fold-text';
import { runOnRestore } from './restore.ts';
import { entityOf } from './rooms.ts';

const tests = await startTermTests();
const { table, deps } = tests;
const { given } = richFamilies(tests);

const run = (...words: readonly string[]) =>
  runOnRestore(
    words,
    { yes: true },
    {
      ...deps,
      isLocal: true,
      switchOf: { isOn: async () => true, set: async () => {} },
      say: () => {},
      progress: () => () => {},
      ask: async () => false,
    },
  );

const textsOf = (items: readonly Item[]) => new Set(items.map(canonicalJson));

const passing = ['mail-request', 'waiting-mail', 'token', 'adult-invitation', 'current-classes'];

it('an undamaged table has no counter that is counted otherwise, and a family with items of every kind comes back as it was [REL-05]', async () => {
  const { family } = await given([{ name: 'Robin' }, { name: 'Zoe' }], '07700 900123');
  expect(await run('make', 'restored-kinds')).toContain('has what is stored now');
  const before = await readAllItems(table);
  const untouched = await run('put-back', 'restored-kinds', 'overwritten');
  expect(untouched).toContain('In all 0 of 0.\nCounted again: 0 slots, 0 ledgers, 0 other counters.\nThen');

  const words = [family.id, family.profile.id, ...family.children.map(({ id }) => id)].map(foldText);
  const own = await itemsNaming(table, words);
  expect(new Set(own.map(entityOf)).size).toBeGreaterThan(25);
  await batchDelete(table, own);
  await run('put-back', 'restored-kinds', 'missing');
  const after = textsOf(await readAllItems(table));
  const lost = before.filter((item) => !after.has(canonicalJson(item)));
  expect(lost.map(entityOf).filter((entity) => !passing.includes(entity))).toEqual([]);
});

it('a reader who left stays off the list, and the calendar feed of an adult who left the family stays ended [REL-05]', async () => {
  const { family, secrets } = await given([{ name: 'Ann' }], '07700 900124');
  const { id } = family.profile;
  const now = deps.clock();
  const token = await createJoining(table, 'reader@example.com', now);
  await confirmJoining(table, { token, wording: 'Yes', now });
  await run('make', 'restored-left');

  for (const { id: reader, leave_secret: secret } of await listReaders(table))
    expect(await leaveList(table, { reader, secret, now })).toBe(true);
  await updateItem(table, accountKey(id), { remove: ['family_id'] });
  await deleteFeed(table, id);
  await run('put-back', 'restored-left', 'missing');
  expect(await familyOfFeed(table, id, secrets.feed)).toBeUndefined();
  await run('put-back', 'restored-left', 'overwritten');
  expect(await listReaders(table)).toEqual([]);
});
