import PostalMime from 'postal-mime';
import { beforeEach, expect, it } from 'vitest';
import { putClass } from '#infra/local/seed/put';
import { at, type SampleFamily, sampleBooking, sampleClass } from '#infra/testing/samples/samples';
import { storedFamily } from '#infra/testing/samples/stored';
import { messageSteps } from '#infra/testing/services/message-system';
import { startTests } from '#infra/testing/services/system';
import type { Child } from '#shared/families/family';
import { toCalendarDate } from '#shared/lib/business-time';
import { dayMs } from '#shared/lib/durations';
import { calendarDateSchema, instantOf, instantSchema } from '#shared/lib/values';
import { date } from '#shared/testing/values';
import { listBookingsOfParent } from '../booking/bookings.ts';
import { endBooking } from '../booking/end-booking.ts';
import { takePlace } from '../booking/take-place.ts';
import { newChildId } from '../lib/ids.ts';
import { updateCard } from './children.ts';
import { getFamily } from './families.ts';
import { cardChecks, planRetention, retention } from './timer.ts';

const system = await startTests(messageSteps);

/** The time is Tuesday, September 23, 2025, in London. The first night is the next one, the email goes with it. */
const firstNight = new Date('2025-09-24T02:00:00Z');
const nights = (count: number) => new Date(firstNight.getTime() + count * dayMs);

const ruth = { name: 'Ruth', relation: 'Aunt', phone_number: '07700 900301', may_collect: true };
const answer = { version: 1, at: instantSchema.parse('2024-02-01T10:00:00.000Z') };
const old = { created_at: answer.at, medical_conditions: 'Asthma', health_answer: answer, contacts: [ruth] };

const given = (child: Partial<Child> = {}) =>
  storedFamily(system.table, { children: [{ ...old, ...child }] });
const cardOf = async ({ id }: SampleFamily) => {
  const { children = [] } = (await getFamily(system.table, id)) ?? {};
  const { medical_conditions, health_answer, contacts } = at(children, 0);
  return { medical_conditions, health_answer, contacts };
};
const kept = { medical_conditions: 'Asthma', health_answer: answer, contacts: [ruth] };

const runAt = async (time: Date) => {
  system.setTime(time);
  await Promise.all([system.tick(), system.tick()]);
  await system.settle();
};

const confirm = ({ id, profile, children }: SampleFamily, time: Date) =>
  updateCard(
    system.table,
    { parentId: id, childId: at(children, 0).id },
    { confirmed: true, shown: {} },
    { at: instantOf(time), by: profile.id },
  );
const zoned = { table: system.table, timeZone: 'Europe/London' };
const planOf = (time: Date) => planRetention(toCalendarDate(time, zoned.timeZone), zoned);
const siblings = {
  children: [
    { ...old, name: 'Ana' },
    { ...old, name: 'Ben' },
  ],
};

beforeEach(() => system.scheduleDaily());

it('asks by one email, and removes notes and contacts 30 days later, not before [SEE-03]', async () => {
  const family = await given({ name: 'Ana' });
  await runAt(new Date(firstNight.getTime() - 1));
  expect(system.mails).toEqual([]);
  await runAt(firstNight);
  expect(system.mails.map(({ to }) => to)).toEqual([family.profile.email]);
  const { subject, text } = await PostalMime.parse(at(system.mails, 0).data);
  expect(subject).toBe('Shall we keep your notes?');
  expect(text).toContain(
    'You have not booked for Ana for twelve months. On Friday, October 24, 2025 we delete',
  );
  expect(text).not.toContain('Asthma');
  await runAt(nights(29));
  expect(await cardOf(family)).toEqual(kept);
  await runAt(nights(30));
  expect(await cardOf(family)).toEqual({ medical_conditions: null, health_answer: null, contacts: [] });
  await runAt(nights(60));
  expect(system.mails).toHaveLength(1);
});

it('names a day that is 30 days away, also where nothing ran for some nights [SEE-03]', async () => {
  await given();
  await runAt(nights(2));
  expect(system.mails).toHaveLength(1);
  const { text } = await PostalMime.parse(at(system.mails, 0).data);
  expect(text).toContain('On Sunday, October 26, 2025 we delete');
});

it('keeps what the family confirms, or books for, after the email [SEE-03]', async () => {
  const [confirmed, booked] = [await given(), await given()];
  await runAt(firstNight);
  expect(system.mails).toHaveLength(2);
  await confirm(confirmed, nights(3));
  const cls = sampleClass();
  await putClass(system.table, cls);
  await takePlace(system.table, sampleBooking(cls, booked, { created_at: instantOf(nights(3)) }));
  await runAt(nights(31));
  expect(await cardOf(confirmed)).toEqual(kept);
  expect(await cardOf(booked)).toEqual(kept);
});

it('asks about none whose place ended within a year, and about its siblings [SEE-03]', async () => {
  const family = await storedFamily(system.table, siblings);
  const cls = sampleClass();
  await putClass(system.table, cls);
  const long = { created_at: answer.at, dates: [calendarDateSchema.parse('2024-03-02')] };
  const booking = sampleBooking(cls, { ...family, children: family.children.slice(0, 1) }, long);
  expect(await takePlace(system.table, booking)).toMatchObject({ outcome: 'booked' });
  system.setTime(new Date(firstNight.getTime() - 300 * dayMs));
  const [stored] = await listBookingsOfParent(system.table, family.id);
  if (!stored) throw new Error('a booking expected');
  const deps = { ...zoned, clock: system.now };
  const ending = { reason: 'removed', credit: 'sessions' } as const;
  expect(await endBooking(deps, stored, { ending, by: 'admin', tell: false })).toMatchObject({
    outcome: 'ended',
  });
  const { ask } = await planOf(firstNight);
  expect(ask.map(({ name }) => name)).toEqual(['Ben']);
});

