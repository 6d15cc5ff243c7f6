import { randomUUID } from 'node:crypto';
import PostalMime from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { at, type SampleFamily, sampleNow } from '#infra/testing/samples/samples';
import { addSecondAdult, deleteFamily } from '#infra/testing/samples/stored';
import { bookingSteps } from '#infra/testing/services/booking-system';
import { cancellationSteps, saturday } from '#infra/testing/services/cancellation-steps';
import { messageSteps } from '#infra/testing/services/message-system';
import { startTests } from '#infra/testing/services/system';
import { withChangeBetween } from '#infra/testing/table/test-table';
import type { Booking } from '#shared/booking/booking';
import { linkedDaySchema } from '#shared/booking/not-coming';
import { dayMs } from '#shared/lib/durations';
import { userIdSchema } from '#shared/lib/ids';
import { type CalendarDate, instantOf } from '#shared/lib/values';
import { limits } from '#shared/limits';
import { date } from '#shared/testing/values';
import { dayLinkKey } from '../lib/dynamo/keys-of-classes.ts';
import { accountKey, familyLedgerKey } from '../lib/dynamo/keys-of-people.ts';
import { getItem } from '../lib/dynamo/reads.ts';
import { updateItem } from '../lib/dynamo/writes.ts';
import { newFamilyId } from '../lib/ids.ts';
import { messageIdOf } from '../messages/messages.ts';
import { readRegisters } from '../registers/register-lists.ts';
import { createDayLink, storeNotComing } from './booking-changes.ts';
import { bookingRef } from './bookings.ts';

const system = await startTests((parts) => ({ ...bookingSteps(parts), ...messageSteps(parts) }));
const { table, byLink } = system;
const steps = cancellationSteps(() => system);

const given = async ({ isTrial = false } = {}) => {
  const cls = await system.addClass({ capacities: [10, 10] });
  const owner = await system.addFamily();
  const booking = await system.book(owner, cls, { isTrial });
  const say = (not_coming: boolean, { day = saturday as string, by = owner as Account } = {}) =>
    system.asFamily(by, 'setNotComing', {
      params: { bookingId: booking.id },
      body: { time_slot_id: booking.time_slot_id, child_id: booking.child_id, date: day, not_coming },
    });
  return { cls, owner, booking, say };
};
type Account = Parameters<typeof system.asFamily>[0];

const linkTo = ({ id, profile }: Pick<SampleFamily, 'id' | 'profile'>) =>
  createDayLink(table, { parent_id: id, date: saturday, account: profile.id });

/** Of the children on a register: who is not coming, by the index of the slot. */
const registered = async ({ class_id }: Booking, day: CalendarDate = saturday, slotIndex = 0) => {
  const cls = await system.classNow(class_id);
  const [register] = await readRegisters(table, [{ cls, slot: at(cls.time_slots, slotIndex), date: day }]);
  return register?.children.map(({ not_coming }) => not_coming);
};

const stored = (booking: Booking) => getItem(table, bookingRef(booking));
const invalid = { status: 404, body: { code: 'dayLinkInvalid' } };

