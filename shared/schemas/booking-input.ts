import * as z from 'zod/mini';
import { limits } from '#shared/limits';
import { dueDatesSchema } from './booking.ts';
import { classIdSchema, slotIdSchema } from './ids.ts';
import { calendarVersionSchema } from './slot.ts';
import { calendarDateSchema, centsSchema } from './values.ts';

/** What is asked for one child. */
const askedPlaceSchema = z.strictObject({
  /** Any text: the API answers `childNotFound` unless it is a child of the caller. */
  child_id: z.string('Please select a child').check(z.minLength(1, 'Please select a child'), z.maxLength(64)),
  amount: centsSchema,
  due_dates: dueDatesSchema,
  /**
   * The child's other places as they were shown. They are read with the slot; places that are not named are read after it,
   * so that they decide nothing.
   */
  other_places: z.optional(
    z
      .array(z.strictObject({ class_id: classIdSchema, time_slot_id: slotIdSchema }))
      .check(z.maxLength(limits.liveBookings)),
  ),
});
export type AskedPlace = z.infer<typeof askedPlaceSchema>;

type Asked = Pick<AskedPlace, 'child_id'> & {
  readonly is_trial: boolean;
  readonly siblings?: readonly Pick<AskedPlace, 'child_id'>[] | undefined;
};

/** Whether siblings are booked with the child as they can be: for the full programme, and each child once. */
const canBeTogether = ({ child_id, is_trial, siblings = [] }: Asked): boolean => {
  const ids = [child_id, ...siblings.map((sibling) => sibling.child_id)];
  return siblings.length === 0 || (!is_trial && new Set(ids).size === ids.length);
};

/**
 * Books a place, or one for each of several children: all or none (BSK-01). `amount`, `due_dates`, `trial_date` and
 * `calendar_version` are what was shown: the API refuses a different price, other due dates, another date of the trial and
 * another calendar (CAL-06, BOK-50).
 */
export const bookSlotSchema = z
  .extend(askedPlaceSchema, {
    class_id: classIdSchema,
    time_slot_id: slotIdSchema,
    is_trial: z.boolean(),
    /** Not used for a full programme. */
    trial_date: z.nullish(calendarDateSchema),
    calendar_version: calendarVersionSchema,
    /** Each counts as booked for the prices of those after it. */
    siblings: z.optional(
      z.array(askedPlaceSchema).check(z.minLength(1), z.maxLength(limits.childrenPerFamily - 1)),
    ),
  })
  .check(
    z.refine(canBeTogether, {
      path: ['siblings'],
      message: 'Please choose each child once, and several only for the full program',
    }),
  );
export type BookSlot = z.infer<typeof bookSlotSchema>;
