import PostalMime from 'postal-mime';
import { expect, it } from 'vitest';
import { at } from '#infra/testing/samples/samples';
import { addSecondAdult } from '#infra/testing/samples/stored';
import { runMailer } from '#infra/testing/services/background';
import { bookingSteps } from '#infra/testing/services/booking-system';
import { messageSteps } from '#infra/testing/services/message-system';
import { startTests } from '#infra/testing/services/system';
import { bookingEntity } from './bookings.ts';
import { endedBookingEntity } from './ended-bookings.ts';

const system = await startTests((parts) => ({ ...bookingSteps(parts), ...messageSteps(parts) }));
const { mails, move } = system;

/** What the stream has of new bookings and records. A replaced item is no new one. */
const newRecords = () => system.waiting(new Set([bookingEntity, endedBookingEntity]));

/** Delivers what is new, twice, as the stream may. */
const deliver = async (): Promise<void> => {
  const records = await newRecords();
  for (const batch of [records, records])
    expect(await runMailer(batch, system.deps)).toEqual({ batchItemFailures: [] });
};

const subjects = (): string[] => mails.map(({ data }) => /^Subject: (.*)$/m.exec(data)?.[1] ?? '');
const lastText = async () => (await PostalMime.parse(at(mails, mails.length - 1).data)).text ?? '';

/** A booking of the first slot, which is confirmed unless said otherwise. */
const given = async ({ isTrial = false, isConfirmed = true } = {}) => {
  const cls = await system.addClass({ capacities: [5, 5] });
  const family = await system.addFamily();
  const booking = await system.book(family, cls, { isTrial });
  if (isConfirmed) await deliver();
  mails.length = 0;
  return { cls, family, booking };
};

const confirmed = 'Booking confirmed for Robin: Juniorballerz';
const changed = 'Changed for Robin: Juniorballerz, 10:00 AM - 10:45 AM';

it('a move within a class is emailed once to each adult, also to who joined since, with the old and the new time, and not confirmed again [MOV-07, FID-06]', async () => {
  const { cls, family, booking } = await given();
  const adult = await addSecondAdult(system.table, family.id);
  expect((await move({ ...family, profile: adult }, booking, cls, 1)).status).toBe(200);
  await deliver();
  expect(subjects()).toEqual([changed, changed]);
  // Only the other one is told who did it.
  for (const { to, data } of mails)
    expect(data.includes('Pat Parent moved this.')).toBe(to === family.profile.email);
  expect(new Set(mails.map(({ to }) => to))).toEqual(new Set([family.profile.email, adult.email]));
  const text = await lastText();
  for (const part of ['Before', '9:00 AM - 9:45 AM', '10:00 AM - 10:45 AM']) expect(text).toContain(part);
  expect(text).not.toContain('Credited');
});

it('a move names no session that was cancelled, and one in the old slot at its own time [MOV-07, CAN-11]', async () => {
  const { cls, family, booking } = await given();
  const second = await system.addFamily();
  const theirs = await system.book(second, cls);
  const session = { class_id: cls.id, slot_id: at(cls.time_slots, 0).id, date: '2025-09-27' };
  const target = { kind: 'session', ...session };
  const body = { target, reason: 'weather', note: null, remedy: { kind: 'credit' } };
  expect((await system.admin.call('cancelSessions', { body })).status).toBe(200);
  await deliver();
  const toCome = async () => (await lastText()).split('\n').filter((line) => line.startsWith('- '));
  await move(family, booking, cls, 1);
  await deliver();
  expect((await toCome())[0]).toBe('- Oct 4, 2025');
  await move(second, theirs, cls, 1);
  // It is on again before the email is sent.
  expect((await system.admin.call('restoreSession', { body: session })).status).toBe(200);
  await deliver();
  expect((await toCome()).slice(0, 2)).toEqual(['- Sep 27, 2025 (9:00 AM - 9:45 AM)', '- Oct 4, 2025']);
});

it.each([true, false])(
  'a booking that moves before it was confirmed is confirmed, and the move is told once, although the outcome is unknown: %s [MOV-07]',
  async (isUnknown) => {
    const { cls, family, booking } = await given({ isConfirmed: false });
    await move(family, booking, cls, 1);
    const records = await newRecords();
    system.answer(() => (isUnknown && mails.length === 0 ? 'break-after' : 'accept'));
    for (const _delivery of [1, 2])
      expect((await runMailer(records, system.deps)).batchItemFailures).toHaveLength(isUnknown ? 1 : 0);
    expect(subjects()).toEqual([confirmed, changed]);
  },
);

it('a move to another class is emailed once, with the money, and not confirmed [MOV-07]', async () => {
  const { family, booking } = await given();
  await move(family, booking, await system.addClass());
  await deliver();
  expect(subjects()).toEqual(['Changed for Robin: Juniorballerz, 9:00 AM - 9:45 AM']);
  expect(await lastText()).toContain('$120.00 for the sessions left of the old booking');
});

it.each([false, true])(
  'a trial that is kept is confirmed as a full programme by one email, moved just before: %s [TRI-02, MOV-07]',
  async (isMoved) => {
    const { cls, family, booking } = await given({ isTrial: true });
    if (isMoved) await move(family, booking, cls, 1);
    const moved = await newRecords();
    expect(moved).toHaveLength(isMoved ? 1 : 0);
    expect((await system.keep(family, booking)).status).toBe(200);
    await runMailer([...moved, ...(await newRecords())], system.deps);
    expect(subjects()).toEqual([confirmed]);
    const time = isMoved ? '10:00 AM - 10:45 AM' : '9:00 AM - 9:45 AM';
    for (const part of [time, '$100.00', 'Sep 27, 2025 (the trial)', 'Oct 4, 2025'])
      expect(await lastText()).toContain(part);
  },
);

it('an administrator moves without an email where the parent is not to be told [MOV-06]', async () => {
  const { cls, family, booking } = await given();
  expect((await move(family, booking, cls, 1, { by: 'office' })).status).toBe(200);
  await deliver();
  expect(subjects()).toEqual([]);
});
