import { ascending } from '#shared/domain/lists/ascending';
import { addDays } from '#shared/domain/time/calendar';
import { policies } from '#shared/policies';
import { type CoachCheckName, type CoachChecks, coachChecks } from '#shared/schemas/coach';
import type { CalendarDate } from '#shared/schemas/values';

/** Where a check stands: `ending` where it ends within the days of notice. Its last day is valid (COA-07). */
export type CheckState = 'valid' | 'ending' | 'ended';

export const checkState = (until: CalendarDate, today: CalendarDate): CheckState => {
  if (until < today) return 'ended';
  return until <= addDays(today, policies.coaches.checkNoticeDays) ? 'ending' : 'valid';
};

/** A check that the office is told about. */
export interface DueCheck<Coach> {
  readonly coach: Coach;
  readonly check: CoachCheckName;
  readonly until: CalendarDate;
  readonly hasEnded: boolean;
}

/** The checks that have ended or end soon, the earliest first. */
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
