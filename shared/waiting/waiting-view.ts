import * as z from 'zod/mini';
import { duePartSchema, sessionTimesSchema } from '../booking/booking.ts';
import { classSummarySchema } from '../classes/class.ts';
import type { ProblemCode } from '../contract/errors.ts';
import { familyIdSchema, offerIdSchema } from '../lib/ids.ts';
import { calendarDateSchema, centsSchema, instantSchema, linkTokenSchema } from '../lib/values.ts';
import { calendarVersionSchema, timeSlotSchema } from '../sessions/slot.ts';
import { waitingApplicationSchema, waitingOfferSchema } from './waiting.ts';

const slotOfOffer = {
  ...z.pick(classSummarySchema, {
    class_type: true,
    venue: true,
    venue_details: true,
    coach_name: true,
    start_date: true,
  }).shape,
  ...z.pick(timeSlotSchema, { start_time: true, end_time: true }).shape,
};

/** For the holder of the link: no more than what is offered, and ids that the answer repeats (WAI-07). */
export const offerViewSchema = z.object({
  ...z.pick(waitingOfferSchema, {
    id: true,
    parent_id: true,
    class_id: true,
    time_slot_id: true,
    state: true,
    from_session: true,
    until: true,
    price: true,
    discounts: true,
  }).shape,
  ...slotOfOffer,
  child_names: z.array(z.string()),
  /** Whether the school does not sell the class at the moment: the offer cannot be taken (OPS-08). */
  off_sale: z.optional(z.boolean()),
  amount: centsSchema,
  /** The parts of all places together, by date; absent where the offer is due when it is taken (DUE-01). */
  due_parts: z.optional(z.array(duePartSchema)),
  renewal: z.optional(
    z.object({
      age_note: z.nullable(z.string()),
      suited_types: z.array(classSummarySchema.shape.class_type),
      /** The times of the child's other sessions to come: at these it has no other place (BSK-04). */
      busy: z.array(sessionTimesSchema),
    }),
  ),
  /** The sessions of each place, by the calendar of this version. */
  dates: z.array(calendarDateSchema),
  calendar_version: calendarVersionSchema,
});
export type OfferView = z.infer<typeof offerViewSchema>;

// For the family: its rank, and nothing about others (WAI-03).
const waitingViewSchema = z.object({
  ...z.pick(waitingApplicationSchema, {
    id: true,
    class_id: true,
    time_slot_id: true,
    child_ids: true,
    since: true,
  }).shape,
  ...slotOfOffer,
  child_names: z.array(z.string()),
  /** From 1; null while the family decides on an offer. */
  rank: z.nullable(z.int()),
  /** Whether anybody can book places for all the children now: they are free and not held. */
  is_open: z.boolean(),
});
export type WaitingView = z.infer<typeof waitingViewSchema>;

// From 1 (WAI-15).
const ranksAfterDeclineSchema = z.object({
  /** The rank of the offer's application, if it stays. */
  own: z.int(),
  /** The ranks of the family's other applications that wait. */
  others: z.array(z.int()),
});
export type RanksAfterDecline = z.infer<typeof ranksAfterDeclineSchema>;

// The holder of the link gets no ranks.
const familyOfferSchema = z.extend(offerViewSchema, { ranks_after_decline: ranksAfterDeclineSchema });
export type FamilyOffer = z.infer<typeof familyOfferSchema>;

export const familyWaitingSchema = z.object({
  entries: z.array(waitingViewSchema),
  /** The earliest deadline first. */
  offers: z.array(familyOfferSchema),
  /** Offers that ran out a short time ago, of slots that can be joined again (WAI-10). */
  expired: z.array(z.extend(offerViewSchema, { child_ids: waitingApplicationSchema.shape.child_ids })),
});
export type FamilyWaiting = z.infer<typeof familyWaitingSchema>;

export const offerAnswerSchema = z.pick(waitingOfferSchema, { id: true, state: true });

export const joinedSchema = z.object({ id: waitingApplicationSchema.shape.id, since: instantSchema });

const applicationFields = z.pick(waitingApplicationSchema, {
  class_id: true,
  time_slot_id: true,
  child_ids: true,
}).shape;

/** One child, or siblings only together (WAI-02). */
export const joinWaitingListSchema = z.strictObject(applicationFields);
export type JoinWaitingList = z.infer<typeof joinWaitingListSchema>;

export const addToWaitingListSchema = z.strictObject({
  ...applicationFields,
  parent_id: waitingApplicationSchema.shape.parent_id,
});

// The family agrees to the calendar that was shown.
const agreed = { calendar_version: calendarVersionSchema };

export const takeOfferSchema = z.strictObject(agreed);
const answer = {
  /** Whether the application goes to the end of the list; otherwise it leaves the list (WAI-10). */
  stays: z.boolean(),
  /** The slot of the offer, as it was shown: whether others wait there is read with the offer. */
  slot: z.optional(
    z.strictObject(z.pick(waitingApplicationSchema, { class_id: true, time_slot_id: true }).shape),
  ),
};
export const declineOfferSchema = z.strictObject(answer);
export type DeclineOffer = z.infer<typeof declineOfferSchema>;

/** From the fragment of the link's address. */
export const offerLinkSchema = z.strictObject({ offer_id: offerIdSchema, secret: linkTokenSchema });
export type OfferLink = z.infer<typeof offerLinkSchema>;

export const takeOfferByLinkSchema = z.strictObject({
  ...offerLinkSchema.shape,
  ...agreed,
  /** The family of the offer, as it was shown: its ledger is read with the offer. */
  parent_id: z.optional(familyIdSchema),
});
export type TakeOfferByLink = z.infer<typeof takeOfferByLinkSchema>;
export const declineOfferByLinkSchema = z.strictObject({ ...offerLinkSchema.shape, ...answer });

/** The slot in which a place of the next term is kept instead (TRM-04). */
export const moveOfferSchema = z.strictObject(
  z.pick(waitingApplicationSchema, { class_id: true, time_slot_id: true }).shape,
);
export type MoveOffer = z.infer<typeof moveOfferSchema>;
export const moveOfferByLinkSchema = z.strictObject({ ...offerLinkSchema.shape, ...moveOfferSchema.shape });

export const joinProblems = [
  'slotNotFound',
  'childNotFound',
  'profileNotFound',
  'programEnded',
  'alreadyBooked',
  'alreadyWaiting',
  'placesOpen',
  'joinedBefore',
] as const satisfies readonly ProblemCode[];

export const offerProblems = [
  'offerNotFound',
  'offerEnded',
  'profileNotFound',
  'slotNotFound',
  'alreadyBooked',
  'sessionsOverlap',
  'offerTrialHeld',
  'tooManyBookings',
  'tooManyChanges',
  'tooManyLiveBookings',
  'programEnded',
  'calendarChanged',
  'notOpenYet',
  'notOnSale',
] as const satisfies readonly ProblemCode[];

export const moveOfferProblems = [
  'offerNotFound',
  'offerEnded',
  'slotNotFound',
  'slotFull',
  'alreadyBooked',
  'alreadyWaiting',
  'sessionsOverlap',
  'notOpenYet',
  'notOnSale',
  'calendarChanged',
  'tooManyChanges',
] as const satisfies readonly ProblemCode[];
