import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { sampleTimeZone } from '#infra/testing/samples/samples';
import { invoke } from '#infra/testing/services/invoke';
import { memberSteps } from '#infra/testing/services/member-system';
import { startTests } from '#infra/testing/services/system';
import { familyRoutes } from '#shared/contract/family-routes';
import type { FamilyNote } from '#shared/families/admin-routes';
import { idempotencyKeyHeader } from '#shared/lib/ids';
import { memberships } from '../accounts/accounts.ts';
import { familyOperations } from '../entries/family-operations.ts';
import { createHandler } from '../lib/http/create-handler.ts';

const system = await startTests(memberSteps);

const add = (parentId: string, text: string, corrects: string | null = null, key = randomUUID()) =>
  system.admin.call('addFamilyNote', {
    params: { parentId },
    body: { text, corrects },
    headers: { [idempotencyKeyHeader.toLowerCase()]: key },
  });

const notesOf = async (parentId: string): Promise<FamilyNote[]> =>
  Object((await system.admin.call('listFamilyNotes', { params: { parentId } })).body).notes;

it('keeps author and time of a note, and corrects it by another one [BHF-04]', async () => {
  const { id } = await system.join();
  const key = randomUUID();
  const first = await add(id, 'Pays in cash on Saturdays', null, key);
  expect(first.status).toBe(201);
  expect((await add(id, 'Pays in cash on Saturdays', null, key)).body).toEqual(first.body);
  expect(await add(id, 'Something else', null, key)).toMatchObject({
    status: 409,
    body: { code: 'sentBefore' },
  });
  system.later(60);
  const { id: noted } = Object(first.body);
  expect((await add(id, 'Pays by transfer', noted)).status).toBe(201);
  const notes = await notesOf(id);
  expect(notes.map(({ text, corrects }) => [text, corrects])).toEqual([
    ['Pays by transfer', noted],
    ['Pays in cash on Saturdays', null],
  ]);
  for (const { author, at } of notes) {
    expect(author).toBe('Pat Parent');
    expect(at).toMatch(/^2025-/);
  }
});

it('is in the export of its family, and on no other page of it [BHF-04]', async () => {
  const { id, profile } = await system.join();
  const userId = profile.id;
  await add(id, 'Asks for the early group');
  const handler = createHandler(
    familyRoutes,
    familyOperations,
    { table: system.table, clock: system.clock, timeZone: sampleTimeZone },
    { clock: system.clock, memberships: memberships(system.table) },
  );
  const { body } = await invoke(handler, { route: 'exportMyData', userId, signedInAt: system.clock() });
  expect(Object(body).notes).toMatchObject([
    { text: 'Asks for the early group', corrects: null, author: 'Pat Parent' },
  ]);
  for (const route of ['getMyFamily', 'listMyBookings', 'getMyLedger'] as const)
    expect(JSON.stringify((await invoke(handler, { route, userId })).body)).not.toContain('early group');
});
