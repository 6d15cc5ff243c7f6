import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { putClass, putFamily } from '#infra/local/seed/put';
import {
  type SampleFamily,
  sampleBooking,
  sampleClass,
  sampleFamily,
  sampleNow,
} from '#infra/testing/samples/samples';
import { resetAccounts } from '#infra/testing/samples/stored';
import { type Invocation, invoke } from '#infra/testing/services/invoke';
import { startTests } from '#infra/testing/services/system';
import { readAllItems } from '#infra/testing/table/all-items';
import { familyRoutes } from '#shared/contract/family-routes';
import { instantOf } from '#shared/lib/values';
import { limits } from '#shared/limits';
import { storeFirstLogin } from '../accounts/account-marks.ts';
import { getStoredFamily } from '../accounts/stored-families.ts';
import { takePlace } from '../booking/take-place.ts';
import { familyKey } from '../lib/dynamo/keys-of-people.ts';
import { updateItem } from '../lib/dynamo/writes.ts';
import { newBookingId } from '../lib/ids.ts';

const { table, handler, clock, setTime } = await startTests(() => ({}));

type Call = Omit<Invocation, 'route' | 'userId'>;
const call = (route: keyof typeof familyRoutes, { id, profile }: SampleFamily, request: Call = {}) =>
  invoke(handler, { route, userId: profile.id, familyId: id, ...request });

const given = async (family: SampleFamily = sampleFamily()): Promise<SampleFamily> => {
  await putFamily(table, family);
  return family;
};
const stored = async (family: SampleFamily) => {
  const { body } = await call('getMyFamily', family);
  const { profile, children } = familyRoutes.getMyFamily.response.parse(body);
  return { id: family.id, profile, children };
};

const entered = { name: 'Alex', date_of_birth: '2020-02-29', medical_conditions: 'Asthma' };
/** The same as the form of a stored child sends it. */
const editedBy = ({
  medical_conditions,
  ...child
}: {
  medical_conditions: string;
  [field: string]: unknown;
}) => ({ ...{ ...child, health: { medical_conditions } } });
const withKey = (key: string = randomUUID()) => ({ headers: { 'idempotency-key': key } });
const addChildren = (family: SampleFamily, children: readonly unknown[], key?: string) =>
  call('addChildren', family, { ...withKey(key), body: { children } });
const removeChild = (family: SampleFamily, childId: string) =>
  call('removeChild', family, { params: { childId } });