describe('a child that does not come', () => {
  it('is on the register as that, until it is taken back, and keeps place and price [ABS-01]', async () => {
    const { cls, owner, booking, say } = await given();
    const [before, account] = [await stored(booking), await system.accountOf(owner)];
    for (const _ of [1, 2]) expect((await say(true)).status).toBe(204);
    expect(await registered(booking)).toEqual([true]);
    expect(await registered(booking, date('2025-10-04'))).toEqual([false]);
    expect(await stored(booking)).toEqual({
      ...before,
      not_coming: new Set([saturday]),
      not_coming_by: new Set([`${saturday}#${owner.profile.id}`]),
    });
    // Said twice, it is one change; no money changes.
    expect(await system.accountOf(owner)).toEqual({ ...account, hour_changes: 2 });
    expect((await system.placesOf(cls)).counted).toBe(1);
    const { body } = await system.asFamily(owner, 'listMyBookings');
    expect(body).toMatchObject({ bookings: [{ not_coming: [saturday] }] });
    expect((await say(false)).status).toBe(204);
    expect(await registered(booking)).toEqual([false]);
    expect(await stored(booking)).toEqual(before);
  });

  it('is told until the session begins, by the time of the server, of a session of the booking alone [ABS-01]', async () => {
    const { booking, say } = await given();
    const sessionNotFound = { status: 404, body: { code: 'sessionNotFound' } };
    expect(await say(true, { day: '2025-09-28' })).toMatchObject(sessionNotFound);
    system.setTime(new Date('2025-09-27T07:59:59.999Z'));
    expect((await say(true)).status).toBe(204);
    system.setTime(new Date('2025-09-27T08:00:00.000Z'));
    expect(await say(false)).toMatchObject({ status: 409, body: { code: 'sessionBegun' } });
    expect(await registered(booking)).toEqual([true]);
  });

  it('is told by its own family alone [ABS-01]', async () => {
    const { owner, booking, say } = await given();
    const other = await system.addFamily();
    const nobody = { profile: { ...other.profile, id: userIdSchema.parse(randomUUID()) } };
    for (const [{ profile }, code] of [
      [other, 'bookingNotFound'],
      [nobody, 'notAuthenticated'],
    ] as const)
      for (const by of [{ profile }, { profile, id: owner.id }])
        expect(await say(true, { by })).toMatchObject({ body: { code } });
    const body = { secret: await linkTo(other), booking_id: booking.id, not_coming: true };
    expect(await byLink('setLinkedNotComing', body)).toMatchObject({ body: { code: 'bookingNotFound' } });
    expect(await stored(booking)).not.toHaveProperty('not_coming');
  });

  it('stays so where it is told while the booking moves [ABS-01]', async () => {
    const { cls, owner, booking, say } = await given();
    await withChangeBetween(
      table,
      () => say(true),
      () => system.move(owner, booking, cls, 1),
    );
    expect(await registered(booking, saturday, 1)).toEqual([true]);
  });

  it('is gone with the booking, and not of one that follows [ABS-01]', async () => {
    const { cls, owner, booking, say } = await given();
    await say(true);
    await system.end(booking);
    expect(await say(false)).toMatchObject({ body: { code: 'bookingNotFound' } });
    const again = await system.book(owner, cls);
    expect(await registered(again)).toEqual([false]);
    const answer = { date: saturday, isNotComing: true, at: instantOf(system.now()), by: owner.profile.id };
    const gone = await storeNotComing(table, { ...again, id: booking.id }, answer);
    expect(gone).toEqual({ outcome: 'gone' });
    expect(await registered(again)).toEqual([false]);
  });

  it('is of no session while it is cancelled, not of its make-up, and is again once it is on [ABS-01]', async () => {
    const { cls, booking, say } = await given();
    await say(true);
    const makeUp = date('2025-11-05');
    await steps.cancelSaturday(cls, { remedy: { kind: 'make-up', date: makeUp } });
    await system.settle();
    expect(await say(true)).toMatchObject({ body: { code: 'sessionNotFound' } });
    expect(await registered(booking, makeUp)).toEqual([false]);
    expect((await say(true, { day: makeUp })).status).toBe(204);
    expect(await registered(booking, makeUp)).toEqual([true]);
  });

  it('is kept with the place of a trial [ABS-01]', async () => {
    const { owner, booking, say } = await given({ isTrial: true });
    await say(true);
    await system.keep(owner, booking);
    expect(await registered(booking)).toEqual([true]);
  });
});

