import { ascending } from '#shared/domain/lists/ascending';
import { type Session, sessionsOf, upcomingDates } from '#shared/domain/sessions/sessions';
import { type BusinessMoment, businessMoment } from '#shared/domain/time/business-time';
import { addDays } from '#shared/domain/time/calendar';
import type { ManagedClass } from '#shared/schemas/class-input';
import type { Cover } from '#shared/schemas/cover';
import { type Dashboard, dashboardDays } from '#shared/schemas/dashboard';
import type { UserId } from '#shared/schemas/ids';
import type { SlotSession } from '#shared/schemas/session';
import type { TimeSlot } from '#shared/schemas/slot';
import type { CalendarDate } from '#shared/schemas/values';
import { readFigures } from '../../data/classes/figures.ts';
import { listCoaches } from '../../data/coaches/coaches.ts';
import { listCovers } from '../../data/coaches/covers.ts';
import { getProfileCounts } from '../../data/families/profile-counts.ts';
import { readSettingsNow } from '../../data/settings/settings.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import type { AdminDeps } from '../deps.ts';
import { seasonWeeksOf } from './season-weeks.ts';

const toSlotSession = (slot: TimeSlot, session: Session): SlotSession => ({
  slot_id: slot.id,
  date: session.date,
  kind: session.kind,
  state: session.state,
  reason: session.state === 'cancelled' ? session.reason : null,
});

const byDate = (one: { readonly date: string }, other: { readonly date: string }): number =>
  ascending(one.date, other.date);

const upcomingOf = (classes: readonly ManagedClass[], today: CalendarDate): Dashboard['upcoming'] => {
  const until = addDays(today, dashboardDays - 1);
  const sessionsOfClass = (cls: ManagedClass): SlotSession[] =>
    cls.time_slots
      .flatMap((slot) => sessionsOf(cls, slot).map((session) => toSlotSession(slot, session)))
      .filter(({ date }) => date >= today && date <= until)
      .toSorted(byDate);
  return classes
    .map((cls) => ({ ...cls, sessions: sessionsOfClass(cls) }))
    .filter(({ sessions }) => sessions.length > 0)
    .toSorted((one, other) => ascending(String(one.sessions[0]?.date), String(other.sessions[0]?.date)));
};

const undecidedOf = (classes: readonly ManagedClass[]): Dashboard['undecided'] =>
  classes
    .flatMap(({ id, class_type, venue, time_slots, session_changes }) =>
      session_changes.flatMap((change) => {
        const slot = time_slots.find((candidate) => candidate.id === change.slot_id);
        if (!slot || change.state !== 'cancelled' || change.remedy.kind !== 'later') return [];
        const { date } = change;
        return [{ class_id: id, class_type, venue, slot_id: slot.id, start_time: slot.start_time, date }];
      }),
    )
    .toSorted(byDate);

/** Who has the role coach, and who stands in at which session. */
interface Coaching {
  readonly coaches: ReadonlySet<UserId>;
  readonly covers: readonly Cover[];
}

const withoutCoach = (
  classes: readonly ManagedClass[],
  { coaches, covers }: Coaching,
  moment: BusinessMoment,
): Dashboard['without_coach'] => {
  if (coaches.size === 0) return [];
  const until = addDays(moment.today, dashboardDays - 1);
  const isLed = ({ coach_ids }: Pick<Cover, 'coach_ids'>): boolean => coach_ids.some((id) => coaches.has(id));
  const covered = new Set(covers.filter(isLed).map(({ slot_id, date }) => `${slot_id} ${date}`));
  return classes
    .filter((cls) => !isLed(cls))
    .flatMap((cls) =>
      cls.time_slots.flatMap((slot) =>
        upcomingDates(cls, slot, moment)
          .filter((date) => date <= until && !covered.has(`${slot.id} ${date}`))
          .map((date) => ({
            ...{ class_id: cls.id, class_type: cls.class_type, venue: cls.venue },
            ...{ slot_id: slot.id, start_time: slot.start_time, date },
          })),
      ),
    )
    .toSorted((one, other) => byDate(one, other) || ascending(one.start_time, other.start_time));
};

/** Reads counters, the settings, coaches and covers: it costs the same with 50 and with 50,000 bookings (ADM-05 to ADM-09). */
export const getDashboard: Operation<'getDashboard', AdminDeps> = async (
  _request,
  { table, clock, timeZone },
) => {
  const moment = businessMoment(clock(), timeZone);
  const { today } = moment;
  const [{ classes, bookings, slotRevenue }, { parents }, { version }, coaches, covers] = await Promise.all([
    readFigures(table),
    getProfileCounts(table),
    readSettingsNow(table),
    listCoaches(table),
    listCovers(table, today),
  ]);
  const present = new Set(coaches.flatMap(({ id, pending }) => (pending ? [] : [id])));
  return {
    classes: classes.length,
    settings_saved: version > 0,
    bookings,
    members: parents,
    upcoming: upcomingOf(classes, today),
    weeks: seasonWeeksOf(classes, (slot) => slotRevenue.get(slot) ?? 0, today),
    undecided: undecidedOf(classes),
    without_coach: withoutCoach(classes, { coaches: present, covers }, moment),
  };
};
