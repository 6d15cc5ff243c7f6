import { expect, it } from 'vitest';
import { importOf } from '#infra/testing/samples/import-files';
import { newAddress } from '#infra/testing/services/account-system';
import { memberSteps } from '#infra/testing/services/member-system';
import { startTests } from '#infra/testing/services/system';
import { readAllItems } from '#infra/testing/table/all-items';
import { adminRoutes } from '#shared/contract/admin-routes';
import { entityAttribute } from '../lib/dynamo/items.ts';
import { getFamily } from './families.ts';
import { listNotes } from './notes.ts';

const system = await startTests(memberSteps);
const { table, admin } = system;
const email = newAddress();

/** Imports a file with one family. */
const bring = async (file: string, child: string, office_note: string) => {
  const body = importOf([{ name: `Ana ${email}`, email, children: [child], office_note }], file);
  const answer = await admin.call('importFamilies', { body });
  const [decision] = adminRoutes.importFamilies.response.parse(answer.body).families;
  return { import_id: body.import_id, id: decision?.parent_id ?? expect.fail('Not imported') };
};
const undo = async (importId: string) => {
  const answer = await admin.call('undoImport', { params: { importId }, body: { after: null } });
  return adminRoutes.undoImport.response.parse(answer.body);
};

it('a file’s note for the office is stored with its family, once, and goes with the undo [IMP-06]', async () => {
  const first = await bring('first', 'Mia', 'Tel: 07700 900102 (Leo)');
  await bring('first', 'Mia', 'Tel: 07700 900102 (Leo)');
  const textsOf = async () => (await listNotes(table, first.id)).map(({ text, by }) => [text, by]);
  expect(await textsOf()).toEqual([['Tel: 07700 900102 (Leo)', admin.userId]]);

  const second = await bring('second', 'Ben', 'Notes: likes drums');
  expect(second.id).toBe(first.id);
  expect((await textsOf()).map(([text]) => text)).toContain('Notes: likes drums');
  // All else of the family is stored: a note that the office lacks is brought, and one that it has is the same.
  const third = await bring('third', 'Ben', 'Notes: plays drums');
  await bring('fourth', 'Ben', 'Notes: plays drums');
  expect((await textsOf()).filter(([text]) => text === 'Notes: plays drums')).toHaveLength(1);
  expect(await undo(third.import_id)).toMatchObject({ undone: 1, kept: [] });
  expect((await textsOf()).map(([text]) => text)).not.toContain('Notes: plays drums');
  expect(await undo(second.import_id)).toMatchObject({ undone: 1, kept: [] });
  expect((await textsOf()).map(([text]) => text)).toEqual(['Tel: 07700 900102 (Leo)']);

  expect(await undo(first.import_id)).toMatchObject({ undone: 1, kept: [] });
  expect(await getFamily(table, first.id)).toBeUndefined();
  const items = await readAllItems(table);
  expect(items.filter((item) => item[entityAttribute] === 'family-note')).toEqual([]);
});