describe('the link of a reminder', () => {
  it('shows the sessions of the day, and changes nothing before its button is pressed [ABS-01]', async () => {
    const { booking } = await given();
    system.setTime(new Date(sampleNow.getTime() + dayMs));
    await system.store({
      id: messageIdOf('reminder', saturday),
      created_at: instantOf(system.now()),
      made_by: null,
      kind: 'reminder',
      audience: { kind: 'day', date: saturday },
      facts: {},
    });
    await system.settle();
    const { text = '' } = await PostalMime.parse(at(system.mails, 0).data);
    const secret = /Not coming: \S+\/not-coming#([\w-]{43})/.exec(text)?.[1] ?? '';
    const items = await system.items();
    expect(JSON.stringify(items)).not.toContain(secret);
    const session = { booking_id: booking.id, start_time: '09:00', not_coming: false, has_begun: false };
    expect(await byLink('getLinkedDay', { secret })).toMatchObject({
      status: 200,
      body: { date: saturday, sessions: [session] },
    });
    expect(await system.items()).toEqual(items);
    const body = { secret, booking_id: booking.id, not_coming: true };
    const { status, body: answer } = await byLink('setLinkedNotComing', body);
    expect(status).toBe(200);
    expect(linkedDaySchema.parse(answer).sessions).toMatchObject([{ not_coming: true }]);
    expect(await registered(booking)).toEqual([true]);
    await byLink('setLinkedNotComing', { ...body, not_coming: false });
    expect(await registered(booking)).toEqual([false]);
    for (const word of [secret, 'Robin']) expect(system.logged.join(' ')).not.toContain(word);
  });

  it('knows no other secret, changes nothing after the start, and is kept for 30 days after its day [ABS-01]', async () => {
    const { owner, booking } = await given();
    const secret = await linkTo(owner);
    const item = await getItem(table, { key: dayLinkKey(secret), fromItem: (one) => one });
    expect(item).toMatchObject({ expires_at: Date.parse('2025-10-27') / 1_000 });
    expect(await byLink('getLinkedDay', { secret: `${secret.slice(1)}x` })).toMatchObject(invalid);
    system.setTime(new Date('2025-09-27T08:00:00.000Z'));
    const begun = { sessions: [{ has_begun: true }] };
    expect(await byLink('getLinkedDay', { secret })).toMatchObject({ body: begun });
    const body = { secret, booking_id: booking.id, not_coming: true };
    expect(await byLink('setLinkedNotComing', body)).toMatchObject({ body: { code: 'sessionBegun' } });
  });

  it('of the second adult says who does not come as that adult, and is none once the adult left [FID-03]', async () => {
    const { owner, booking } = await given();
    const adult = await addSecondAdult(table, owner.id);
    const [secret, ofOwner] = [await linkTo({ id: owner.id, profile: adult }), await linkTo(owner)];
    const body = { secret, booking_id: booking.id, not_coming: true };
    expect((await byLink('setLinkedNotComing', body)).status).toBe(200);
    expect((await stored(booking))?.not_coming_by).toEqual(new Set([`${saturday}#${adult.id}`]));
    await updateItem(table, accountKey(adult.id), { set: { family_id: newFamilyId(system.now()) } });
    expect(await byLink('getLinkedDay', { secret })).toMatchObject(invalid);
    expect(await byLink('setLinkedNotComing', { ...body, not_coming: false })).toMatchObject(invalid);
    expect(await registered(booking)).toEqual([true]);
    expect((await byLink('getLinkedDay', { secret: ofOwner })).status).toBe(200);
  });

  it('shows no session of a booking that ended, and ends with its family [ABS-01, AUT-45]', async () => {
    const { owner, booking } = await given();
    const secret = await linkTo(owner);
    await system.end(booking);
    expect(await byLink('getLinkedDay', { secret })).toMatchObject({ body: { sessions: [] } });
    await deleteFamily(system.deps, { familyId: owner.id, by: 'parent' });
    expect(await byLink('getLinkedDay', { secret })).toMatchObject(invalid);
  });
});

it('a family that has made its changes of the hour is answered what it has said already, also by link [ABS-01]', async () => {
  const { owner, booking, say } = await given();
  await say(true);
  const set = { hour_changes: limits.changesPerHour };
  await updateItem(table, familyLedgerKey(owner.id), { set });
  const link = { secret: await linkTo(owner), booking_id: booking.id };
  for (const not_coming of [true, false]) {
    const answers = [await say(not_coming), await byLink('setLinkedNotComing', { ...link, not_coming })];
    expect(answers.map(({ status }) => status)).toEqual(not_coming ? [204, 200] : [429, 429]);
  }
  expect(await registered(booking)).toEqual([true]);
});
