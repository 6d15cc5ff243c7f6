import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { putClass, putFamily, putVenue } from '#infra/local/seed/put';
import {
  enteredClass,
  sampleBooking,
  sampleClass,
  sampleFamily,
  sampleNow,
  sampleVenue,
  sampleVenueNamed,
} from '#infra/testing/samples/samples';
import { putMember } from '#infra/testing/samples/stored';
import { adminApi } from '#infra/testing/services/admin-api';
import { startTestTable, type TestTable } from '#infra/testing/table/test-table';
import { managedClassSchema } from '#shared/classes/managed-class';
import { activityIdSchema } from '#shared/lib/ids';
import { namedActivitySchema } from '#shared/school/activity';
import { takePlace } from '../booking/take-place.ts';
import { accountKey } from '../lib/dynamo/keys-of-people.ts';
import { sendTransaction } from '../lib/dynamo/writes.ts';
import { auditEventPut } from './activity.ts';

let table: TestTable;
let now = sampleNow;
let admin: ReturnType<typeof adminApi>;
const owner = sampleFamily();
const hall2 = sampleVenueNamed('Hall 2');

beforeAll(async () => {
  table = await startTestTable();
  await putVenue(table, sampleVenue);
  await putVenue(table, hall2);
  admin = adminApi({ table, clock: () => now, userId: owner.profile.id });
  await putFamily(table, owner);
  await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: accountKey(owner.profile.id),
      UpdateExpression: 'SET #role = :admin',
      ExpressionAttributeNames: { '#role': 'role' },
      ExpressionAttributeValues: { ':admin': 'admin' },
    }),
  );
});
afterAll(() => table.stop());

const pageSchema = z.object({
  entries: z.array(namedActivitySchema),
  next_cursor: z.nullable(activityIdSchema),
});
const read = async (cursor?: string) => {
  const answer = await admin.call('listActivity', { query: cursor ? { cursor } : {} });
  expect(answer.status).toBe(200);
  return pageSchema.parse(answer.body);
};

/** Entries of one millisecond have no order. */
const step = () => {
  now = new Date(now.getTime() + 1000);
};

const rows = [{ start_time: '10:00', end_time: '10:45', max_capacity: 3 }];

describe('the activity log', () => {
  it('lists action, actor, time and changed fields of accepted changes, newest first', async () => {
    const cls = managedClassSchema.parse(
      (await admin.call('createClass', { body: { ...enteredClass, time_slots: rows } })).body,
    );
    const params = { classId: cls.id };
    const change = (body: object) => admin.call('updateClass', { params, body });
    step();
    await change({
      venue_id: hall2.id,
      weekly_rate: 2100,
      time_slots: cls.time_slots.map(({ id }) => ({ ...rows[0], id })),
    });
    // A refused change writes no entry.
    step();
    const shown = { venue_id: sampleVenue.id };
    expect((await change({ venue_id: sampleVenue.id, shown })).status).toBe(409);

    const { entries } = await read();
    expect(entries).toMatchObject([
      {
        action: 'class.updated',
        at: new Date(now.getTime() - 1000).toISOString(),
        actor_id: owner.profile.id,
        actor_name: owner.profile.full_name,
        subject_id: cls.id,
        subject_label: 'Hall 2',
        fields: ['venue', 'weekly_rate', 'price'],
      },
      { action: 'class.created', subject_id: cls.id, subject_label: 'Hall 2', fields: [] },
    ]);

    step();
    await admin.call('deleteClass', { params });
    expect((await read()).entries[0]).toMatchObject({
      action: 'class.deleted',
      subject_id: cls.id,
      subject_label: null,
    });
  });

  it('has no entry of a save that changes nothing', async () => {
    const family = sampleFamily({ children: [{ name: 'Robin' }] });
    const parentId = family.id;
    const { full_name, phone_number } = family.profile;
    await putFamily(table, family);
    const cls = sampleClass();
    await putClass(table, cls);
    const booking = sampleBooking(cls, family);
    await takePlace(table, booking);
    const { id: bookingId, child_name, child_age } = booking;
    const logged = async (save: () => Promise<{ status: number }>) => {
      const before = (await read()).entries[0]?.id;
      step();
      expect((await save()).status).toBeLessThan(300);
      const [entry] = (await read()).entries;
      return entry?.id === before ? 'nothing' : entry?.fields;
    };
    const updateParent = (name: string) => () =>
      admin.call('updateParent', { params: { parentId }, body: { full_name: name, phone_number } });
    const updateBooking = (name: string) => () =>
      admin.call('updateBooking', { params: { bookingId }, body: { child_name: name, child_age } });
    const setDoNotRemind = (do_not_remind: boolean) => () =>
      admin.call('setDoNotRemind', { params: { parentId }, body: { do_not_remind } });
    expect(await logged(updateParent(full_name))).toBe('nothing');
    expect(await logged(updateParent('Other Name'))).toEqual(['full_name']);
    expect(await logged(updateBooking(child_name))).toBe('nothing');
    expect(await logged(updateBooking('Robyn'))).toEqual(['child_name']);
    expect(await logged(setDoNotRemind(false))).toBe('nothing');
    expect(await logged(setDoNotRemind(true))).toEqual(['do_not_remind']);
    expect(await logged(setDoNotRemind(true))).toBe('nothing');
    expect(await logged(setDoNotRemind(false))).toEqual(['do_not_remind']);
    expect(await logged(setDoNotRemind(false))).toBe('nothing');
  });
});

