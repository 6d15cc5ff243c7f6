import * as z from 'zod/mini';
import { addDays } from '#shared/lib/calendar';
import { namesOf } from '#shared/lib/names';
import { ascending } from '#shared/lib/text';
import { limits } from '#shared/limits';
import { policies } from '#shared/policies';
import { userIdSchema } from '../lib/ids.ts';
import { type CalendarDate, calendarDateSchema, instantSchema, singleLineText } from '../lib/values.ts';

/** In the order of screens. */
export const coachChecks = ['background_check', 'first_aid'] as const;
type CoachCheckName = (typeof coachChecks)[number];

export const coachCheckNames: Readonly<Record<CoachCheckName, string>> = namesOf({
  background_check: 'Background check',
  first_aid: 'First aid',
});

/** The last valid day of a check, and what an administrator saw. No document is stored (COA-07). */
export const coachCheckSchema = z.strictObject({
  until: calendarDateSchema,
  note: singleLineText(
    limits.coachCheckNoteLength,
    'Enter what you saw, such as “Certificate 12345, original seen”',
  ),
});
export type CoachCheck = z.infer<typeof coachCheckSchema>;

export const coachChecksSchema = z.strictObject({
  background_check: z.nullable(coachCheckSchema),
  first_aid: z.nullable(coachCheckSchema),
});
export type CoachChecks = z.infer<typeof coachChecksSchema>;

export const coachSchema = z.object({
  id: userIdSchema,
  full_name: z.string(),
  email: z.string(),
  phone_number: z.string(),
  pending: z.boolean(),
  checks: coachChecksSchema,
});
export type Coach = z.infer<typeof coachSchema>;

export const listedCoachSchema = z.extend(coachSchema, { has_second_factor: z.boolean() });
export type ListedCoach = z.infer<typeof listedCoachSchema>;

/** The hash of the invited address. */
export const invitationIdSchema = z
  .string()
  .check(z.regex(/^[\w-]{43}$/))
  .brand<'InvitationId'>();
export type InvitationId = z.infer<typeof invitationIdSchema>;

export const invitationSchema = z.object({
  id: invitationIdSchema,
  email: z.string(),
  invited_at: instantSchema,
  valid_until: instantSchema,
});
export type Invitation = z.infer<typeof invitationSchema>;

/** `ending` within the days of notice. The last day is valid (COA-07). */
type CheckState = 'valid' | 'ending' | 'ended';

export const checkState = (until: CalendarDate, today: CalendarDate): CheckState => {
  if (until < today) return 'ended';
  return until <= addDays(today, policies.coaches.checkNoticeDays) ? 'ending' : 'valid';
};

interface DueCheck<Coach> {
  readonly coach: Coach;
  readonly check: CoachCheckName;
  readonly until: CalendarDate;
  readonly hasEnded: boolean;
}

/** Checks that have ended or end soon, the earliest first. */
export const dueChecks = <Coach extends { readonly checks: CoachChecks }>(
  coaches: readonly Coach[],
  today: CalendarDate,
): DueCheck<Coach>[] =>
  coaches
    .flatMap((coach) =>
      coachChecks.flatMap((check) => {
        const until = coach.checks[check]?.until;
        const state = until && checkState(until, today);
        if (!until || state === 'valid') return [];
        return [{ coach, check, until, hasEnded: state === 'ended' }];
      }),
    )
    .toSorted((one, other) => ascending(one.until, other.until));
