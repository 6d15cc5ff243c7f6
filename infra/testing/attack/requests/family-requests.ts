import { randomUUID } from 'node:crypto';
import { getClass } from '#functions/classes/classes';
import { newBookingId, newChildId } from '#functions/lib/ids';
import { defaultTimeZone } from '#infra/settings/settings-schema';
import { keepTerms } from '#shared/booking/keep-terms';
import { businessMoment } from '#shared/lib/business-time';
import { bookingAmount } from '#shared/testing/session-calendars';
import { fromTomorrow, newEntry, newFullSlot, newOffer, today } from '../fixtures.ts';
import { families, row, rowsOf } from '../rows-of.ts';
import {
  aMove,
  aSlot,
  asking,
  child,
  childOf,
  contact,
  familyOf,
  nothing,
  type Prepare,
  type Question,
  slotOf,
  theirBooking,
  waitingFamilyOf,
} from './question.ts';

/** A child of an account that no other request uses. */
const aChild: Prepare = async ({ fixtures, name, named }) => {
  if (named === 'missing') return { params: { childId: newChildId(new Date()) } };
  if (named === 'foreign') return { params: { childId: childOf(fixtures.stranger.family) } };
  const by = name === 'admin' ? await fixtures.newAccount({ role: 'admin' }) : await fixtures.another(name);
  return { params: { childId: childOf(by.family) }, by };
};

export const anOrder = async (question: Question) => {
  const cls = await question.fixtures.newClass();
  return {
    class_id: cls.id,
    time_slot_id: slotOf(cls),
    child_id: question.named === 'missing' ? newChildId(new Date()) : childOf(familyOf(question)),
    is_trial: false,
    amount: bookingAmount(cls, false, today),
    calendar_version: 0,
  };
};

