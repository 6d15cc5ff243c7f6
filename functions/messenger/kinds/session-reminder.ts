import { hasBegun } from '#shared/domain/sessions/sessions';
import { businessMoment } from '#shared/domain/time/business-time';
import { hourMs } from '#shared/domain/time/milliseconds';
import { paths } from '#shared/paths';
import { policies } from '#shared/policies';
import type { CalendarDate } from '#shared/schemas/values';
import { createDayLink } from '../../data/bookings/day-links.ts';
import { readActiveProfiles } from '../../data/families/read-profiles.ts';
import { timeOfId } from '../../data/ids.ts';
import { type DayPlace, listPlacesOn } from '../../lib/audience.ts';
import { sessionReminderEmail } from '../../lib/email/templates/session-reminder.ts';
import type { MessengerDeps } from '../deps.ts';
import type { Prepare } from './prepared.ts';
import { toFamilies } from './to-families.ts';

/** Whether a session was booked so lately that its family does not need a reminder: of a kept trial, with the trial. */
const isNew = ({ booking, session: { part } }: DayPlace, now: Date): boolean => {
  const { trial } = part;
  const bookedAt = trial ? timeOfId(trial.booking_id) : new Date(booking.created_at);
  return now.getTime() - bookedAt.getTime() < policies.sessionReminders.hoursSinceBooking * hourMs;
};

/** Whether every family is reminded of this session: a trial, or the booking's first one. */
const isForEverybody = ({ booking, session }: DayPlace): boolean => booking.is_trial || session.isFirst;

/** The places on a day that their families are reminded of, by family. */
const remindedPlaces = async (day: CalendarDate, { table, clock, timeZone }: MessengerDeps) => {
  const moment = businessMoment(clock(), timeZone);
  const places = (await listPlacesOn(table, day)).filter(
    (place) => !isNew(place, moment.now) && !hasBegun(day, place.slot, moment),
  );
  const profileOf = await readActiveProfiles(
    table,
    places.map(({ booking }) => booking.parent_id),
  );
  return Map.groupBy(
    places.filter(
      (place) => isForEverybody(place) || profileOf(place.booking.parent_id)?.remind_every_session === true,
    ),
    ({ booking }) => booking.parent_id,
  );
};

/**
 * Reminds families of their sessions on a day, each in one email with a link on which it says who does not come (MSG-05,
 * ABS-01).
 */
export const prepareSessionReminder: Prepare<'reminder'> = async ({ audience: { date } }, deps) => {
  const places = await remindedPlaces(date, deps);
  return toFamilies([...places.keys()], deps, async (ids) => {
    const secrets = await Promise.all(
      ids.map(async (id) => [id, await createDayLink(deps.table, { parent_id: id, date })] as const),
    );
    const linkOf = new Map(secrets.map(([id, secret]) => [id, paths.notComingLink(secret)]));
    return ({ id }) => {
      const link = linkOf.get(id);
      return link ? sessionReminderEmail(date, places.get(id) ?? [], link, deps.siteUrl) : undefined;
    };
  });
};
