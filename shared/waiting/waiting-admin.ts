import * as z from 'zod/mini';
import { adultsToCallSchema } from '../families/family.ts';
import { applicationIdSchema, familyIdSchema, offerIdSchema } from '../lib/ids.ts';
import { centsSchema, instantSchema } from '../lib/values.ts';
import { calendarVersionSchema } from '../sessions/slot.ts';
import { waitingOfferSchema } from './waiting.ts';
import { offerViewSchema } from './waiting-view.ts';

/** The activity log names the reason; a free text could name a person. */
export const putFirstReasonSchema = z.enum(['sibling', 'school-mistake', 'promised', 'other']);
export type PutFirstReason = z.infer<typeof putFirstReasonSchema>;

const listedApplicationSchema = z.object({
  id: applicationIdSchema,
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
      amount: centsSchema,
      calendar_version: calendarVersionSchema,
      is_renewal: z.boolean(),
    }),
  ),
});
export type ListedApplication = z.infer<typeof listedApplicationSchema>;

/** Open offers first, then in the order of the list. */
export const slotWaitingListSchema = z.object({
  entries: z.array(listedApplicationSchema),
  /** The unoffered places: they became free, and the list was not asked yet. */
  kept: z.int(),
});

/** No email tells the family of the offer: administrators phone it (WAI-16). */
export const unheardOfferSchema = z.extend(offerViewSchema, {
  parent_name: z.string(),
  adults: adultsToCallSchema,
});
export type UnheardOffer = z.infer<typeof unheardOfferSchema>;

export const putFirstSchema = z.strictObject({ reason: putFirstReasonSchema });
