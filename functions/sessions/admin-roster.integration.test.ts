import { beforeAll, describe, expect, it } from 'vitest';
import { putClass, putFamily } from '#infra/local/seed/put';
import { at, sampleBooking, sampleClass, sampleFamily, sampleNow } from '#infra/testing/samples/samples';
import { startTests } from '#infra/testing/services/system';
import { photoAnswer } from '#shared/families/children';
import { instantOf } from '#shared/lib/values';
import type { StoredBooking } from '../booking/bookings.ts';
import { takePlace } from '../booking/take-place.ts';
import { childKey } from '../lib/dynamo/keys-of-people.ts';
import { deleteItem } from '../lib/dynamo/writes.ts';
import { newBookingId } from '../lib/ids.ts';

const { table, admin } = await startTests(() => ({}));

describe('a roster', () => {
  const cls = sampleClass({ capacities: [200, 5] });
  beforeAll(() => putClass(table, cls));
  const roster = (query: Record<string, string> = {}) =>
    admin.call('getRoster', { params: { classId: cls.id }, query });

  it('returns the bookings of the first slot with parents and medical notes, in four round trips [API-13]', async () => {
    const families = Array.from({ length: 60 }, () =>
      sampleFamily({ children: [{ medical_conditions: 'Asthma' }] }),
    );
    for (const [index, family] of families.entries()) {
      await putFamily(table, family);
      await takePlace(
        table,
        sampleBooking(cls, family, { id: newBookingId(new Date(sampleNow.getTime() + index)) }),
      );
    }
    const { result, cost } = await table.measure(() => roster());
    expect(result).toMatchObject({
      status: 200,
      body: { class: { id: cls.id, time_slots: { length: 2 } }, time_slot_id: at(cls.time_slots, 0).id },
    });
    const { bookings } = Object(result.body);
    expect(bookings.map(({ parent_id }: StoredBooking) => parent_id)).toEqual(
      families.map(({ id }) => id).toReversed(),
    );
    expect(bookings[0]).toMatchObject({
      parent: { email: families[59]?.profile.email, full_name: 'Pat Parent' },
      adults: [{ full_name: 'Pat Parent', phone_number: '07700 900123' }],
      medical_conditions: 'Asthma',
    });
    // 120 keys need two BatchGetItem calls, and the ledgers one, at once. The view is recorded before the answer.
    expect(cost.map(({ operation }) => operation)).toEqual([
      'Query',
      'Query',
      'BatchGetItem',
      'BatchGetItem',
      'BatchGetItem',
      'UpdateItem',
    ]);
  });

  it('returns no medical note of a removed child', async () => {
    const family = sampleFamily({ children: [{ medical_conditions: 'Asthma' }] });
    await putFamily(table, family);
    const slot = at(cls.time_slots, 1);
    await takePlace(table, sampleBooking(cls, family, { time_slot_id: slot.id }));
    const child = at(family.children, 0);
    await deleteItem(table, childKey(family.id, child.id));
    expect(await roster({ slot: slot.id })).toMatchObject({
      body: { bookings: [{ child_name: child.name, medical_conditions: null }] },
    });
  });

  it('says for each child whom to call, and which photos a parent said yes to [EME-01, EME-06]', async () => {
    const contact = {
      name: 'Ruth Morgan',
      relation: 'Grandmother',
      phone_number: '07700 900301',
      may_collect: true,
    };
    const classOfTwo = sampleClass();
    await putClass(table, classOfTwo);
    const quiet = sampleFamily();
    const open = sampleFamily();
    const answered = photoAnswer(true, instantOf(sampleNow), open.profile.id);
    const child = { ...at(open.children, 0), contacts: [contact], photos_school: answered };
    await putFamily(table, quiet);
    await putFamily(table, { ...open, children: [child] });
    for (const [index, family] of [quiet, open].entries())
      await takePlace(
        table,
        sampleBooking(classOfTwo, family, { id: newBookingId(new Date(sampleNow.getTime() + index)) }),
      );
    const { body } = await admin.call('getRoster', { params: { classId: classOfTwo.id } });
    expect(body).toMatchObject({
      bookings: [
        { contacts: [contact], photos: { school: true, web: false } },
        { contacts: [], photos: { school: false, web: false } },
      ],
    });
  });

  it('refuses an unknown class and a slot of another class', async () => {
    const other = sampleClass();
    expect(await admin.call('getRoster', { params: { classId: other.id } })).toMatchObject({
      status: 404,
      body: { code: 'classNotFound', detail: 'Class not found' },
    });
    expect(await roster({ slot: at(other.time_slots, 0).id })).toMatchObject({
      status: 404,
      body: { code: 'slotNotFound' },
    });
  });
});