it('names the account that acted and the family that it is about, and nobody for an account that is gone [FID-06]', async () => {
  const family = sampleFamily();
  await putFamily(table, family);
  const second = { ...sampleFamily().profile, full_name: 'Sam Second' };
  await putMember(table, second, { family_id: family.id, family_role: 'adult' });
  const gone = sampleFamily().profile.id;
  for (const event of [
    { actor_id: second.id, action: 'family.holder-changed', subject_id: family.id },
    { actor_id: gone, action: 'family.adult-removed', subject_id: family.id },
    { actor_id: owner.profile.id, action: 'role.granted', subject_id: second.id },
    { actor_id: owner.profile.id, action: 'family.exported', subject_id: gone, family_id: family.id },
  ] as const) {
    step();
    await sendTransaction(table, [auditEventPut(table, now, event)]);
  }
  const { full_name } = family.profile;
  expect((await read()).entries.slice(0, 4).toReversed()).toMatchObject([
    { actor_name: 'Sam Second', subject_label: full_name, family_name: null },
    { actor_name: null, subject_label: full_name, family_name: null },
    { actor_name: owner.profile.full_name, subject_label: 'Sam Second', family_name: null },
    { actor_name: owner.profile.full_name, subject_label: null, family_name: full_name },
  ]);
});

it('pages through several years, reads one page per request, and returns each entry once', async () => {
  const own = await startTestTable();
  try {
    const at = (day: number) => new Date(Date.UTC(2025, 10, 1) + day * 24 * 60 * 60 * 1000);
    const actor_id = owner.profile.id;
    for (let day = 0; day < 120; day += 1) {
      const event = { actor_id, action: 'parent.updated', subject_id: owner.id } as const;
      await sendTransaction(own, [auditEventPut(own, at(day), event)]);
    }
    const api = adminApi({ table: own, clock: () => at(120) });
    const readPage = async (cursor: string | null | undefined) =>
      pageSchema.parse((await api.call('listActivity', { query: cursor ? { cursor } : {} })).body);
    const first = await own.measure(() => readPage(undefined));
    // The account of the actor, and the family that was changed.
    expect(first.cost.map(({ operation }) => operation)).toEqual(['Query', 'BatchGetItem', 'BatchGetItem']);
    // 51 entries of about 250 bytes.
    expect(first.cost[0]?.tableUnits).toBeLessThanOrEqual(2.5);
    const pages = [first.result];
    for (let cursor = pages.at(-1)?.next_cursor; cursor; cursor = pages.at(-1)?.next_cursor) {
      pages.push(await readPage(cursor));
    }
    expect(pages.map(({ entries }) => entries.length)).toEqual([50, 50, 20]);
    const days = pages.flatMap(({ entries }) => entries).map((entry) => entry.at);
    expect(days).toEqual(Array.from({ length: 120 }, (_, index) => at(119 - index).toISOString()));
  } finally {
    await own.stop();
  }
});
