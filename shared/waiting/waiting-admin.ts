import * as z from 'zod/mini';
import { adultsToCallSchema } from '../families/family.ts';
import { familyIdSchema, offerIdSchema, waitingEntryIdSchema } from '../lib/ids.ts';
import { centsSchema, instantSchema } from '../lib/values.ts';
import { calendarVersionSchema } from '../sessions/slot.ts';
import { waitingOfferSchema } from './waiting.ts';
import { offerViewSchema } from './waiting-view.ts';

/** Why an administrator puts an entry first. The activity log names it; a free text could name a person. */
export const putFirstReasonSchema = z.enum(['sibling', 'school-mistake', 'promised', 'other']);
export type PutFirstReason = z.infer<typeof putFirstReasonSchema>;

/** An entry of a slot's list, for administrators (WAI-11). */
const listedEntrySchema = z.object({
  id: waitingEntryIdSchema,
  /** Null while the family decides on an offer. */
  rank: z.nullable(z.int()),
  child_names: z.array(z.string()),
  parent_id: familyIdSchema,
  parent_name: z.string(),
  adults: adultsToCallSchema,
  /** Emails to the family fail; administrators phone the family. */
  takes_no_mail: z.boolean(),
  since: instantSchema,
  put_first_reason: z.nullable(putFirstReasonSchema),
  offer: z.nullable(
    z.extend(z.pick(waitingOfferSchema, { until: true, price: true }), {
      id: offerIdSchema,
      /** Of all places together, after their discounts. */
      amount: centsSchema,
      calendar_version: calendarVersionSchema,
      /** Of a place that is kept in the next term (TRM-03). */
      is_renewal: z.boolean(),
    }),
  ),
});
export type ListedEntry = z.infer<typeof listedEntrySchema>;

/** The waiting list of a slot: open offers first, then in the order of the list. */
export const slotWaitingListSchema = z.object({
  entries: z.array(listedEntrySchema),
  /** Places that became free and about which the list was not asked yet. */
  kept: z.int(),
});

/** An open offer of which no email tells its family: administrators phone it (WAI-16). */
export const unheardOfferSchema = z.extend(offerViewSchema, {
  parent_name: z.string(),
  adults: adultsToCallSchema,
});
export type UnheardOffer = z.infer<typeof unheardOfferSchema>;

export const putFirstSchema = z.strictObject({ reason: putFirstReasonSchema });