describe('children', () => {
  it('are added in one call, trimmed, in the order in which they were entered [PAR-27, API-24, API-25, DAT-20, PRM-05]', async () => {
    const family = await given();
    setTime(new Date(sampleNow.getTime() + 30_000));
    const children = ['  Zoe ', 'Alex', '<b>Mia</b> & "co"'].map((name) => ({ ...entered, name }));
    const stored_as = { ...entered, parent_id: family.id, created_at: clock().toISOString() };
    const added = ['Zoe', 'Alex', '<b>Mia</b> & "co"'].map((name) => ({ ...stored_as, name }));
    expect(await addChildren(family, children)).toMatchObject({ status: 201, body: { children: added } });
    setTime(new Date(sampleNow.getTime() + 60_000));
    await addChildren(family, [{ ...entered, name: 'Last', medical_conditions: '  ' }]);
    expect(await stored(family)).toMatchObject({
      children: [
        { name: 'Robin Parent' },
        { name: 'Zoe' },
        { name: 'Alex' },
        { name: '<b>Mia</b> & "co"' },
        { name: 'Last', medical_conditions: null },
      ],
    });
  });

  it('born on this very day in the zone of the business are added', async () => {
    const family = await given();
    // 00:30 on the 24th in London.
    setTime(new Date('2025-09-23T23:30:00Z'));
    expect((await addChildren(family, [{ ...entered, date_of_birth: '2025-09-24' }])).status).toBe(201);
  });

  it('are no more than a family can have, also when they are added at once', async () => {
    const family = await given();
    const most = limits.childrenPerFamily;
    const child = (index: number) => ({ ...entered, name: `Child ${index}` });
    const answers = await Promise.all(
      Array.from({ length: most + 4 }, (_, index) => addChildren(family, [child(index)])),
    );
    for (const { status } of answers) expect([201, 409, 503]).toContain(status);
    const added = answers.filter(({ status }) => status === 201).length;
    await addChildren(
      family,
      Array.from({ length: most - 1 - added }, (_, index) => child(100 + index)),
    );
    expect(await addChildren(family, [entered])).toMatchObject({
      status: 409,
      body: { code: 'tooManyChildren', detail: 'A family can have at most 20 children.' },
    });
    const { children } = await stored(family);
    expect(children).toHaveLength(most);
    expect((await removeChild(family, children[0]?.id ?? '')).status).toBe(204);
    expect((await addChildren(family, [entered])).status).toBe(201);
  });

  describe('whose answer was lost', () => {
    const children = ['Zoe', 'Alex'].map((name) => ({ ...entered, name }));

    it('are not added a second time by the same attempt after one was removed [API-25]', async () => {
      const family = await given();
      const key = randomUUID();
      const { body } = await addChildren(family, children, key);
      const [zoe, alex] = familyRoutes.addChildren.response.parse(body).children;
      expect((await removeChild(family, zoe?.id ?? '')).status).toBe(204);
      const again = await addChildren(family, children, key);
      expect(again).toMatchObject({ status: 201, body: { children: [alex] } });
      expect(await stored(family)).toMatchObject({ children: [{ name: 'Robin Parent' }, alex] });
    });
  });

  it('are removed one by one, and a second time they are not found [PAR-28, API-26]', async () => {
    const family = await given(sampleFamily({ children: [{ name: 'Stays' }, { name: 'Goes' }] }));
    const [stays, goes] = family.children;
    expect(await removeChild(family, goes?.id ?? '')).toMatchObject({ status: 204, body: undefined });
    expect(await stored(family)).toEqual({ ...family, children: [stays] });
    expect(await removeChild(family, goes?.id ?? '')).toMatchObject({
      status: 404,
      body: { code: 'childNotFound' },
    });
  });
});

describe('a child', () => {
  const edit = (family: SampleFamily, childId: string, change: Record<string, unknown> = {}) =>
    call('updateChild', family, { params: { childId }, body: editedBy({ ...entered, ...change }) });
  const givenBooked = async () => {
    const family = await given(sampleFamily({ children: [{ name: 'Ana' }, { name: 'Zoë Smith' }] }));
    const cls = sampleClass();
    await putClass(table, cls);
    await takePlace(table, sampleBooking(cls, family));
    return { family, cls, ana: family.children[0]?.id ?? '' };
  };

  it('is changed, with the name of its bookings and not their age [KID-01]', async () => {
    const { family, ana } = await givenBooked();
    const change = { name: ' Anna ', date_of_birth: '2016-02-29', medical_conditions: 'Bees' };
    expect(await edit(family, ana, change)).toMatchObject({ status: 204, body: undefined });
    expect(await stored(family)).toMatchObject({
      children: [{ id: ana, ...change, name: 'Anna' }, { name: 'Zoë Smith' }],
    });
    expect((await call('listMyBookings', family)).body).toMatchObject({
      bookings: [{ child_id: ana, child_name: 'Anna', child_age: 7 }],
    });
    expect((await getStoredFamily(table, family.id))?.child_names).toEqual(new Set(['Anna', 'Zoë Smith']));
  });

  it.each(['Zoë Smith', ' zoe\u0308  SMITH '])(
    'cannot have the name of another one, as %j [KID-02]',
    async (name) => {
      const { family, ana } = await givenBooked();
      const refusal = { status: 409, body: { code: 'sameChildName' } };
      expect(await edit(family, ana, { name })).toMatchObject(refusal);
      expect(await addChildren(family, [{ ...entered, name }])).toMatchObject(refusal);
      expect(await stored(family)).toEqual(family);
    },
  );

  it('has one name of several added at once [KID-02]', async () => {
    const family = await given();
    const twins = await addChildren(family, [entered, { ...entered, name: 'alex ' }]);
    expect(twins).toMatchObject({
      status: 400,
      body: { issues: [{ field: 'children.1.name', message: 'You already have a child called alex' }] },
    });
    const answers = await Promise.all(Array.from({ length: 6 }, () => addChildren(family, [entered])));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await stored(family)).toMatchObject({ children: { length: 2 } });
  });

  it('cannot be removed while it has sessions to come, and can afterwards [KID-03]', async () => {
    const { family, ana } = await givenBooked();
    expect(await removeChild(family, ana)).toMatchObject({
      status: 409,
      body: { code: 'childHasBookings', detail: 'Cancel Ana’s 1 booking first' },
    });
    expect(await stored(family)).toEqual(family);
    expect((await removeChild(family, family.children[1]?.id ?? '')).status).toBe(204);
    setTime(new Date('2025-11-02T10:00:00Z'));
    expect((await removeChild(family, ana)).status).toBe(204);
  });
});

