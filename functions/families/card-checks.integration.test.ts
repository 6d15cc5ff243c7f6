import PostalMime from 'postal-mime';
import { expect, it } from 'vitest';
import { putClass } from '#infra/local/seed/put';
import { at, sampleBooking, sampleClass } from '#infra/testing/samples/samples';
import { storedFamily } from '#infra/testing/samples/stored';
import { messageSteps } from '#infra/testing/services/message-system';
import { startTests } from '#infra/testing/services/system';
import { dayMs } from '#shared/lib/durations';
import { instantOf, instantSchema } from '#shared/lib/values';
import { date } from '#shared/testing/values';
import { takePlace } from '../booking/take-place.ts';
import { updateCard } from './children.ts';
import { cardChecks } from './timer.ts';

const system = await startTests(messageSteps);

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
  await system.scheduleDaily();
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
  await system.scheduleDaily();
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
