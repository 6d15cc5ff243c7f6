import { randomUUID } from 'node:crypto';
import PostalMime from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { at, type SampleFamily, sampleBooking, sampleNow } from '#infra/testing/samples/samples';
import { addSecondAdult, deleteFamily, storedFamily } from '#infra/testing/samples/stored';
import { cancellationSteps, saturday } from '#infra/testing/services/cancellation-steps';
import { type Invocation, invoke } from '#infra/testing/services/invoke';
import { messageSteps } from '#infra/testing/services/message-system';
import { startTests } from '#infra/testing/services/system';
import { withChangeBetween } from '#infra/testing/table/test-table';
import { linkedDaySchema } from '#shared/booking/not-coming';
import { familyRoutes } from '#shared/contract/family-routes';
import { linksRoutes } from '#shared/contract/links-routes';
import { hourMs } from '#shared/lib/durations';
import { idempotencyKeySchema } from '#shared/lib/ids';
import { type CalendarDate, instantOf } from '#shared/lib/values';
import { limits } from '#shared/limits';
import { date } from '#shared/testing/values';
import { memberships } from '../accounts/accounts.ts';
import { getManagedClass } from '../classes/classes.ts';
import { familyOperations } from '../entries/family-operations.ts';
import { linksOperations } from '../entries/links-operations.ts';
import { dayLinkKey } from '../lib/dynamo/keys-of-classes.ts';
import { accountKey } from '../lib/dynamo/keys-of-people.ts';
import { getItem } from '../lib/dynamo/reads.ts';
import { updateItem } from '../lib/dynamo/writes.ts';
import { createHandler } from '../lib/http/create-handler.ts';
import { newFamilyId } from '../lib/ids.ts';
import { messageIdOf } from '../messages/messages.ts';
import { readRegisters } from '../registers/register-lists.ts';
import { createDayLink, storeNotComing } from './booking-changes.ts';
import { bookingRef, type StoredBooking } from './bookings.ts';
import { endBooking } from './end-booking.ts';
import { takePlace } from './take-place.ts';

const system = await startTests(messageSteps);
const { table, deps } = system;
const steps = cancellationSteps(() => system);
const family = createHandler(familyRoutes, familyOperations, deps, { memberships: memberships(table) });
const links = createHandler(linksRoutes, linksOperations, deps);

const given = async (options?: Parameters<typeof steps.book>[2]) => {
  const cls = await steps.givenClass({}, [10, 10]);
  const owner = await storedFamily(table);
  return { cls, owner, booking: await steps.book(cls, owner, options) };
};

/** The account that made a booking, and its family. */
const bookerOf = ({ booked_by_adult, parent_id }: StoredBooking) => ({
  userId: booked_by_adult ?? expect.unreachable(),
  familyId: parent_id,
});

const say = (
  booking: StoredBooking,
  not_coming: boolean,
  { day = saturday, by = bookerOf(booking) }: { day?: string; by?: Pick<Invocation, 'userId'> } = {},
) => {
  const { id, time_slot_id, child_id } = booking;
  return invoke(family, {
    route: 'setNotComing',
    ...by,
    params: { bookingId: id },
    body: { time_slot_id, child_id, date: day, not_coming },
  });
};

const linkTo = ({ id, profile }: SampleFamily) =>
  createDayLink(table, { parent_id: id, date: saturday, account: profile.id });

const byLink = (route: 'getLinkedDay' | 'setLinkedNotComing', body: Invocation['body']) =>
  invoke(links, { route, body });

/** Of the children on a register: who is not coming, by the index of the slot. */
const registered = async (booking: StoredBooking, day: CalendarDate = saturday, slotIndex = 0) => {
  const cls = await getManagedClass(table, booking.class_id);
  if (!cls) throw new Error('The class is gone');
  const [register] = await readRegisters(table, [{ cls, slot: at(cls.time_slots, slotIndex), date: day }]);
  return register?.children.map(({ not_coming }) => not_coming);
};