describe('the names by which a search finds a family', () => {
  const storedNames = async (family: SampleFamily) => (await getStoredFamily(table, family.id))?.child_names;
  const rename = (family: SampleFamily, child_names: ReadonlySet<string>) =>
    updateItem(table, familyKey(family.id), { set: { child_names } });

  it('lose a name with its child, unless a booking has it', async () => {
    const children = ['Booked', 'Goes'].map((name) => ({ name }));
    const family = await given(sampleFamily({ children }));
    const [booked, goes] = family.children;
    const cls = sampleClass();
    await putClass(table, cls);
    await takePlace(table, sampleBooking(cls, family));
    // After the last session a booking keeps no child.
    setTime(new Date('2025-11-05T10:00:00Z'));
    for (const child of [booked, goes]) expect((await removeChild(family, child?.id ?? '')).status).toBe(204);
    expect(await storedNames(family)).toEqual(new Set(['Booked']));
    expect((await call('exportMyData', family)).body).toMatchObject({ child_names: ['Booked'] });
  });

  it('lose names that nothing needs any more, also more than one change can take off [KID-03]', async () => {
    const family = await given();
    const cls = sampleClass({ capacities: [3, 3] });
    await putClass(table, cls);
    await takePlace(table, sampleBooking(cls, family));
    const past = Array.from({ length: 40 }, (_, index) => `Past Middle Name${index}`);
    await rename(family, new Set([...past, 'Robin Parent']));
    for (const left of [25, 10, 0]) {
      expect((await addChildren(family, [entered])).status).toBe(201);
      const { children } = await stored(family);
      const added = children.find(({ name }) => name === entered.name);
      expect((await removeChild(family, added?.id ?? '')).status).toBe(204);
      expect(await storedNames(family)).toEqual(new Set([...past.slice(40 - left), 'Robin Parent']));
    }
  });

  it('change with a child of 40 bookings, in one transaction', async () => {
    const family = await given();
    for (let count = 0; count < 4; count += 1) {
      const cls = sampleClass({ capacities: Array.from({ length: 10 }, () => 3) });
      await putClass(table, cls);
      await resetAccounts(table, [{ family }]);
      for (const { id } of cls.time_slots) {
        const booking = sampleBooking(cls, family, { id: newBookingId(sampleNow), time_slot_id: id });
        expect(await takePlace(table, booking)).toMatchObject({ outcome: 'booked' });
      }
    }
    const past = Array.from({ length: 40 }, (_, index) => `Past Middle Name${index}`);
    await rename(family, new Set([...past, 'Robin Parent']));
    const body = { name: 'Anna Maria Parent' };
    const params = { childId: family.children[0]?.id ?? '' };
    expect((await call('updateChild', family, { params, body })).status).toBe(204);
    const { bookings } = familyRoutes.listMyBookings.response.parse(
      (await call('listMyBookings', family)).body,
    );
    expect(bookings.map(({ child_name }) => child_name)).toEqual(Array.from({ length: 40 }, () => body.name));
  });

  it('are bounded, however often children are added and removed', async () => {
    const family = await given();
    const past = Array.from({ length: limits.childNamesPerFamily - 2 }, (_, index) => `Past ${index}`);
    await rename(family, new Set([...past, 'Robin Parent']));
    expect((await addChildren(family, [entered])).status).toBe(201);
    expect(await addChildren(family, [{ ...entered, name: 'One more' }])).toMatchObject({
      status: 409,
      body: { code: 'tooManyChildNames' },
    });
    expect((await removeChild(family, family.children[0]?.id ?? '')).status).toBe(204);
    expect((await addChildren(family, [{ ...entered, name: 'One more' }])).status).toBe(201);
  });
});