export const familyRequests = rowsOf(families, {
  getMyFamily: row({ own: 200 }, nothing),
  updateMyProfile: row({ own: 200 }, () => ({ body: contact })),
  chooseMoneyMails: row({ own: 204, logged: 'family.money-mails-changed' }, ({ caller }) => ({
    body: { money_mails: caller.family.profile.id },
  })),
  addChildren: row({ own: 201 }, () => ({
    body: { children: [{ ...child, name: `Kit ${randomUUID()}` }] },
  })),
  updateCard: row(
    { own: 200, foreign: 'childNotFound', missing: 'childNotFound' },
    asking(aChild, { health: { medical_conditions: 'Asthma' } }),
  ),
  updateChild: row(
    { own: 204, foreign: 'childNotFound', missing: 'childNotFound' },
    asking(aChild, () => ({ name: child.name, health: { medical_conditions: child.medical_conditions } })),
  ),
  removeChild: row({ own: 204, foreign: 'childNotFound', missing: 'childNotFound' }, aChild),
  exportMyData: row({ own: 200 }, nothing),
  listCardViews: row({ own: 200 }, nothing),
  listMyBookings: row({ own: 200 }, nothing),
  getMyLedger: row({ own: 200 }, nothing),
  getBookableSlot: row({ present: 200, foreign: 'slotNotFound', missing: 'slotNotFound' }, aSlot),
  cancelBooking: row(
    { own: 200, foreign: 'bookingNotFound', missing: 'bookingNotFound', logged: 'booking.cancelled' },
    async ({ fixtures, caller, name, named }) => {
      const isNone = named === 'missing' || (named === 'own' && name === 'deleted');
      const { family } = named === 'foreign' ? fixtures.stranger : caller;
      const { id, class_id, time_slot_id, child_id } = await fixtures.newBooking(
        isNone ? fixtures.stranger.family : family,
      );
      return {
        params: { bookingId: isNone ? newBookingId(new Date()) : id },
        // The first session has been: nothing is credited by itself.
        body: { class_id, time_slot_id, child_id, credit: 0 },
      };
    },
  ),
  getBookingCalendar: row(
    { own: 200, foreign: 'bookingNotFound', missing: 'bookingNotFound' },
    async ({ fixtures, caller, name, named }) => {
      if (named === 'missing' || (named === 'own' && name === 'deleted'))
        return { params: { bookingId: newBookingId(new Date()) } };
      const { family } = named === 'foreign' ? fixtures.stranger : caller;
      return { params: { bookingId: (await fixtures.newBooking(family)).id } };
    },
  ),
  createCalendarFeed: row({ own: 201 }, () => ({ body: { replace: true } })),
  getMyWaiting: row({ own: 200 }, nothing),
  joinWaitingList: row({ own: 201, foreign: 'childNotFound', missing: 'childNotFound' }, async (question) => {
    const { cls, slot } = await newFullSlot(question.fixtures.stack.table);
    const child = question.named === 'missing' ? newChildId(new Date()) : childOf(familyOf(question));
    return {
      body: { class_id: cls.id, time_slot_id: slot.id, child_ids: [child] },
    };
  }),
  leaveWaitingList: row(
    { own: 204, foreign: 'waitingEntryNotFound', missing: 'waitingEntryNotFound' },
    async (question) => {
      const { entryId } = await newEntry(question.fixtures.stack.table, waitingFamilyOf(question));
      return { params: { entryId } };
    },
  ),
  takeMyOffer: row({ own: 200, foreign: 'offerNotFound', missing: 'offerNotFound' }, async (question) => {
    const { offer_id } = await newOffer(question.fixtures.stack.table, waitingFamilyOf(question));
    return { params: { offerId: offer_id }, body: { calendar_version: 0 } };
  }),
  moveMyOffer: row(
    { own: 'offerNotFound', foreign: 'offerNotFound', missing: 'offerNotFound' },
    async (question) => {
      const { offer_id } = await newOffer(question.fixtures.stack.table, waitingFamilyOf(question));
      const cls = await question.fixtures.newClass(fromTomorrow);
      return { params: { offerId: offer_id }, body: { class_id: cls.id, time_slot_id: slotOf(cls) } };
    },
  ),
  declineMyOffer: row({ own: 200, foreign: 'offerNotFound', missing: 'offerNotFound' }, async (question) => {
    const { offer_id } = await newOffer(question.fixtures.stack.table, waitingFamilyOf(question));
    return { params: { offerId: offer_id }, body: { stays: true } };
  }),
  bookSlot: row({ own: 201, foreign: 'childNotFound', missing: 'childNotFound' }, async (question) => ({
    body: await anOrder(question),
  })),
  setNotComing: row(
    { own: 204, foreign: 'bookingNotFound', missing: 'bookingNotFound' },
    async (question) => {
      const { id, time_slot_id, child_id, dates } = await theirBooking(question);
      return {
        params: { bookingId: id },
        body: { time_slot_id, child_id, date: dates.at(-1), not_coming: true },
      };
    },
  ),
  moveMyBooking: row(
    { own: 200, foreign: 'bookingNotFound', missing: 'bookingNotFound' },
    async (question) => {
      const { bookingId, booking, body } = await aMove(question);
      return { params: { bookingId }, body: { booking, ...body } };
    },
  ),
  upgradeTrial: row(
    { own: 200, foreign: 'bookingNotFound', missing: 'bookingNotFound' },
    async (question) => {
      const trial = await theirBooking(question, { is_trial: true });
      const { id, class_id, time_slot_id, child_id } = trial;
      const cls = await getClass(question.fixtures.stack.table, class_id);
      const slot = cls?.time_slots.find((one) => one.id === time_slot_id);
      const terms = cls && slot && keepTerms(trial, cls, slot, businessMoment(new Date(), defaultTimeZone));
      return {
        params: { bookingId: id },
        body: {
          booking: { class_id, time_slot_id, child_id },
          amount: terms?.amount,
          calendar_version: slot?.calendar_version,
        },
      };
    },
  ),
});
