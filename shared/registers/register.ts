import * as z from 'zod/mini';
import { namesOf } from '#shared/lib/names';
import { limits } from '#shared/limits';
import { classTypeSchema, venueDetailsSchema } from '../classes/class.ts';
import { adultsToCallSchema, coachCardSchema } from '../families/family.ts';
import { onePhoneNumber } from '../families/profile-input.ts';
import { childIdSchema, classIdSchema, familyIdSchema, slotIdSchema, userIdSchema } from '../lib/ids.ts';
import {
  calendarDateSchema,
  type Instant,
  instantSchema,
  nameText,
  optionalText,
  wallTimeSchema,
} from '../lib/values.ts';
import { cancellationReasonSchema } from '../sessions/slot.ts';

export const attendanceSchema = z.enum(['present', 'late', 'left-early', 'absent']);
export type Attendance = z.infer<typeof attendanceSchema>;

export const markedSessionSchema = z.object({ date: calendarDateSchema, attendance: attendanceSchema });
export type MarkedSession = z.infer<typeof markedSessionSchema>;

/** Made by the phone, so that a mark that is sent again is the same mark. */
export const markIdSchema = z
  .string()
  .check(z.regex(/^mrk_[\w-]{16}$/, 'Unknown id'))
  .brand<'MarkId'>();

/** Made at random by the browser, and known to nothing else. */
export const phoneIdSchema = z
  .string()
  .check(z.regex(/^[\w-]{8}$/, 'Unknown phone'))
  .brand<'PhoneId'>();

// A phone counts its taps, since its clock may be wrong or be set (REG-13).
const tapSchema = z.strictObject({ phone: phoneIdSchema, number: z.int().check(z.nonnegative()) });
export type Tap = z.infer<typeof tapSchema>;

// What decides which of several marks of one child counts.
const markSchema = z.object({
  id: markIdSchema,
  attendance: attendanceSchema,
  /** When it was tapped, by the phone's clock, but never after it was received. */
  at: instantSchema,
  /** Absent in marks of an earlier version. */
  tap: z.optional(tapSchema),
});
export type Mark = z.infer<typeof markSchema>;

export const storedMarkSchema = z.extend(markSchema, {
  received_at: instantSchema,
  by: userIdSchema,
  reason: z.nullable(z.string()),
});
export type StoredMark = z.infer<typeof storedMarkSchema>;

/** A child who is there and is on no list (REG-08). */
export const unlistedInputSchema = z.strictObject({
  name: nameText(limits.personNameLength, 'Please enter the child’s first name'),
  phone_number: onePhoneNumber('Please enter a phone number'),
});
export type UnlistedInput = z.infer<typeof unlistedInputSchema>;

/** A task for the office, never a place. */
export const unlistedChildSchema = z.object({
  /** Made by the phone, as that of a mark. */
  id: markIdSchema,
  name: z.string(),
  phone_number: z.string(),
  at: instantSchema,
});
export type UnlistedChild = z.infer<typeof unlistedChildSchema>;

const sessionOfRegister = { class_id: classIdSchema, slot_id: slotIdSchema, date: calendarDateSchema };

export const registerParamsSchema = z.strictObject({
  classId: classIdSchema,
  slotId: slotIdSchema,
  date: calendarDateSchema,
});

export const unlistedOfRegisterSchema = z.extend(registerParamsSchema, { unlistedId: markIdSchema });

/** Marks of up to `limits.marksAtOnce` children, of one or several sessions, and children who are on no list. */
export const sendMarksSchema = z.strictObject({
  sessions: z
    .array(
      z.strictObject({
        ...sessionOfRegister,
        marks: z.array(
          z.strictObject({
            id: markIdSchema,
            parent_id: familyIdSchema,
            child_id: childIdSchema,
            attendance: attendanceSchema,
            at: instantSchema,
            tap: z.optional(tapSchema),
            reason: z.optional(optionalText(limits.markReasonLength)),
          }),
        ),
        unlisted: z.optional(
          z.array(z.strictObject({ id: markIdSchema, ...unlistedInputSchema.shape, at: instantSchema })),
        ),
      }),
    )
    .check(
      z.minLength(1),
      z.refine(
        (sessions) => sessions.every(({ marks, unlisted = [] }) => marks.length + unlisted.length > 0),
        'Send a mark for each session',
      ),
      z.refine(
        (sessions) =>
          sessions.reduce((sum, { marks, unlisted = [] }) => sum + marks.length + unlisted.length, 0) <=
          limits.marksAtOnce,
        `Send at most ${limits.marksAtOnce} marks at once`,
      ),
    ),
});
export type SendMarks = z.infer<typeof sendMarksSchema>;

