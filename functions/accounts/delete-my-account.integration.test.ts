import { beforeEach, describe, expect, it } from 'vitest';
import { putClass, putFamily } from '#infra/local/seed/put';
import { at, sampleBooking, sampleClass, sampleFamily, sampleNow } from '#infra/testing/samples/samples';
import { accountSteps, signUpBody } from '#infra/testing/services/account-system';
import { startTests } from '#infra/testing/services/system';
import { withLaggingIndexes } from '#infra/testing/table/test-table';
import { familySchema } from '#shared/families/family';
import { takePlace } from '../booking/take-place.ts';
import { getTimeSlot } from '../classes/classes.ts';
import { familyKey } from '../lib/dynamo/keys-of-people.ts';
import { updateItem } from '../lib/dynamo/writes.ts';
import { newFamilyId } from '../lib/ids.ts';

const system = await startTests(accountSteps, { stepMs: 1 });
beforeEach(async () => {
  await system.clear();
});

const erase = (userId: string) =>
  system.call('deleteMyAccount', { userId, body: { confirmation: 'DELETE' } });

const givenAccount = async (more: object = {}) => {
  const { id: userId, ...account } = await system.openAccount({ ...signUpBody(), ...more });
  const stored = familySchema.parse((await system.call('getMyFamily', { userId })).body);
  const family = { ...stored, id: at(stored.children, 0).parent_id };
  return { ...account, userId, family };
};

it('removes all that names a family and gives its places back; its money entries stay for six years [DAT-16, END-12]', async () => {
  const { family, userId, email, password } = await givenAccount();
  const neighbours = sampleFamily({ children: [{ name: 'Kim Other' }] });
  await putFamily(system.table, neighbours);
  const cls = sampleClass({ capacities: [5] });
  await putClass(system.table, cls);
  const theirs = sampleBooking(cls, neighbours);
  for (const booking of [sampleBooking(cls, family), theirs]) {
    expect(await takePlace(system.table, booking)).toMatchObject({ outcome: 'booked' });
  }

  expect(await erase(userId)).toMatchObject({ status: 204, body: undefined });

  expect(await system.userPool.signIn(email, password)).toHaveProperty('refusal');
  const items = await system.items();
  for (const personal of [email, ...family.children.map(({ name }) => name), 'Asthma'])
    expect(JSON.stringify(items)).not.toContain(personal);
  const naming = (id: string) => items.filter((item) => JSON.stringify(item).includes(id));
  // Ids of what a restore of the table must not bring back, while a backup has it (REL-05).
  expect(naming(userId).map(({ entity }) => entity)).toEqual(['erased']);
  expect(naming(family.id).map(({ entity }) => entity)).toContain('erased');
  const kept = naming(family.id).filter(({ entity }) => entity !== 'erased');
  expect(kept.map(({ entity }) => entity).toSorted()).toEqual(['ended-booking', 'ledger']);
  const sixYears = Math.floor(new Date('2031-09-23T10:00:00Z').getTime() / 1000);
  for (const { expires_at } of kept) expect(expires_at).toBe(sixYears);
  const record = kept.find(({ entity }) => entity === 'ended-booking');
  for (const removed of ['child_name', 'child_age', 'idempotency_key'])
    expect(record).not.toHaveProperty(removed);
  const [slot] = await system.items((item) => item.entity === 'slot');
  expect(slot).toMatchObject({ current_bookings: 1, revenue: theirs.amount });
  expect(await system.items((item) => item.entity === 'booking')).toHaveLength(1);
  expect((await erase(userId)).status).toBe(204);
  expect((await system.call('signUp', { body: { ...signUpBody(), email } })).status).toBe(201);
});

it('ends where the family names a join that is not stored [EME-07]', async () => {
  const { userId, family } = await givenAccount();
  const joins = newFamilyId(sampleNow);
  await updateItem(system.table, familyKey(family.id), { set: { joins } });
  expect(await erase(userId)).toMatchObject({ status: 503, body: { code: 'busy' } });
});

describe('a booking that is just being made', () => {
  it('is deleted with the rest where the index of bookings does not list it yet', async () => {
    const { family, userId } = await givenAccount();
    const cls = sampleClass({ capacities: [1] });
    await putClass(system.table, cls);
    const [slot] = cls.time_slots;
    if (!slot) throw new Error('one slot expected');
    await takePlace(system.table, sampleBooking(cls, family));
    const restore = withLaggingIndexes(system.table);
    try {
      expect((await erase(userId)).status).toBe(204);
    } finally {
      restore();
    }
    expect(await system.items((item) => item.entity === 'booking')).toEqual([]);
    expect(await getTimeSlot(system.table, cls.id, slot.id)).toMatchObject({ current_bookings: 0 });
  });
});