const stored = (booking: StoredBooking) => getItem(table, bookingRef(booking));

describe('a child that does not come', () => {
  it('is on the register as that, until it is taken back, and keeps place and price [ABS-01]', async () => {
    const { cls, owner, booking } = await given();
    const [before, account] = [await stored(booking), await steps.accountOf(owner)];
    expect((await say(booking, true)).status).toBe(204);
    expect((await say(booking, true)).status).toBe(204);
    expect(await registered(booking)).toEqual([true]);
    expect(await registered(booking, date('2025-10-04'))).toEqual([false]);
    expect(await stored(booking)).toEqual({
      ...before,
      not_coming: new Set([saturday]),
      not_coming_by: new Set([`${saturday}#${owner.profile.id}`]),
    });
    // Said twice, it is one change; no money changes.
    expect(await steps.accountOf(owner)).toEqual({ ...account, hour_changes: 2 });
    expect((await getManagedClass(table, cls.id))?.time_slots[0]).toMatchObject({ current_bookings: 1 });
    const { body } = await invoke(family, { route: 'listMyBookings', ...bookerOf(booking) });
    expect(body).toMatchObject({ bookings: [{ not_coming: [saturday] }] });
    expect((await say(booking, false)).status).toBe(204);
    expect(await registered(booking)).toEqual([false]);
    expect(await stored(booking)).toEqual(before);
  });

  it('is told until the session begins, by the time of the server [ABS-01]', async () => {
    const { booking } = await given();
    system.setTime(new Date('2025-09-27T07:59:59.999Z'));
    expect((await say(booking, true)).status).toBe(204);
    system.setTime(new Date('2025-09-27T08:00:00.000Z'));
    expect(await say(booking, false)).toMatchObject({ status: 409, body: { code: 'sessionBegun' } });
    expect(await registered(booking)).toEqual([true]);
  });

  it('is of a session of the booking alone [ABS-01]', async () => {
    const { booking } = await given();
    const answer = await say(booking, true, { day: '2025-09-28' });
    expect(answer).toMatchObject({ status: 404, body: { code: 'sessionNotFound' } });
  });

  it('is told by its own family alone [ABS-01]', async () => {
    const { booking } = await given();
    const other = await storedFamily(table);
    for (const [userId, code] of [
      [other.profile.id, 'bookingNotFound'],
      [randomUUID(), 'notAuthenticated'],
    ] as const)
      for (const by of [{ userId }, { userId, familyId: booking.parent_id }])
        expect(await say(booking, true, { by })).toMatchObject({ body: { code } });
    const foreign = await linkTo(other);
    const body = { secret: foreign, booking_id: booking.id, not_coming: true };
    expect(await byLink('setLinkedNotComing', body)).toMatchObject({ body: { code: 'bookingNotFound' } });
    expect(await stored(booking)).not.toHaveProperty('not_coming');
  });

  it('stays so where it is told while the booking moves [ABS-01]', async () => {
    const { cls, booking } = await given();
    const [from, to] = [at(cls.time_slots, 0), at(cls.time_slots, 1)];
    await withChangeBetween(
      table,
      () => say(booking, true),
      () =>
        invoke(family, {
          route: 'moveMyBooking',
          ...bookerOf(booking),
          headers: { 'idempotency-key': randomUUID() },
          params: { bookingId: booking.id },
          body: {
            booking: { class_id: cls.id, time_slot_id: from.id, child_id: booking.child_id },
            class_id: cls.id,
            time_slot_id: to.id,
            calendar_version: 0,
            credit: 0,
            charge: 0,
          },
        }),
    );
    expect(await registered(booking, saturday, 1)).toEqual([true]);
  });

  it('is gone with the booking, and not of one that follows [ABS-01]', async () => {
    const { cls, owner, booking } = await given();
    await say(booking, true);
    await endBooking(deps, booking, { ending: { reason: 'cancelled' }, by: 'parent', tell: false });
    expect(await say(booking, false)).toMatchObject({ body: { code: 'bookingNotFound' } });
    const again = sampleBooking(cls, owner, {
      idempotency_key: idempotencyKeySchema.parse('sample-attempt-0002'),
    });
    await takePlace(table, again);
    expect(await registered(again)).toEqual([false]);
    const { userId: by } = bookerOf(booking);
    const answer = { date: saturday, isNotComing: true, at: instantOf(system.now()), by };
    expect(await storeNotComing(table, booking, answer)).toEqual({ outcome: 'gone' });
    expect(await registered(again)).toEqual([false]);
  });

  it('is of no session while it is cancelled, not of its make-up, and is again once it is on [ABS-01]', async () => {
    const { cls, booking } = await given();
    await say(booking, true);
    const makeUp = date('2025-11-05');
    await steps.cancelSaturday(cls, { remedy: { kind: 'make-up', date: makeUp } });
    await system.settle();
    expect(await say(booking, true)).toMatchObject({ body: { code: 'sessionNotFound' } });
    expect(await registered(booking, makeUp)).toEqual([false]);
    expect((await say(booking, true, { day: makeUp })).status).toBe(204);
    expect(await registered(booking, makeUp)).toEqual([true]);
  });

  it('is kept with the place of a trial [ABS-01]', async () => {
    const { booking } = await given({ isTrial: true });
    await say(booking, true);
    await steps.keep(booking);
    expect(await registered(booking)).toEqual([true]);
  });
});

