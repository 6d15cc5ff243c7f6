import * as z from 'zod/mini';
import { limits } from '#shared/limits';
import { discountSchema, dueDatesSchema } from './booking.ts';
import {
  childIdSchema,
  classIdSchema,
  offerIdSchema,
  slotIdSchema,
  userIdSchema,
  waitingEntryIdSchema,
} from './ids.ts';
import { calendarDateSchema, centsSchema, instantSchema } from './values.ts';

/** One child, or siblings who take places only together (WAI-02). */
const childIdsSchema = z.array(childIdSchema).check(
  z.minLength(1, 'Please select a child'),
  z.maxLength(limits.childrenPerFamily, `Choose at most ${limits.childrenPerFamily} children`),
  z.refine((ids) => new Set(ids).size === ids.length, 'A child is listed twice'),
);

const common = {
  parent_id: userIdSchema,
  class_id: classIdSchema,
  time_slot_id: slotIdSchema,
  child_ids: childIdsSchema,
};

/** A family's place on the waiting list of one slot, for the full programme (WAI-02, WAI-03). */
export const waitingEntrySchema = z.object({
  ...common,
  id: waitingEntryIdSchema,
  /** Joined, or went to the end of the list, at: the order of the list. */
  since: instantSchema,
  /** When an administrator put the entry first. Of several, the latest comes first. */
  put_first_at: z.nullable(instantSchema),
  /**
   * When the family last declined an offer and stayed, or an offer was withdrawn. It is asked again only after another
   * place becomes free, or an entry leaves the list with its offer.
   */
  passed_over_at: z.nullable(instantSchema),
  /** The offer that the family is deciding on; null while the entry waits. */
  offer_id: z.nullable(offerIdSchema),
  /** For a child of the class before for whom no place could be kept: it is asked before the class opens (TRM-11). */
  found_no_room: z.optional(z.literal(true)),
});
export type WaitingEntry = z.infer<typeof waitingEntrySchema>;

/** `void`: the entry went while the offer was open (its child, the account, or the class did). */
const offerStateSchema = z.enum(['open', 'taken', 'declined', 'expired', 'withdrawn', 'void']);
/** How an offer ended. */
export type OfferEnd = Exclude<z.infer<typeof offerStateSchema>, 'open'>;

/** Holds one place for each child until it is taken or ended (WAI-05 to WAI-09). */
export const waitingOfferSchema = z.object({
  ...common,
  id: offerIdSchema,
  entry_id: waitingEntryIdSchema,
  state: offerStateSchema,
  /** Of each place before its discount, agreed when the offer is made (WAI-08). */
  price: centsSchema,
  /** Of the places of `child_ids`, in their order; null for one without (DIS-03). Absent where none has one. */
  discounts: z.optional(z.array(z.nullable(discountSchema))),
  /** Of each place, agreed as the price is (DUE-01). */
  due_dates: dueDatesSchema,
  /** The first session that the places cover (WAI-06). */
  from_session: calendarDateSchema,
  /** The deadline. The offer can be taken until its state says that it ended (WAI-09). */
  until: instantSchema,
  created_at: instantSchema,
});
export type WaitingOffer = z.infer<typeof waitingOfferSchema>;
