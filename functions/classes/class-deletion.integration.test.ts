import PostalMime from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { putClass, putVenue } from '#infra/local/seed/put';
import { interruptAt } from '#infra/testing/mutants/mutant';
import {
  at,
  formOf,
  type SampleFamily,
  sampleBooking,
  sampleClass,
  sampleVenue,
} from '#infra/testing/samples/samples';
import { storedFamily } from '#infra/testing/samples/stored';
import { messageSteps } from '#infra/testing/services/message-system';
import { startTests } from '#infra/testing/services/system';
import type { FootballClass } from '#shared/classes/class';
import { listBookingsOfSlot } from '../booking/bookings.ts';
import { endBooking } from '../booking/end-booking.ts';
import { listEndedBookings } from '../booking/ended-bookings.ts';
import { takePlace } from '../booking/take-place.ts';
import { getFamilyLedger } from '../ledger/ledger.ts';
import { messageResumeSeconds, senderLeaseSeconds } from '../limits.ts';
import { getClass, queryClass } from './classes.ts';

const system = await startTests(messageSteps);
const { admin: owner } = system;

/** A class with two slots: the first family has booked both of its children, the second one. */
const given = async () => {
  const cls = sampleClass({ capacities: [3, 5] });
  await putClass(system.table, cls);
  const families = [
    await storedFamily(system.table, { children: [{ name: 'Ana' }, { name: 'Ben' }] }),
    await storedFamily(system.table, { children: [{ name: 'Cem' }] }),
  ];
  for (const family of families) {
    for (const [index, child] of family.children.entries()) {
      const slot = at(cls.time_slots, index);
      await takePlace(
        system.table,
        sampleBooking(cls, { ...family, children: [child] }, { time_slot_id: slot.id }),
      );
    }
  }
  return { cls, families };
};

const remove = (cls: FootballClass) => owner.call('deleteClass', { params: { classId: cls.id } });

const creditedTo = async ({ id }: SampleFamily) =>
  (await getFamilyLedger(system.table, id, { consistent: true }))?.credited;

const expectDeleted = async (cls: FootballClass, families: readonly SampleFamily[]) => {
  expect(await queryClass(system.table, cls.id, { consistent: true })).toEqual([]);
  expect(await Promise.all(families.map(creditedTo))).toEqual([24_000, 12_000]);
  for (const { id } of families) {
    for (const record of await listEndedBookings(system.table, id)) {
      expect(record).toMatchObject({
        ended: { reason: 'class-deleted', by: 'admin', credit: 12_000 },
        tell: false,
        made_by: owner.userId,
      });
    }
  }
};
const mailedTo = () => system.mails.map(({ to }) => to).toSorted();
const addressesOf = (families: readonly SampleFamily[]) =>
  families.map(({ profile }) => profile.email).toSorted();

describe('a class with sessions to come that is deleted', () => {
  it('is hidden and closed at once; then its bookings end with a credit, and each family gets one email [END-10]', async () => {
    const { cls, families } = await given();
    expect((await remove(cls)).status).toBe(204);
    expect(await getClass(system.table, cls.id)).toBeUndefined();
    const late = sampleBooking(cls, await storedFamily(system.table));
    expect(await takePlace(system.table, late)).toEqual({ outcome: 'gone' });
    expect(system.mails).toEqual([]);
    await system.settle();
    await expectDeleted(cls, families);
    expect(mailedTo()).toEqual(addressesOf(families));
    const first = at(families, 0).profile.email;
    const mail = await PostalMime.parse(system.mails.find(({ to }) => to === first)?.data ?? '');
    expect(mail.subject).toBe(`Class cancelled: Juniorballerz, ${cls.venue}`);
    expect(mail.text).toMatch(/Ana[\s\S]*\$120\.00[\s\S]*Ben[\s\S]*\$120\.00/);
  });

  for (const when of ['after', 'before'] as const) {
    it(`is deleted to the end after an interruption at any request, ${when} its execution [END-10]`, {
      tags: 'exhaustive',
    }, async () => {
      let interrupted = 0;
      for (let step = 0; ; step += 2) {
        await system.reset();
        const { cls, families } = await given();
        await remove(cls);
        const record = at(await system.waiting(), 0);
        const { batchItemFailures } = await system
          .deliver([record], { table: interruptAt(step, when).table(system.table) })
          .catch(() => ({ batchItemFailures: [{}] }));
        // Longer than a sender's lease, and than the timer waits for a message that is not finished.
        system.passTime((messageResumeSeconds + senderLeaseSeconds) * 1_000);
        await system.tick();
        await system.settle();
        await expectDeleted(cls, families);
        // An email that SES may have taken is not sent again.
        expect(new Set(mailedTo()).size).toBe(system.mails.length);
        if (batchItemFailures.length === 0) break;
        interrupted += 1;
      }
      expect(interrupted).toBeGreaterThan(8);
    });
  }

  it('is changed, planned and cancelled by nobody from then on [END-10]', async () => {
    await putVenue(system.table, sampleVenue);
    const { cls } = await given();
    await remove(cls);
    const params = { classId: cls.id };
    const version = 2;
    const change = { params, body: { ...formOf(cls), coach_name: 'Ellie Watts' } };
    const gone = { status: 404, body: { code: 'classNotFound' } };
    expect(await owner.call('updateClass', change)).toMatchObject(gone);
    const target = { kind: 'class-day', class_id: cls.id, date: '2025-09-27' };
    expect(await owner.call('previewCancellation', { body: { target } })).toMatchObject(gone);
    const atVenue = { kind: 'venue-day', venue_id: sampleVenue.id, date: target.date };
    expect(await owner.call('previewCancellation', { body: { target: atVenue } })).toMatchObject({
      status: 404,
      body: { code: 'sessionNotFound' },
    });
    const plan = { first_week: '2025-11-03', weeks: 6, skipped_dates: [], price_change: { by: 'nothing' } };
    expect(
      await owner.call('planTerm', { body: { plan, classes: [{ id: cls.id, version }] } }),
    ).toMatchObject({ status: 200, body: { drafts: [], left: [{ class_id: cls.id, reason: 'changed' }] } });
  });

  it('leaves out a family that cancelled before its booking ended', async () => {
    const { cls, families } = await given();
    const other = at(families, 1);
    const bookings = await listBookingsOfSlot(system.table, at(cls.time_slots, 0).id, { consistent: true });
    const booking = bookings.find(({ parent_id }) => parent_id === other.id) ?? expect.unreachable();
    await remove(cls);
    await endBooking(system.deps, booking, { ending: { reason: 'cancelled' }, by: 'parent', tell: true });
    await system.settle();
    expect(await creditedTo(other)).toBe(12_000);
    expect(mailedTo()).toEqual([at(families, 0).profile.email]);
  });
});

it('a class that is over is deleted without email and credit, and the figures stay [END-10, PAY-09]', async () => {
  const { cls, families } = await given();
  system.setTime('2025-11-05T10:00:00Z');
  const before = await owner.read('getMoneyFigures');
  expect((await remove(cls)).status).toBe(204);
  await system.settle();
  expect(system.mails).toEqual([]);
  expect(await Promise.all(families.map(creditedTo))).toEqual([0, 0]);
  expect(await owner.read('getMoneyFigures')).toEqual(before);
  expect(await queryClass(system.table, cls.id, { consistent: true })).toEqual([]);
});
