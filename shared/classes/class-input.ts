import * as z from 'zod/mini';
import { type Openings, openingsIssue, opensAfterEnd, opensTooLate } from '#shared/classes/openings';
import { editSchema } from '#shared/contract/edits';
import { compareTimes } from '#shared/lib/business-time';
import { limits } from '#shared/limits';
import { coachIdsSchema, skippedDatesIssue } from '#shared/sessions/calendar-rules';
import { classIdSchema, slotIdSchema, userIdSchema, venueIdSchema } from '../lib/ids.ts';
import { publicLinkSchema } from '../lib/public-link.ts';
import {
  type CalendarDate,
  calendarDateSchema,
  centsSchema,
  instantSchema,
  nameText,
  typedLine,
  type WallTime,
  wallTimeSchema,
} from '../lib/values.ts';
import { skippedDatesSchema } from '../sessions/slot.ts';
import { type CreateVenue, classTypeSchema, createVenueSchema } from './class.ts';
import { type ManagedClass, plannedFromSchema } from './managed-class.ts';

/** Pictures of these hosts only: to another host a script that was injected could send a token as a part of an address. */
export const isPictureAllowed = (address: string, hosts: readonly string[]): boolean =>
  URL.canParse(address) && hosts.includes(new URL(address).host);

export const pictureHostsText = (hosts: readonly string[]): string =>
  hosts.length > 0
    ? `Use a picture on ${hosts.join(' or ')}`
    : 'Leave this empty: no host for pictures is set up';

const datesRequired = 'Please select both start and end dates';
const venueRequired = 'Please choose a venue';
const rateRequired = 'Please enter a valid weekly rate';
const capacityRule = 'Use a whole number of at least 1';
const openingRule = 'Please enter a date and a time';
const timesRequired = 'Please enter a start and an end time';

const enteredDate = () =>
  z.pipe(z.string(datesRequired).check(z.minLength(1, datesRequired)), calendarDateSchema);
const enteredTime = () =>
  z.pipe(z.string(timesRequired).check(z.minLength(1, timesRequired)), wallTimeSchema);

interface Times {
  readonly start_time: WallTime;
  readonly end_time: WallTime;
}

const areValid = (schema: z.core.$ZodType, values: readonly string[]): boolean =>
  values.every((value) => z.safeParse(schema, value).success);

// True for invalid times as well: the fields report those.
const endsAfterStart = ({ start_time, end_time }: Times): boolean =>
  !areValid(wallTimeSchema, [start_time, end_time]) || compareTimes(end_time, start_time) > 0;

const slotFields = () => ({
  start_time: enteredTime(),
  end_time: enteredTime(),
  max_capacity: z
    .int(capacityRule)
    .check(
      z.minimum(1, capacityRule),
      z.maximum(limits.slotCapacity, `Use at most ${limits.slotCapacity} places`),
    ),
});

const endTimeRule = z.refine<Times>(endsAfterStart, {
  error: 'End time must be after start time',
  path: ['end_time'],
});

const newSlotSchema = z.strictObject(slotFields()).check(endTimeRule);

const slotRowSchema = z.strictObject({ ...slotFields(), id: z.optional(slotIdSchema) }).check(endTimeRule);
type SlotRow = z.infer<typeof slotRowSchema>;

const slotCountRule = z.maxLength(limits.slotsPerClass, `Use at most ${limits.slotsPerClass} time slots`);

const hasNoIdTwice = (rows: readonly SlotRow[]): boolean => {
  const ids = rows.flatMap(({ id }) => id ?? []);
  return new Set(ids).size === ids.length;
};

const enteredOpening = () => z.nullable(z.pipe(z.string(openingRule), instantSchema));

const classFields = () => ({
  class_type: classTypeSchema,
  venue_id: z.pipe(typedLine(venueRequired).check(z.minLength(1, venueRequired)), venueIdSchema),
  coach_name: nameText(limits.personNameLength, 'Please enter a coach name'),
  /** Absent to keep them. */
  coach_ids: z.optional(coachIdsSchema),
  weekly_rate: z
    .pipe(z.int(rateRequired).check(z.positive(rateRequired)), centsSchema)
    .check(z.refine((rate) => rate <= limits.weeklyRateCents, 'Use a lower weekly rate')),
  start_date: enteredDate(),
  end_date: enteredDate(),
  skipped_dates: skippedDatesSchema,
  image_url: z.nullable(publicLinkSchema()),
  opens_for_current_at: enteredOpening(),
  opens_at: enteredOpening(),
});

interface Dates {
  readonly start_date: string;
  readonly end_date: string;
}

// Dates compare as text. A class may have a single day (ADM-25).
const endDateRule = z.refine<Dates>(
  ({ start_date, end_date }) =>
    !areValid(calendarDateSchema, [start_date, end_date]) || end_date >= start_date,
  { error: 'End date cannot be before start date', path: ['end_date'] },
);