describe('the link of a reminder', () => {
  const remind = async () => {
    await system.store({
      id: messageIdOf('reminder', saturday),
      created_at: instantOf(system.now()),
      made_by: null,
      kind: 'reminder',
      audience: { kind: 'day', date: saturday },
      facts: {},
    });
    await system.settle();
    const mails = await Promise.all(system.mails.map(({ data }) => PostalMime.parse(data)));
    return mails.flatMap(({ text }) => /Not coming: \S+\/not-coming#([\w-]{43})/.exec(text ?? '')?.[1] ?? []);
  };

  it('shows the sessions of the day, and changes nothing before its button is pressed [ABS-01]', async () => {
    const { booking } = await given();
    system.setTime(new Date(sampleNow.getTime() + 24 * 3_600_000));
    const [secret = ''] = await remind();
    const items = await system.items();
    expect(JSON.stringify(items)).not.toContain(secret);
    expect(await byLink('getLinkedDay', { secret })).toMatchObject({
      status: 200,
      body: {
        date: saturday,
        sessions: [{ booking_id: booking.id, start_time: '09:00', not_coming: false, has_begun: false }],
      },
    });
    expect(await system.items()).toEqual(items);
    const body = { secret, booking_id: booking.id, not_coming: true };
    const { status, body: answer } = await byLink('setLinkedNotComing', body);
    expect(status).toBe(200);
    expect(linkedDaySchema.parse(answer).sessions).toMatchObject([{ not_coming: true }]);
    expect(await registered(booking)).toEqual([true]);
    await byLink('setLinkedNotComing', { ...body, not_coming: false });
    expect(await registered(booking)).toEqual([false]);
    expect(system.logged.join(' ')).not.toContain(secret);
    expect(system.logged.join(' ')).not.toContain('Robin');
  });

  it('knows no other day and no other secret, and changes nothing after the start [ABS-01]', async () => {
    const { owner, booking } = await given();
    const secret = await linkTo(owner);
    expect(await byLink('getLinkedDay', { secret: `${secret.slice(1)}x` })).toMatchObject({
      status: 404,
      body: { code: 'dayLinkInvalid' },
    });
    system.setTime(new Date('2025-09-27T08:00:00.000Z'));
    expect(await byLink('getLinkedDay', { secret })).toMatchObject({
      body: { sessions: [{ has_begun: true }] },
    });
    const body = { secret, booking_id: booking.id, not_coming: true };
    expect(await byLink('setLinkedNotComing', body)).toMatchObject({ body: { code: 'sessionBegun' } });
  });

  it('is kept for 30 days after its day [ABS-01]', async () => {
    const { owner } = await given();
    const secret = await linkTo(owner);
    const item = await getItem(table, { key: dayLinkKey(secret), fromItem: (stored) => stored });
    expect(item).toMatchObject({ expires_at: Date.parse('2025-10-27') / 1_000 });
  });

  it('of the second adult says who does not come as that adult, and is none once the adult left [FID-03]', async () => {
    const { owner, booking } = await given();
    const adult = await addSecondAdult(table, owner.id);
    const [secret, ofOwner] = [await linkTo({ ...owner, profile: adult }), await linkTo(owner)];
    const body = { secret, booking_id: booking.id, not_coming: true };
    expect((await byLink('setLinkedNotComing', body)).status).toBe(200);
    expect((await stored(booking))?.not_coming_by).toEqual(new Set([`${saturday}#${adult.id}`]));
    const family_id = newFamilyId(system.now());
    await updateItem(table, accountKey(adult.id), { set: { family_id } });
    const invalid = { status: 404, body: { code: 'dayLinkInvalid' } };
    expect(await byLink('getLinkedDay', { secret })).toMatchObject(invalid);
    expect(await byLink('setLinkedNotComing', { ...body, not_coming: false })).toMatchObject(invalid);
    expect(await registered(booking)).toEqual([true]);
    expect((await byLink('getLinkedDay', { secret: ofOwner })).status).toBe(200);
  });

  it('shows no session of a booking that ended, and ends with its family [ABS-01, AUT-45]', async () => {
    const { owner, booking } = await given();
    const secret = await linkTo(owner);
    await endBooking(deps, booking, { ending: { reason: 'cancelled' }, by: 'parent', tell: false });
    expect(await byLink('getLinkedDay', { secret })).toMatchObject({ body: { sessions: [] } });
    await deleteFamily(deps, { familyId: owner.id, by: 'parent' });
    expect(await byLink('getLinkedDay', { secret })).toMatchObject({
      status: 404,
      body: { code: 'dayLinkInvalid' },
    });
  });
});

it('a family says a limited number of times an hour who does not come, also at once and by link, and the next hour again', async () => {
  const { owner, booking } = await given();
  const secret = await linkTo(owner);
  // The booking is one change. Each of the others is about a session of its own.
  for (let times = 2; times <= limits.changesPerHour - 3; times += 1)
    expect((await say(booking, times % 2 === 0)).status).toBe(204);
  const before = await stored(booking);
  const isSaid = before?.not_coming?.has(saturday) ?? false;
  const link = { secret, booking_id: booking.id, not_coming: !isSaid };
  const answers = await Promise.all([
    byLink('setLinkedNotComing', link),
    ...booking.dates.filter((day) => day !== saturday).map((day) => say(booking, true, { day })),
  ]);
  const done = answers.filter(({ status }) => status < 300);
  const refused = answers.filter(({ status }) => status === 429);
  expect([done.length, refused.length]).toEqual([3, booking.dates.length - 3]);
  for (const { body } of refused) expect(body).toMatchObject({ code: 'tooManyChanges' });

  const after = await stored(booking);
  const said = after?.not_coming?.has(saturday) ?? false;
  expect((await say(booking, !said)).status).toBe(429);
  expect((await byLink('setLinkedNotComing', { ...link, not_coming: !said })).status).toBe(429);
  // What it has said already is answered, and changes nothing.
  expect((await say(booking, said)).status).toBe(204);
  expect(await stored(booking)).toEqual(after);
  expect(await steps.accountOf(owner)).toMatchObject({ hour_changes: limits.changesPerHour });
  system.passTime(hourMs);
  expect((await say(booking, !said)).status).toBe(204);
});