it('asks about as many as one run can note, and about the rest in the next night [SEE-03]', async () => {
  const children = Array.from({ length: 5 }, (_, index) => ({ ...old, name: `Child ${index}` }));
  for (let family = 0; family < 19; family += 1) await storedFamily(system.table, { children });
  await runAt(firstNight);
  const { ask } = await planOf(nights(1));
  expect(ask).toHaveLength(19 * 5 - 90);
  await runAt(nights(1));
  expect(new Set(system.mails.map(({ to }) => to)).size).toBe(19);
});

it('asks no more than one run can note, where it goes on with those that it asks already [SEE-03]', async () => {
  const { id: parent_id } = await storedFamily(system.table, siblings);
  const ask = Array.from({ length: 89 }, () => ({ id: newChildId(firstNight), parent_id }));
  const deps = { ...zoned, clock: () => firstNight };
  const day = toCalendarDate(firstNight, 'Europe/London');
  const writes = await retention.perform(day, { ...deps, isTimeOver: () => false }, { ask });
  // The message, and the notes of ninety children.
  expect(writes).toHaveLength(91);
});

/** The time is Tuesday, September 23, 2025, in London. On the next day the emails go. */
const askedAt = new Date('2025-09-24T09:00:00Z');

/** A card that was confirmed so many days before the day on which the emails go. */
const confirmed = (days: number) => ({
  card_confirmed_at: instantOf(new Date(askedAt.getTime() - days * dayMs)),
});

/** A family whose first children have a booking. */
const booked = async (options: Parameters<typeof storedFamily>[1], bookings = 1) => {
  const family = await storedFamily(system.table, options);
  for (const child of family.children.slice(0, bookings)) {
    const cls = sampleClass();
    await putClass(system.table, cls);
    const booking = sampleBooking(cls, { ...family, children: [child] });
    expect(await takePlace(system.table, booking)).toMatchObject({ outcome: 'booked' });
  }
  return family;
};

const sendUntil = async (time: Date) => {
  system.setTime(time);
  await Promise.all([system.tick(), system.tick()]);
  await system.tick();
  await system.settle();
  return system.mails.map(({ to }) => to).toSorted();
};

it('asks once by email, 180 days after the last confirmation, each family with a session to come [EME-03]', async () => {
  const due = await booked(
    {
      children: [
        { name: 'Ana', ...confirmed(180) },
        { name: 'Ben', ...confirmed(180) },
        { name: 'Cleo, no session', ...confirmed(180) },
      ],
    },
    2,
  );
  await booked({ children: [{ name: 'Early', ...confirmed(179) }] });
  await booked({ children: [{ name: 'Asked before', ...confirmed(181) }] });
  await booked({ children: [{ name: 'No session', ...confirmed(180) }] }, 0);
  expect(await sendUntil(new Date(askedAt.getTime() - 1))).toEqual([]);
  expect(await sendUntil(askedAt)).toEqual([due.profile.email]);
  const { subject, text } = await PostalMime.parse(at(system.mails, 0).data);
  expect(subject).toBe('Is this still right?');
  expect(text).toContain('Please check what the coaches know about Ana and Ben');
  expect(text).not.toContain('Cleo');
  expect(await sendUntil(new Date(askedAt.getTime() + dayMs - 1))).toEqual([due.profile.email]);
});

it('asks about nobody whose sessions are over [EME-03]', async () => {
  const messagesAt = async (day: string, time: string) => {
    const deps = { table: system.table, clock: () => new Date(time), timeZone: 'Europe/London' };
    return cardChecks.perform(date(day), { ...deps, isTimeOver: () => false });
  };
  const past = await storedFamily(system.table, { children: [confirmed(180)] });
  const cls = sampleClass();
  await putClass(system.table, cls);
  const booking = sampleBooking(cls, past, { dates: [date('2025-09-06')] });
  expect(await takePlace(system.table, booking)).toMatchObject({ outcome: 'booked' });
  expect(await messagesAt('2025-09-24', '2025-09-24T09:00:00Z')).toHaveLength(0);
  // The last session of the classes ends on Saturday, November 1, at 9:45 AM. The card is due on that day.
  await booked({ children: [{ card_confirmed_at: instantSchema.parse('2025-05-05T12:00:00.000Z') }] });
  expect(await messagesAt('2025-11-01', '2025-11-01T08:00:00Z')).toHaveLength(1);
  expect(await messagesAt('2025-11-01', '2025-11-01T10:00:00Z')).toHaveLength(0);
});

it('is sent late, and leaves out a card that was confirmed since [EME-03]', async () => {
  const [due, since] = [
    await booked({ children: [confirmed(180)] }),
    await booked({ children: [confirmed(180)] }),
  ];
  const card = { parentId: since.id, childId: at(since.children, 0).id };
  system.setTime(askedAt);
  await system.tick();
  await updateCard(
    system.table,
    card,
    { confirmed: true, shown: {} },
    { at: instantOf(askedAt), by: since.profile.id },
  );
  expect(await sendUntil(new Date(askedAt.getTime() + 2 * dayMs))).toEqual([due.profile.email]);
});
