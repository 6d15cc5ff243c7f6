import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { invitationPut, newInvitation } from '#functions/accounts/coaches';
import { recordView } from '#functions/across/cards';
import { bookingCredit, createDayLink } from '#functions/booking/booking-changes';
import { bookingItem, type StoredBooking } from '#functions/booking/bookings';
import { endBooking, lateEndingPut } from '#functions/booking/end-booking';
import { takePlace } from '#functions/booking/take-place';
import { familyTaskPut } from '#functions/families/tasks';
import { entryWrites } from '#functions/ledger/entries';
import { getFamilyLedger } from '#functions/ledger/ledger';
import { setSecondReference } from '#functions/ledger/references';
import { sendTransaction } from '#functions/lib/dynamo/writes';
import { newBookingId, newFamilyId } from '#functions/lib/ids';
import { setAside } from '#functions/lib/mail/aside-mails';
import { storeMark } from '#functions/registers/registers';
import { createFeed } from '#functions/sessions/calendar-feeds';
import { listApplications } from '#functions/waiting/applications';
import { createOfferLink, getOffer, type StoredOffer } from '#functions/waiting/offers';
import { putFamily } from '#infra/local/seed/put';
import type { FootballClass } from '#shared/classes/class';
import type { Child } from '#shared/families/family';
import { ledgerEntryKey } from '#shared/ledger/entry';
import { secondReferenceSchema } from '#shared/ledger/references';
import { idempotencyKeySchema, userIdSchema } from '#shared/lib/ids';
import { centsSchema, instantOf } from '#shared/lib/values';
import { markIdSchema } from '#shared/registers/register';
import { date } from '#shared/testing/values';
import { importOf } from '../samples/import-files.ts';
import {
  at,
  type SampleFamily,
  sampleBooking,
  sampleFamily,
  sampleNow,
  sampleToday,
} from '../samples/samples.ts';
import type { startTermTests } from './term-tests.ts';

type TermTests = Awaited<ReturnType<typeof startTermTests>>;

const now = instantOf(sampleNow);
const office = userIdSchema.parse('5ea5e4d0-0000-4000-8000-00000000000f');

/** A family that has one item at least of every kind that a family can have. */
export interface RichFamily {
  readonly family: SampleFamily;
  readonly cls: FootballClass;
  readonly live: StoredBooking;
  readonly ended: StoredBooking;
  /** A class whose slots are full: on the lists of these the family waits, or has an offer. */
  readonly full: FootballClass;
  readonly secrets: { readonly feed: string; readonly day: string; readonly offer: string };
}

let made = 0;
/** Later than all before, so that ids sort. */
const nextMoment = (): Date => {
  made += 1;
  return new Date(sampleNow.getTime() - 60_000 + made);
};

let marks = 0;
const nextMark = () => {
  marks += 1;
  return markIdSchema.parse(`mrk_${String(marks).padStart(16, '0')}`);
};

