import { beforeEach, describe, expect, it } from 'vitest';
import { putClass, putFamily } from '#infra/local/seed/put';
import {
  at,
  type SampleFamily,
  sampleBooking,
  sampleClass,
  sampleFamily,
  sampleNow,
  sampleTimeZone,
} from '#infra/testing/samples/samples';
import { accountSteps, signUpBody } from '#infra/testing/services/account-system';
import { rowOf } from '#infra/testing/services/bank-tests';
import { startTests } from '#infra/testing/services/system';
import { itemsNaming } from '#infra/testing/table/items-naming';
import { withLaggingIndexes } from '#infra/testing/table/test-table';
import { familySchema } from '#shared/families/family';
import { userIdSchema } from '#shared/lib/ids';
import { beginFamilyDeletion, finishFamilyDeletion } from '../across/delete-family.ts';
import { keepUnassignedRow, listUnassignedRows } from '../bank/bank-rows.ts';
import { takePlace } from '../booking/take-place.ts';
import { getTimeSlot } from '../classes/classes.ts';
import { familyKey } from '../lib/dynamo/keys-of-people.ts';
import { updateItem } from '../lib/dynamo/writes.ts';
import { newFamilyId } from '../lib/ids.ts';
import { setAside } from '../lib/mail/aside-mails.ts';
import { signUpMinimumMs } from '../limits.ts';
import { confirmJoining, createJoining } from '../messages/newsletter.ts';
import { storeInvitation } from './coaches.ts';

const system = await startTests(accountSteps, { stepMs: 1 });
beforeEach(async () => {
  await system.clear();
});

const erase = (userId: string) =>
  system.call('deleteMyAccount', { userId, body: { confirmation: 'DELETE' } });

const own = ({ profile, children }: SampleFamily) => ({ profile, children });

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

/** What may have the address of a family that is gone, and why. */
const keptWith: Readonly<Record<string, string>> = {
  'newsletter-reader': 'a confirmed consent of its own, which the link in each newsletter ends',
};

it('leaves no name, address or phone number of a family anywhere in the table [EME-07]', async () => {
  const { table } = system;
  const { email, userId, family } = await givenAccount({
    full_name: 'Perpetua Quill-Harrow',
    children: ['Zephyrine', 'Ottoline Quill'].map((name) => ({
      name,
      date_of_birth: '2018-06-15',
      medical_conditions: null,
    })),
  });
  const now = sampleNow;
  const cls = sampleClass({ capacities: [5] });
  await putClass(table, cls);
  await takePlace(table, sampleBooking(cls, family));
  await storeInvitation(table, { email, by: userIdSchema.parse(crypto.randomUUID()), now }, []);
  await system.deliver();
  await createJoining(table, email, now);
  await createJoining(table, email, new Date(now.getTime() + 1));
  const token = await createJoining(table, email, now);
  expect((await confirmJoining(table, { token, wording: 'Yes', now })).outcome).toBe('on-list');
  const caused = { PK: 'ROSTER#x', SK: 'x', id: 'x', entity: 'booking', child_name: 'Zephyrine' };
  await setAside(table, { item: { ...caused, parent_id: family.id }, error: new Error('No'), now });
  await setAside(table, { item: { ...caused, SK: 'y', email }, error: new Error('No'), now });
  const texts = [
    ['HARROW, PERPETUA QUILL', 'Football'],
    ['perpetua  quill harrow', ''],
    ['Bank', 'From Perpétua Quill–Harrow for football'],
    ['Grandmother', 'Football ZEPHYRINE'],
    ['quill ottoline', 'Football'],
    ['Bank', `Card ${email.toUpperCase()}`],
    ['Bank', 'Mobile 07700 900123, football'],
    ['+447700900123', 'Mobile'],
  ] as const;
  for (const [payer, text] of [...texts, ['Harrow Sports Hall', 'Rent 07700 900999'] as const])
    expect((await keepUnassignedRow(table, rowOf(text, { payer }), 'card', undefined)).outcome).toBe(
      'unassigned',
    );
  const words = [email, 'perpetua', 'quill', 'zephyrine', 'ottoline', '7700900123'];
  const found = () => itemsNaming(table, words);
  const entities = new Set((await found()).map(({ entity }) => entity));
  for (const entity of ['family', 'child', 'booking', 'unassigned-row', 'aside-mail'])
    expect(entities).toContain(entity);
  for (const entity of ['coach-invitation', 'newsletter-joining', ...Object.keys(keptWith)])
    expect(entities).toContain(entity);

  expect((await erase(userId)).status).toBe(204);

  expect((await found()).filter(({ entity }) => !Object.hasOwn(keptWith, String(entity)))).toEqual([]);
  const rows = await listUnassignedRows(table);
  expect(rows.filter(({ is_erased }) => is_erased)).toHaveLength(texts.length);
  expect(rows.filter(({ is_erased }) => !is_erased)).toMatchObject([{ payer: 'Harrow Sports Hall' }]);
});

it.each([
  undefined,
  {},
  { confirmation: 'delete' },
  { confirmation: '' },
  { confirmation: 'DELETE', userId: 'x' },
])('does nothing when it is confirmed with %j', async (body) => {
  const { userId, family } = await givenAccount();
  const answer = await system.call('deleteMyAccount', { userId, ...(body && { body }) });
  expect([400, 415]).toContain(answer.status);
  expect((await system.call('getMyFamily', { userId })).body).toMatchObject(own(family));
});

describe('a booking that is just being made', () => {
  it('is refused from the first step of the deletion on, however late it arrives', async () => {
    const { family } = await givenAccount();
    const cls = sampleClass({ capacities: [5] });
    await putClass(system.table, cls);
    // The booking has read family and account before the deletion began.
    const book = () => takePlace(system.table, sampleBooking(cls, family));
    const begun = await beginFamilyDeletion(system.table, family.id);
    if (begun.outcome !== 'begun') throw new Error(begun.outcome);
    expect(await book()).toEqual({ outcome: 'no-ledger' });
    const deps = { table: system.table, clock: () => sampleNow, timeZone: sampleTimeZone };
    await finishFamilyDeletion(deps, begun.family, { by: 'parent' });
    expect(await book()).toEqual({ outcome: 'no-ledger' });
    expect(await system.items((item) => item.entity === 'booking' || item.entity === 'ledger')).toEqual([]);
    expect(system.pauses).toEqual([signUpMinimumMs]);
  });

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
