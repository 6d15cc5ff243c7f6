import * as z from 'zod/mini';
import { offerIdSchema, userIdSchema } from './ids.ts';
import { linkTokenSchema } from './link-token.ts';
import { calendarVersionSchema } from './slot.ts';
import { waitingEntrySchema } from './waiting.ts';

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
  /** The family of the offer, as it was shown: its account is read with the offer. */
  parent_id: z.optional(userIdSchema),
});
export type TakeOfferByLink = z.infer<typeof takeOfferByLinkSchema>;
export const declineOfferByLinkSchema = z.strictObject({ ...offerLinkSchema.shape, ...answer });

/** The slot in which a place of the next term is kept instead (TRM-04). */
export const moveOfferSchema = z.strictObject(
  z.pick(waitingEntrySchema, { class_id: true, time_slot_id: true }).shape,
);
export type MoveOffer = z.infer<typeof moveOfferSchema>;
export const moveOfferByLinkSchema = z.strictObject({ ...offerLinkSchema.shape, ...moveOfferSchema.shape });