describe('the export', () => {
  /**
   * Keys, counters and hashes of secrets; `user_id` is exported as the profile's id, sessions as `dates`, the words of a
   * search as the texts that have them, plans of due dates as those of the bookings, who acted as a name.
   */
  const technical = new Set(
    `PK SK GSI1PK GSI1SK GSI2PK GSI2SK entity idempotency_key children_count counted_hour hour_bookings changes_hour
    hour_changes live_bookings_at_most browser_secret_hash user_id first_session session_offsets calendar_version word
    child_keys ended_attempts due_plans places child_versions moved_by confirms confirmed_by booked_by_adult
    ended_by_adult`.split(/\s+/),
  );

  const namesIn = (value: unknown): string[] =>
    typeof value === 'object' && value !== null
      ? [...(Array.isArray(value) ? [] : Object.keys(value)), ...Object.values(value).flatMap(namesIn)]
      : [];

  const itemsOf = async ({ id, profile }: SampleFamily) => {
    return (await readAllItems(table)).filter(
      (item) =>
        // The log of who ended a booking has ids only, of what the history has in full.
        !String(item.PK).startsWith('ACTIVITY#') &&
        [id, profile.id].some((one) => JSON.stringify(item).includes(one)),
    );
  };

  it('holds all that is stored about the family, names and history included [END-12]', async () => {
    const family = await given(sampleFamily({ children: [{}, { name: 'Ana', medical_conditions: 'Nuts' }] }));
    const cls = sampleClass({ capacities: [5, 5] });
    await putClass(table, cls);
    for (const [index, slot] of cls.time_slots.entries()) {
      const id = newBookingId(new Date(sampleNow.getTime() + index));
      await takePlace(table, sampleBooking(cls, family, { id, time_slot_id: slot.id }));
    }
    const { bookings } = Object((await call('listMyBookings', family)).body);
    const { id: bookingId, class_id, time_slot_id, child_id } = bookings[0];
    const body = { class_id, time_slot_id, child_id, credit: 12_000 };
    expect((await call('cancelBooking', family, { params: { bookingId }, body })).status).toBe(200);
    await storeFirstLogin(table, family.profile.id, instantOf(sampleNow));
    const result = await call('exportMyData', family);
    const { profile, children } = family;
    const own = { family_id: family.id, profile, children, exported_at: sampleNow.toISOString() };
    expect(result).toMatchObject({ status: 200, body: own });
    const { ending: _, payment: __, sessions_left: ___, credited_dates: ____, ...rest } = bookings[1];
    // The export has all marks, in a list of their own.
    const { earlier_times: _____, attendance: ______, ...live } = rest;
    expect(result.body).toMatchObject({
      bookings: [live],
      ended_bookings: [{ id: bookingId, ended: { reason: 'cancelled', credit: 12_000 } }],
      child_names: family.children.map(({ name }) => name).toSorted(),
      ...{ email_problem: null, role: 'parent', first_login_at: sampleNow.toISOString() },
      ...{ charged: 24_000, credited: 12_000 },
    });
    const exported = new Set(namesIn(result.body));
    const stored = (await itemsOf(family)).flatMap(Object.keys);
    expect(stored).toContain('first_login_at');
    expect(stored.filter((name) => !exported.has(name) && !technical.has(name))).toEqual([]);
  });
});
