import PostalMime from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { putClass, putVenue } from '#infra/local/seed/put';
import { at, formOf, sampleBooking, sampleClass, sampleVenueNamed } from '#infra/testing/samples/samples';
import { storedFamily } from '#infra/testing/samples/stored';
import { messageSteps } from '#infra/testing/services/message-system';
import { startTests } from '#infra/testing/services/system';
import { withChangeBetween } from '#infra/testing/table/test-table';
import type { FootballClass } from '#shared/classes/class';
import { weeklyDates } from '#shared/sessions/sessions';
import { date, time } from '#shared/testing/values';
import { takePlace } from '../booking/take-place.ts';
import { slotKey } from '../lib/dynamo/keys-of-classes.ts';
import { getItem } from '../lib/dynamo/reads.ts';
import { updateItem } from '../lib/dynamo/writes.ts';
import { storedSlotSchema } from './classes.ts';

const system = await startTests(messageSteps);
const hall2 = sampleVenueNamed('Hall 2');

type Form = ReturnType<typeof formOf>;

/** A class of nine Saturdays from Sep 6 to Nov 1; the booking is made on Sep 23. */
const given = async ({ isBooked }: { readonly isBooked: boolean }) => {
  const cls = sampleClass({ capacities: [10, 10] });
  await putClass(system.table, cls);
  await putVenue(system.table, hall2);
  const family = await storedFamily(system.table);
  if (isBooked) await takePlace(system.table, sampleBooking(cls, family));
  return { cls, family };
};

const save = (cls: FootballClass, change: Partial<Form>) =>
  system.admin.call('updateClass', { params: { classId: cls.id }, body: { ...formOf(cls), ...change } });

const refusal = {
  status: 409,
  body: { code: 'datesBooked', detail: 'Families have booked these dates. Cancel a session instead.' },
};

describe('the dates of a class', () => {
  it.each<[string, Partial<Form>]>([
    ['dates without a session', { skipped_dates: [date('2025-10-18')] }],
    ['another start', { start_date: date('2025-09-13') }],
    ['an end before a session that is booked', { end_date: date('2025-10-31') }],
  ])('with bookings: %s is refused, and a later end is not [CAL-04, CAL-11]', async (_name, change) => {
    const { cls } = await given({ isBooked: true });
    expect(await save(cls, change)).toMatchObject(refusal);
    expect(await save(cls, { end_date: date('2025-11-08') })).toMatchObject({ status: 200 });
    expect(await save((await given({ isBooked: false })).cls, change)).toMatchObject({
      status: 200,
      body: change,
    });
  });

  it('with a place that is held for the waiting list: another start is refused [CAL-11]', async () => {
    const { cls } = await given({ isBooked: false });
    await updateItem(system.table, slotKey(cls.id, at(cls.time_slots, 0).id), {
      set: { current_bookings: 1, held: 1, kept: 1 },
    });
    expect(await save(cls, { start_date: date('2025-09-13') })).toMatchObject(refusal);
  });

  it.each([
    ['not a weekly date', ['2025-10-19'], 'Choose dates on which the class meets'],
    ['twice', ['2025-10-18', '2025-10-18'], 'A date is listed twice'],
    ['all of them', weeklyDates(sampleClass()), 'Leave at least one session'],
  ])('without a session are refused when %s [CAL-03]', async (_name, days, message) => {
    const { cls } = await given({ isBooked: false });
    const answer = await save(cls, { skipped_dates: days.map((day) => date(day)) });
    expect(answer).toMatchObject({ status: 400, body: { issues: [{ field: 'skipped_dates', message }] } });
  });

  it('are refused when a place is taken between the read and the transaction [CAL-04]', async () => {
    const { cls, family } = await given({ isBooked: false });
    const answer = await withChangeBetween(
      system.table,
      async () => {
        const { outcome } = await takePlace(system.table, sampleBooking(cls, family));
        expect(outcome).toBe('booked');
      },
      () => save(cls, { skipped_dates: [date('2025-10-18')] }),
    );
    expect(answer).toMatchObject({ status: 409, body: { code: 'datesBooked' } });
  });
});

describe('a changed time or venue', () => {
  it('is sent to each family once, and marks the slot [CAL-11]', async () => {
    const { cls, family } = await given({ isBooked: true });
    const [nine, ten] = formOf(cls).time_slots;
    if (!nine || !ten) throw new Error('The class has two slots');
    const time_slots = [{ ...nine, start_time: time('08:30') }, ten];
    expect(await save(cls, { venue_id: hall2.id, time_slots })).toMatchObject({ status: 200 });
    await system.settle();
    expect(system.mails.map(({ to }) => to)).toEqual([family.profile.email]);
    const { subject, text } = await PostalMime.parse(at(system.mails, 0).data);
    expect(subject).toBe('Changed: Juniorballerz, Hall 2');
    expect(text).toContain('8:30 AM - 9:45 AM (was 9:00 AM - 9:45 AM)');
    expect(text).toContain('Hall 2 (was Riverside Sports Ground)');
    const key = slotKey(cls.id, at(cls.time_slots, 0).id);
    const slot = await getItem(system.table, { key, fromItem: storedSlotSchema.parse });
    expect(slot?.moved_at).toBe(system.now().toISOString());
  });
});