const markRefusalSchema = z.enum([
  'not-yours',
  'too-early',
  'too-late',
  'not-on-register',
  'needs-reason',
  'too-many',
]);
export type MarkRefusal = z.infer<typeof markRefusalSchema>;

/** Null for a mark or child that is stored, by this request or an earlier one. */
export const markOutcomesSchema = z.object({
  marks: z.array(z.object({ id: markIdSchema, refused: z.nullable(markRefusalSchema) })),
});

export type MarkOutcomes = z.infer<typeof markOutcomesSchema>;

export const coachSessionSchema = z.object({
  ...sessionOfRegister,
  class_type: classTypeSchema,
  venue: z.string(),
  venue_details: z.pick(venueDetailsSchema, { address: true, map_url: true, directions: true }),
  start_time: wallTimeSchema,
  end_time: wallTimeSchema,
  state: z.enum(['on', 'cancelled']),
  reason: z.nullable(cancellationReasonSchema),
  is_cover: z.boolean(),
  opens_at: instantSchema,
  closes_at: instantSchema,
  children: z.int(),
  trials: z.int(),
  medical_notes: z.int(),
  not_coming: z.int(),
  marked: z.int(),
});
export type CoachSession = z.infer<typeof coachSessionSchema>;

/** `left`: the child was marked and has no place any more. */
export const childKindSchema = z.enum(['full', 'trial', 'make-up', 'left']);
export type ChildKind = z.infer<typeof childKindSchema>;

const contactsAndPhotos = z.pick(coachCardSchema, { contacts: true, photos: true });

// What the school needs to know of a child during a session (EME). A phone keeps it for a shorter time than the rest.
const childCardSchema = z.object({
  /** Null where there is nothing to know, and where nobody answered. */
  medical_conditions: z.nullable(z.string()),
  /** Without an answer, no note does not mean that there is nothing to know (EME-02). */
  is_health_answered: z.boolean(),
  /** When the note last changed, or that there is none; null without an answer. It tells a phone what is new (EME-04). */
  health_answered_at: z.nullable(instantSchema),
  ...contactsAndPhotos.shape,
  adults: adultsToCallSchema,
});
export type ChildCard = z.infer<typeof childCardSchema>;

// Has no date of birth, address, email, money and other bookings: a field that is not here reaches no phone.
const registerChildSchema = z.object({
  parent_id: familyIdSchema,
  child_id: childIdSchema,
  name: z.string(),
  age: z.nullable(z.int()),
  kind: childKindSchema,
  /** The first session of its full programme. */
  is_first: z.boolean(),
  /** ABS-01. */
  not_coming: z.boolean(),
  /** Null where the child left: its family is not the coach's any more (REG-16). */
  card: z.nullable(childCardSchema),
  mark: z.nullable(markSchema),
});
export type RegisterChild = z.infer<typeof registerChildSchema>;

export const registerSchema = z.object({
  session: coachSessionSchema,
  /** When it was read: the age of a copy. */
  read_at: instantSchema,
  children: z.array(registerChildSchema),
  unlisted: z.array(unlistedChildSchema),
});
export type Register = z.infer<typeof registerSchema>;

export const attendanceNames: Readonly<Record<Attendance, string>> = namesOf({
  present: 'Present',
  late: 'Late',
  'left-early': 'Left early',
  absent: 'Absent',
});

/** Also where the child was late or left early. */
export const hasAttended = (attendance: Attendance): boolean => attendance !== 'absent';

/** "Attended 6 of 7": sessions without a mark do not count (REG-09). */
export const attendedText = (marked: readonly { readonly attendance: Attendance }[]): string =>
  `Attended ${marked.filter(({ attendance }) => hasAttended(attendance)).length} of ${marked.length}`;

/**
 * The note was never opened, or the answer is another one than the opened one, also that there is nothing to know any more
 * (EME-04).
 * @param openedAnswer when the answer was given that the coach last opened; undefined where none was
 */
export const isNewNote = (
  { medical_conditions, health_answered_at }: Pick<ChildCard, 'medical_conditions' | 'health_answered_at'>,
  openedAnswer: Instant | undefined,
): boolean => {
  if (!health_answered_at) return false;
  return openedAnswer === undefined ? medical_conditions !== null : openedAnswer < health_answered_at;
};
