import type { TimedSession } from '#shared/domain/sessions/timed-session';
import { toInstant } from '#shared/domain/time/business-time';
import { addDays } from '#shared/domain/time/calendar';
import { instantOf } from '#shared/domain/time/instant-of';
import { policies } from '#shared/policies';
import type { EndReason } from '#shared/schemas/end-reason';
import {
  type CalendarDate,
  type Cents,
  centsSchema,
  type Instant,
  type WallTime,
  wallTimeSchema,
} from '#shared/schemas/values';

/** A trial, live or ended. */
export interface Trial {
  /** Of its session. */
  readonly date: CalendarDate;
  readonly ended: { readonly reason: EndReason; readonly at: Instant } | null;
}

const { heldDays, heldUntil, mailAt } = policies.trial;
const [heldUntilTime, mailTime] = [wallTimeSchema.parse(heldUntil), wallTimeSchema.parse(mailAt)];

const daysAfter = (date: CalendarDate, days: number, time: WallTime, timeZone: string): Instant =>
  instantOf(toInstant(addDays(date, days), time, timeZone));

/** When a trial that nobody kept ends and gives its place back (TRI-01). */
export const trialHeldUntil = ({ date }: Pick<Trial, 'date'>, timeZone: string): Instant =>
  daysAfter(date, heldDays, heldUntilTime, timeZone);

/**
 * The price of keeping the place after a trial (TRI-03): what the programme costs today, and never more than what it
 * cost on the day the trial was booked less the trial's amount.
 */
export const keepPrice = (
  programPriceToday: Cents,
  trial: { readonly amount: Cents; readonly programPrice: Cents },
): Cents => centsSchema.parse(Math.max(0, Math.min(programPriceToday, trial.programPrice - trial.amount)));

/**
 * The sessions that the full programme covers when a trial is kept: those to come, without the trial's own, which stays
 * with the charge of the trial (TRI-04). Without any there is nothing to keep.
 */
export const sessionsToKeep = <Session extends TimedSession>(
  { date }: Pick<Trial, 'date'>,
  sessionsOfSlot: readonly Session[],
  now: Instant,
): Session[] =>
  sessionsOfSlot.filter(
    (session) => session.state === 'on' && session.startsAt > now && session.date !== date,
  );

/**
 * Whether a trial is the one that a child may have in a class (TRI-05). A live one is, so no second one is booked
 * beside it. One that was cancelled in time is not, nor one whose session the school cancelled without another.
 */
export const isTrialUsed = ({
  ended,
  freeUntil,
  sessionCancelled,
}: Pick<Trial, 'ended'> & {
  readonly freeUntil: Instant;
  readonly sessionCancelled: boolean;
}): boolean => {
  if (sessionCancelled) return false;
  return ended === null || ended.reason === 'upgraded' || ended.at > freeUntil;
};

/** When the email that offers to keep the place is sent (TRI-06). */
export const keepMailAt = ({ date }: Pick<Trial, 'date'>, timeZone: string): Instant =>
  daysAfter(date, 1, mailTime, timeZone);

/**
 * Whether the email that offers to keep the place is to be sent now (TRI-06, JOB-04): the trial is live and held, and a
 * session is left to keep. Late work still sends it while the place is held (JOB-05).
 */
export const wantsKeepMail = (
  trial: Trial,
  sessionsOfSlot: readonly TimedSession[],
  now: Instant,
  timeZone: string,
): boolean =>
  trial.ended === null &&
  now >= keepMailAt(trial, timeZone) &&
  now < trialHeldUntil(trial, timeZone) &&
  sessionsToKeep(trial, sessionsOfSlot, now).length > 0;