// The dates are weekly dates of the class, and one session is left (CAL-03).
const skippedDatesRule = z.check<Dates & { readonly skipped_dates: readonly CalendarDate[] }>(
  ({ value: { skipped_dates, ...dates }, issues }) => {
    const first = calendarDateSchema.safeParse(dates.start_date);
    const last = calendarDateSchema.safeParse(dates.end_date);
    if (!first.success || !last.success || last.data < first.data) return;
    const rule = { start_date: first.data, end_date: last.data, skipped_dates };
    const message = skippedDatesIssue(rule);
    if (message) issues.push({ code: 'custom', input: skipped_dates, path: ['skipped_dates'], message });
  },
);

// Current families book before everybody, so there is a time for everybody (TRM-06), and sessions are left then (TRM-11).
const openingsRule = z.check<Openings & Dates>(({ value, issues }) => {
  const last = calendarDateSchema.safeParse(value.end_date);
  const isTooLate = last.success && opensAfterEnd(value, last.data);
  const message = openingsIssue(value) ?? (isTooLate ? opensTooLate : undefined);
  if (message) issues.push({ code: 'custom', input: value.opens_at, path: ['opens_at'], message });
});

export const pictureHostRule = (hosts: readonly string[]) =>
  z.refine<{ readonly image_url: string | null }>(
    ({ image_url }) => image_url === null || isPictureAllowed(image_url, hosts),
    { error: pictureHostsText(hosts), path: ['image_url'] },
  );

const newClassFields = () => ({
  ...classFields(),
  time_slots: z
    .array(newSlotSchema, 'Please add at least one time slot')
    .check(z.minLength(1, 'Please add at least one time slot'), slotCountRule),
});

const classRules = [endDateRule, skippedDatesRule, openingsRule] as const;

export const createClassSchema = z.strictObject(newClassFields()).check(...classRules);
export type CreateClass = z.infer<typeof createClassSchema>;

const { venue_id: _, ...fieldsButVenue } = newClassFields();

/** A school without a venue enters the class with its venue, which is created first (SCH-03). */
export const firstClassSchema = z
  .strictObject({ ...fieldsButVenue, first_venue: createVenueSchema })
  .check(...classRules);
export type FirstClass = z.infer<typeof firstClassSchema>;

const changedClassFields = () => ({
  ...classFields(),
  time_slots: z
    .array(slotRowSchema)
    .check(slotCountRule, z.refine(hasNoIdTwice, 'A time slot is listed twice')),
});

/** A slot that is left out is removed. */
export const updateClassSchema = editSchema(changedClassFields());

export const changedClassSchema = z.strictObject(changedClassFields()).check(...classRules);
export type ChangedClass = z.infer<typeof changedClassSchema>;

/** The rules across fields of a class or draft that an edit was merged into. */
export const mergedClassSchema = z
  .custom<Dates & Openings & Pick<ChangedClass, 'skipped_dates'>>()
  .check(...classRules);

export const classValues = ({ venue_details, time_slots, ...cls }: ManagedClass): ChangedClass => ({
  class_type: cls.class_type,
  venue_id: venue_details.id,
  coach_name: cls.coach_name,
  coach_ids: cls.coach_ids,
  weekly_rate: cls.weekly_rate,
  start_date: cls.start_date,
  end_date: cls.end_date,
  skipped_dates: cls.skipped_dates,
  image_url: cls.image_url,
  opens_for_current_at: cls.opens_for_current_at,
  opens_at: cls.opens_at,
  time_slots: time_slots.map(({ id, start_time, end_time, max_capacity }) => ({
    id,
    start_time,
    end_time,
    max_capacity,
  })),
});

/** A class that administrators alone see until it is published (TRM-01): the form as it was saved. */
export const classDraftSchema = z.object({
  /** The id of the class that the draft becomes. */
  id: classIdSchema,
  version: z.int().check(z.positive()),
  form: createClassSchema,
  planned_from: z.optional(plannedFromSchema),
  created_by: userIdSchema,
  created_at: instantSchema,
});
export type ClassDraft = z.infer<typeof classDraftSchema>;

/** The version that was read. */
export const sameDraftSchema = z.strictObject({ version: classDraftSchema.shape.version });

export const updateDraftSchema = editSchema(newClassFields());

export const draftValues = ({ form }: Pick<ClassDraft, 'form'>) => ({ coach_ids: [], ...form });

export const updateVenueSchema = editSchema(createVenueSchema.shape);

export const venueValues = ({ name, address, map_url, directions }: CreateVenue): CreateVenue => ({
  name,
  address,
  map_url,
  directions,
});
