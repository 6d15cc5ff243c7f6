import * as z from 'zod/mini';
import { duePartSchema, sessionTimesSchema } from '../booking/booking.ts';
import { classSummarySchema } from '../classes/class.ts';
import type { ProblemCode } from '../contract/errors.ts';
import { familyIdSchema, offerIdSchema } from '../lib/ids.ts';
import { calendarDateSchema, centsSchema, instantSchema, linkTokenSchema } from '../lib/values.ts';
import { calendarVersionSchema, timeSlotSchema } from '../sessions/slot.ts';
import { waitingEntrySchema, waitingOfferSchema } from './waiting.ts';

const placeFields = {
  ...z.pick(classSummarySchema, {
    class_type: true,
    venue: true,
    venue_details: true,
    coach_name: true,
    start_date: true,
  }).shape,
  ...z.pick(timeSlotSchema, { start_time: true, end_time: true }).shape,
};

/** An offer for the holder of its link: no more than what is offered, and ids that the answer repeats (WAI-07). */
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
  ...placeFields,
  child_names: z.array(z.string()),
  /** Whether the school does not sell the class at the moment: the offer cannot be taken (OPS-08). */
  off_sale: z.optional(z.boolean()),
  /** Of all places together, after their discounts. */
  amount: centsSchema,
  /** When it is due: by date, of all places together; absent where it is due when the offer is taken (DUE-01). */
  due_parts: z.optional(z.array(duePartSchema)),
  /** Of a place that is kept in the next term (TRM-03). */
  renewal: z.optional(
    z.object({
      /** Whether its child is outside of the programme's ages on the first day (TRM-07). */
      age_note: z.nullable(z.string()),
      /** The programmes of its age then. */
      suited_types: z.array(classSummarySchema.shape.class_type),
      /** The times of its other sessions to come: at these it has no other place (BSK-04). */
      busy: z.array(sessionTimesSchema),
    }),
  ),
  /** The sessions of each place, by the calendar of this version. */
  dates: z.array(calendarDateSchema),
  calendar_version: calendarVersionSchema,
});
export type OfferView = z.infer<typeof offerViewSchema>;

/** An entry for its family: its rank, and nothing about others (WAI-03). */
const waitingViewSchema = z.object({
  ...z.pick(waitingEntrySchema, {
    id: true,
    class_id: true,
    time_slot_id: true,
    child_ids: true,
    since: true,
  }).shape,
  ...placeFields,
  child_names: z.array(z.string()),
  /** From 1; null while the family decides on an offer. */
  rank: z.nullable(z.int()),
  /** Whether places for all its children are free and not kept for the list: anybody can book them now. */
  is_open: z.boolean(),
});
export type WaitingView = z.infer<typeof waitingViewSchema>;

/** The ranks of a family after it declines an offer, from 1 (WAI-15). */
const ranksAfterDeclineSchema = z.object({
  /** Of the entry of the offer, if it stays. */
  own: z.int(),
  /** Of the family's other entries that wait. */
  others: z.array(z.int()),
});
export type RanksAfterDecline = z.infer<typeof ranksAfterDeclineSchema>;

/** An offer for its family. The holder of the link gets no ranks. */
const familyOfferSchema = z.extend(offerViewSchema, { ranks_after_decline: ranksAfterDeclineSchema });
export type FamilyOffer = z.infer<typeof familyOfferSchema>;

/** What a family has on waiting lists. */
export const familyWaitingSchema = z.object({
  entries: z.array(waitingViewSchema),
  /** To be decided on, the earliest deadline first. */
  offers: z.array(familyOfferSchema),
  /** Those that ran out a short time ago, of slots that can be joined again (WAI-10). */
  expired: z.array(z.extend(offerViewSchema, { child_ids: waitingEntrySchema.shape.child_ids })),
});
export type FamilyWaiting = z.infer<typeof familyWaitingSchema>;

/** What became of an offer by an answer to it. */
export const offerAnswerSchema = z.pick(waitingOfferSchema, { id: true, state: true });

/** An entry that was made, and when. */
export const joinedSchema = z.object({ id: waitingEntrySchema.shape.id, since: instantSchema });

const entryFields = z.pick(waitingEntrySchema, { class_id: true, time_slot_id: true, child_ids: true }).shape;

/** One entry: one child, or siblings only together (WAI-02). */
export const joinWaitingListSchema = z.strictObject(entryFields);
export type JoinWaitingList = z.infer<typeof joinWaitingListSchema>;

/** An entry that an administrator adds for a family. */
export const addToWaitingListSchema = z.strictObject({
  ...entryFields,
  parent_id: waitingEntrySchema.shape.parent_id,
});

/** What the family agrees to besides the offer: the calendar that was shown. */
const agreed = { calendar_version: calendarVersionSchema };

export const takeOfferSchema = z.strictObject(agreed);
const answer = {
  /** The entry goes to the end of the list, or leaves it (WAI-10). */
  stays: z.boolean(),
  /** The slot of the offer, as it was shown: whether others wait there is read with the offer. */
  slot: z.optional(z.strictObject(z.pick(waitingEntrySchema, { class_id: true, time_slot_id: true }).shape)),
};
export const declineOfferSchema = z.strictObject(answer);
export type DeclineOffer = z.infer<typeof declineOfferSchema>;

/** The link of an offer, from the fragment of its address. */
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
  z.pick(waitingEntrySchema, { class_id: true, time_slot_id: true }).shape,
);
export type MoveOffer = z.infer<typeof moveOfferSchema>;
export const moveOfferByLinkSchema = z.strictObject({ ...offerLinkSchema.shape, ...moveOfferSchema.shape });

/** Why a family cannot join a waiting list, by itself or added by an administrator. */
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

/** Why an offer of a waiting list cannot be taken, with a session or by its link. */
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

/** Why a place of the next term cannot be kept in another slot. */
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