/** Makes rich families with what the product itself stores, as far as one call does. */
export const richFamilies = ({
  system,
  table,
  deps,
  admin,
  givenClass,
  planned,
  publish,
  ...term
}: TermTests) => {
  const takeFor = async (
    cls: FootballClass,
    family: SampleFamily,
    child: Child,
    overrides: Partial<StoredBooking> = {},
  ): Promise<StoredBooking> => {
    const booking = sampleBooking(cls, family, {
      id: newBookingId(nextMoment()),
      child_id: child.id,
      child_name: child.name,
      idempotency_key: idempotencyKeySchema.parse(randomUUID()),
      ...overrides,
    });
    expect(await takePlace(table, booking)).toMatchObject({ outcome: 'booked' });
    return booking;
  };

  const offerOf = async (id: StoredOffer['id']): Promise<StoredOffer> =>
    (await getOffer(table, id)) ?? expect.unreachable('no offer');

  const ok = async (answer: Promise<{ readonly status: number }>): Promise<void> => {
    expect((await answer).status).toBeLessThan(300);
  };

  const recordMoney = async ({ id: parentId }: SampleFamily): Promise<void> => {
    const params = { parentId };
    const payment = { amount: 3_100, day: sampleToday, method: 'cash', booking_id: null };
    await ok(admin.call('recordPayment', { params, body: { ...payment, note: 'By hand', receipt: true } }));
    const taken = { ...payment, amount: 700 };
    const headers = { 'idempotency-key': randomUUID() };
    await ok(
      admin.call('recordPayment', { params, body: { ...taken, note: 'Twice', receipt: false }, headers }),
    );
    const attempt = idempotencyKeySchema.parse(headers['idempotency-key']);
    const entry = ledgerEntryKey({ type: 'attempt', attempt });
    await ok(admin.call('takeBackEntry', { params, body: { entry } }));
    const refund = { amount: 150, day: sampleToday, method: 'cash', note: 'Too much' };
    await ok(admin.call('recordRefund', { params, body: refund }));
    for (const kind of ['credit', 'waiver'])
      await ok(admin.call('recordAllowance', { params, body: { kind, amount: 90, note: `A ${kind}` } }));
  };

  const creditSession = async (booking: StoredBooking): Promise<void> => {
    const amount = centsSchema.parse(2_000);
    const session = date('2025-09-27');
    const { id, parent_id, class_id, time_slot_id } = booking;
    const cause = {
      ...({ type: 'session' } as const),
      booking_id: id,
      date: session,
      slot_id: time_slot_id,
      calendar_version: 0,
    };
    const { outcome } = await sendTransaction(table, [
      bookingCredit(table, booking, { date: session, amount }),
      ...entryWrites(
        table,
        parent_id,
        {
          kind: 'credit',
          cause,
          class: { id: class_id, class_type: 'juniorballerz', venue: 'Park' },
          amount,
          day: sampleToday,
          recorded_at: now,
          made_by: null,
        },
        booking,
      ),
    ]);
    expect(outcome).toBe('done');
  };

  const importChild = async ({ id, profile }: SampleFamily): Promise<void> => {
    const { full_name: name, email, phone_number: phone } = profile;
    const child = {
      name: `Imported ${id.slice(-6)}`,
      date_of_birth: '2019-03-02',
      medical_conditions: 'Asthma',
    };
    const row = { name, email, phone, children: [child], balance: 4_200 };
    const body = importOf([row], `file of ${id}`);
    const answer = await admin.call('importFamilies', { body });
    expect(answer.body).toMatchObject({ families: [{ state: 'changes' }] });
  };

  const markAndView = async (booking: StoredBooking, session: string): Promise<void> => {
    const { time_slot_id: slot_id, parent_id, child_id } = booking;
    const place = { slot_id, date: date(session), parent_id, child_id };
    await storeMark(table, place, {
      id: nextMark(),
      attendance: 'present',
      at: now,
      received_at: now,
      by: office,
      reason: null,
    });
    const view = {
      viewer_id: office,
      role: 'admin',
      day: sampleToday,
      child_ids: new Set([child_id]),
    } as const;
    const times = { class_type: 'juniorballerz', venue: 'Park', start_time: '09:00', end_time: '09:45' };
    await recordView(table, parent_id, { ...view, session: null });
    await recordView(table, slot_id, { ...view, session: Object({ ...times, date: date(session) }) });
  };

  /** A family with children of these names, and one more whom an import adds. */
  const given = async (children: readonly Partial<Child>[], phone = '07700 900123'): Promise<RichFamily> => {
    const sample = sampleFamily({ children });
    const { id, profile } = sample;
    const family = { ...sample, profile: { ...profile, phone_number: phone } };
    await putFamily(table, family);
    const [first, last] = [at(family.children, 0), at(family.children, family.children.length - 1)];

    const cls = await givenClass(5, 5, 5);
    const due_dates = [date('2025-10-01'), date('2025-11-01')];
    const live = await takeFor(cls, family, first, { due_dates });
    await creditSession(live);
    const trials = await givenClass(5, 5);
    await takeFor(trials, family, last, { is_trial: true });
    const ended = await takeFor(trials, family, first, {
      time_slot_id: at(trials.time_slots, 1).id,
      due_dates,
    });
    const result = await endBooking(deps, ended, {
      ending: { reason: 'cancelled' },
      by: 'parent',
      adult: profile.id,
      tell: false,
    });
    if (result.outcome !== 'ended') throw new Error('The booking is expected to end');
    await sendTransaction(table, [lateEndingPut(table, result.record)]);
    await recordMoney(family);
    await importChild(family);
    await markAndView(live, '2025-09-27');
    await markAndView(live, '2025-10-04');
    await markAndView(ended, '2025-09-27');

    // A kept place is declined, which goes behind nobody, and one stays open.
    const [next] = [at(await planned(cls), 0)];
    await publish([next]);
    await system.settle();

    // A list on which it waits, one with siblings only together, one with an offer, and one on which it declined an offer.
    const full = await givenClass(1, 2, 1, 1);
    const inTheWay = sampleFamily({ children: [{ name: 'Kim' }, { name: 'Tim' }] });
    await putFamily(table, inTheWay);
    const waitFor = (slot: number, waiting: readonly Child[]) =>
      ok(
        admin.call('addToWaitingList', {
          body: {
            class_id: full.id,
            time_slot_id: at(full.time_slots, slot).id,
            parent_id: id,
            child_ids: waiting.map((child) => child.id),
          },
        }),
      );
    const blocking: StoredBooking[] = [];
    for (const slot of [0, 1, 1, 2, 3])
      blocking.push(
        await takeFor(full, inTheWay, at(inTheWay.children, slot === 1 && blocking.length > 1 ? 1 : 0), {
          time_slot_id: at(full.time_slots, slot).id,
        }),
      );
    await waitFor(0, [first]);
    await waitFor(1, family.children);
    await waitFor(2, [last]);
    await waitFor(3, [last]);
    const freed = (slot: number) =>
      endBooking(deps, at(blocking, slot === 3 ? 4 : 3), {
        ending: { reason: 'cancelled' },
        by: 'parent',
        tell: false,
      });
    await freed(3);
    await system.tick();
    const offerOn = async (slot: number) => {
      const entries = await listApplications(table, at(full.time_slots, slot).id);
      return entries.find(({ parent_id }) => parent_id === id)?.offer_id ?? expect.unreachable('no offer');
    };
    const declined = await offerOn(3);
    const byLink = await createOfferLink(table, await offerOf(declined), { account: profile.id });
    await ok(term.byLink('declineOffer', { offer_id: declined, secret: byLink, stays: true }));
    await freed(2);
    await system.tick();
    await system.settle();

    await ok(
      admin.call('addFamilyNote', { params: { parentId: id }, body: { text: 'Calls late', corrects: null } }),
    );
    const second = secondReferenceSchema.parse(`REF${id.slice(-8)}7`);
    const secondEdit = { second_reference: second, shown: { second_reference: null } };
    expect((await setSecondReference(table, id, secondEdit, [])).outcome).toBe('done');
    const feed = await createFeed(table, { userId: profile.id, familyId: id }, { replace: false, at: now });
    const third = newFamilyId(nextMoment());
    const invited = { by: profile.id, email: `of-${id}@example.com`, now: sampleNow, role: 'adult' } as const;
    await sendTransaction(table, [
      invitationPut(table, newInvitation({ ...invited, familyId: id })),
      familyTaskPut(table, { kind: 'wrong-answers', family_id: id, at: now }),
      familyTaskPut(table, {
        ...({ kind: 'same', family_id: id, other_id: third, reason: 'phone' } as const),
        ...({ at: now, dismissed: true } as const),
      }),
    ]);
    await setAside(table, { item: bookingItem(live), error: new Error('No'), now: sampleNow });
    const secrets = {
      feed: feed.outcome === 'created' ? feed.secret : '',
      day: await createDayLink(table, { parent_id: id, date: sampleToday, account: profile.id }),
      offer: await createOfferLink(table, await offerOf(await offerOn(2)), { account: profile.id }),
    };
    expect((await getFamilyLedger(table, id))?.due_plans).not.toEqual({});
    return { family, cls, live, ended, full, secrets };
  };

  return { given, takeFor, markAndView, creditSession };
};
