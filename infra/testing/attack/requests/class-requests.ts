import { randomUUID } from 'node:crypto';
import { newBookingId, newChildId, newClassId, newSlotId } from '#functions/lib/ids';
import { putDraft, putVenue } from '#infra/local/seed/put';
import {
  enteredFutureClass,
  enteredSlot,
  enteredVenue,
  sampleVenueNamed,
} from '#infra/testing/samples/samples';
import { addDays, mondayOf } from '#shared/lib/calendar';
import { slotIdSchema } from '#shared/lib/ids';
import type { SessionKey } from '#shared/sessions/admin-routes';
import { newEntry, newFullSlot, newOffer, today } from '../fixtures.ts';
import { office, row, rowsOf, tokensOfOffice } from '../rows-of.ts';
import {
  aClass,
  aSlot,
  asking,
  childOf,
  classIdOf,
  nothing,
  type Prepare,
  type Question,
  slotOf,
  waitingFamilyOf,
} from './question.ts';

const anEnteredClass = () => ({
  ...enteredFutureClass,
  coach_name: `Coach ${randomUUID()}`,
  time_slots: [enteredSlot],
});

/** The day of the second session to come of `newClass`. */
const nextWeek = addDays(today, 7);

const aDraft = async ({ fixtures, named }: Question): Promise<string> =>
  named === 'missing' ? newClassId(new Date()) : (await putDraft(fixtures.stack.table, anEnteredClass())).id;

/** A class; with a slot of another class, which it does not have. */
const aClassAndSlot: Prepare = async (question) => {
  const other = question.named === 'foreign' ? slotOf(await question.fixtures.newClass()) : undefined;
  return { params: { classId: await classIdOf(question) }, ...(other && { query: { slot: other } }) };
};

/** A session; of another class's slot, there is none on the day. */
const sessionOf = async (question: Question): Promise<SessionKey> => {
  const cls = await question.fixtures.newClass();
  const slot = question.named === 'foreign' ? newSlotId(new Date()) : slotIdSchema.parse(slotOf(cls));
  const class_id = question.named === 'missing' ? newClassId(new Date()) : cls.id;
  return { class_id, slot_id: slot, date: nextWeek };
};

const cancelledSessionOf = async (question: Question): Promise<SessionKey> => {
  const session = await sessionOf(question);
  if (question.named === 'present') await question.fixtures.cancel(session);
  return session;
};

/** A venue that no class names. */
const aVenue = async ({ fixtures, named }: Question) => {
  const venue = sampleVenueNamed(`Venue ${randomUUID()}`);
  if (named !== 'missing') await putVenue(fixtures.stack.table, venue);
  return venue.id;
};

const aWaitingEntry = async (question: Question) => {
  const { slotId, entryId } = await newEntry(question.fixtures.stack.table, waitingFamilyOf(question));
  return { params: { slotId, entryId } };
};

/** Valid requests of the routes for administrators about classes, sessions and waiting lists. */
export const classRequests = {
  ...rowsOf(tokensOfOffice, {
    getDashboard: row({ nothing: 200 }, nothing),
    listManagedClasses: row({ nothing: 200 }, nothing),
    listDrafts: row({ nothing: 200 }, nothing),
    listVenues: row({ nothing: 200 }, nothing),
    getClassImpact: row({ present: 200, foreign: 'slotNotFound', missing: 'classNotFound' }, aClassAndSlot),
  }),
  ...rowsOf(office, {
    createDraft: row({ nothing: 201, logged: 'class.drafted' }, () => ({
      body: anEnteredClass(),
    })),
    updateDraft: row(
      { present: 200, missing: 'draftNotFound', logged: 'class.draft-updated' },
      asking({ classId: aDraft }, () => ({ ...anEnteredClass(), coach_name: 'Ellie Watts' })),
    ),
    deleteDraft: row(
      { present: 204, missing: 'draftNotFound', logged: 'class.draft-deleted' },
      asking({ classId: aDraft }),
    ),
    publishDraft: row(
      { present: 200, missing: 'draftNotFound', logged: 'class.published' },
      asking({ classId: aDraft }, { version: 1 }),
    ),
    planTerm: row({ present: 200, missing: 200, logged: 'class.drafted' }, async (question) => ({
      body: {
        plan: {
          first_week: addDays(mondayOf(today), 364),
          weeks: 8,
          skipped_dates: [],
          price_change: { by: 'nothing' },
        },
        classes: [{ id: await classIdOf(question), version: 1 }],
      },
    })),
    getRenewalPreview: row({ present: 200, missing: 200 }, async (question) => ({
      body: { draft_ids: [await aDraft(question)] },
    })),
    getWhoStays: row({ present: 200, missing: 'classNotFound' }, aClass),
    publishTerm: row(
      {
        present: 202,
        missing: 'draftNotFound',
        logged: { unlogged: 'each class has an entry of its own when it is published, by the timer' },
      },
      async (question) => ({
        body: { drafts: [{ id: await aDraft(question), version: 1 }], keep_until: null },
      }),
    ),
    createVenue: row({ nothing: 201, logged: 'venue.created' }, () => ({
      body: enteredVenue(`Venue ${randomUUID()}`),
    })),
    updateVenue: row(
      { present: 200, missing: 'venueNotFound', logged: 'venue.updated' },
      asking({ venueId: aVenue }, () => enteredVenue(`Venue ${randomUUID()}`)),
    ),
    deleteVenue: row(
      { present: 204, missing: 'venueNotFound', logged: 'venue.deleted' },
      asking({ venueId: aVenue }),
    ),
    createClass: row({ nothing: 201, logged: 'class.created' }, () => ({
      body: anEnteredClass(),
    })),
    updateClass: row(
      { present: 200, missing: 'classNotFound', logged: 'class.updated' },
      asking({ classId: classIdOf }, () => anEnteredClass()),
    ),
    setClassSale: row(
      { present: 200, missing: 'classNotFound', logged: 'class.updated' },
      asking(aClass, { on_sale: false }),
    ),
    deleteClass: row({ present: 204, missing: 'classNotFound', logged: 'class.deleted' }, aClass),
    getRoster: row({ present: 200, foreign: 'slotNotFound', missing: 'classNotFound' }, aClassAndSlot),
    previewCancellation: row(
      {
        present: 200,
        foreign: 'sessionNotFound',
        missing: 'classNotFound',
        logged: { unlogged: 'it stores nothing' },
      },
      async (question) => ({
        body: { target: { kind: 'session', ...(await sessionOf(question)) } },
      }),
    ),
    cancelSessions: row(
      { present: 200, foreign: 'sessionNotFound', missing: 'classNotFound', logged: 'session.cancelled' },
      async (question) => ({
        body: {
          target: { kind: 'session', ...(await sessionOf(question)) },
          reason: 'weather',
          note: 'The pitch is under water.',
          remedy: { kind: 'later' },
        },
      }),
    ),
    restoreSession: row(
      { present: 200, foreign: 'sessionNotFound', missing: 'classNotFound', logged: 'session.restored' },
      async (question) => ({ body: await cancelledSessionOf(question) }),
    ),
    getCancelledSession: row(
      { present: 200, foreign: 'sessionNotFound', missing: 'classNotFound' },
      async (question) => {
        const { class_id, slot_id, date } = await cancelledSessionOf(question);
        return { params: { classId: class_id, slotId: slot_id, date } };
      },
    ),
    chooseRemedy: row(
      { present: 204, foreign: 'sessionNotFound', missing: 'classNotFound', logged: 'session.remedied' },
      async (question) => ({
        body: { ...(await cancelledSessionOf(question)), remedy: { kind: 'credit' } },
      }),
    ),
    creditSession: row(
      { foreign: 200, missing: 'bookingNotFound', logged: 'session.credited' },
      async ({ fixtures, named }) => {
        const booking = await fixtures.newBooking(fixtures.stranger.family);
        const session = { class_id: booking.class_id, slot_id: booking.time_slot_id, date: nextWeek };
        await fixtures.cancel(session);
        const booking_id = named === 'missing' ? newBookingId(new Date()) : booking.id;
        return { body: { booking_id, date: nextWeek } };
      },
    ),
    getWaitingList: row({ present: 200, foreign: 'slotNotFound', missing: 'slotNotFound' }, aSlot),
    addToWaitingList: row(
      { foreign: 201, missing: 'childNotFound', logged: 'waiting.added' },
      async ({ fixtures, named }) => {
        const { family } = fixtures.stranger;
        const { cls, slot } = await newFullSlot(fixtures.stack.table);
        const child = named === 'missing' ? newChildId(new Date()) : childOf(family);
        return {
          body: {
            parent_id: family.id,
            class_id: cls.id,
            time_slot_id: slot.id,
            child_ids: [child],
          },
        };
      },
    ),
    putWaitingFirst: row(
      { foreign: 204, missing: 'waitingEntryNotFound', logged: 'waiting.put-first' },
      asking(aWaitingEntry, { reason: 'sibling' }),
    ),
    removeFromWaitingList: row(
      { foreign: 204, missing: 'waitingEntryNotFound', logged: 'waiting.removed' },
      async (question) => aWaitingEntry(question),
    ),
    withdrawOffer: row(
      { foreign: 204, missing: 'offerNotFound', logged: 'waiting.offer-withdrawn' },
      async (question) => {
        const { offer_id } = await newOffer(question.fixtures.stack.table, waitingFamilyOf(question));
        return { params: { offerId: offer_id } };
      },
    ),
    takeOfferForFamily: row(
      { foreign: 200, missing: 'offerNotFound', logged: 'waiting.offer-taken' },
      async (question) => {
        const { offer_id } = await newOffer(question.fixtures.stack.table, waitingFamilyOf(question));
        return { params: { offerId: offer_id }, body: { calendar_version: 0 } };
      },
    ),
    declineOfferForFamily: row(
      { foreign: 200, missing: 'offerNotFound', logged: 'waiting.offer-declined' },
      async (question) => {
        const { offer_id } = await newOffer(question.fixtures.stack.table, waitingFamilyOf(question));
        return { params: { offerId: offer_id }, body: { stays: true } };
      },
    ),
  }),
};
