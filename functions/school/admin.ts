import { bookingCount } from '#shared/classes/class';
import type { ManagedClass } from '#shared/classes/managed-class';
import { type BusinessMoment, businessMoment } from '#shared/lib/business-time';
import { addDays, daysPerWeek, mondayOf } from '#shared/lib/calendar';
import type { FamilyId, SlotId, UserId } from '#shared/lib/ids';
import { ascending } from '#shared/lib/text';
import { type CalendarDate, centsSchema } from '#shared/lib/values';
import { programmeIds } from '#shared/programmes';
import {
  type Dashboard,
  dashboardDays,
  type SchoolRoutes,
  type SeasonWeek,
  seasonWeeks,
} from '#shared/school/admin-routes';
import { openingOf, type StoredFacts } from '#shared/school/opening';
import { paymentChanges, type SettingChange, settingChanges } from '#shared/school/setting-texts';
import { type SchoolSettings, settingsValues, withSettingsValues } from '#shared/school/settings';
import type { Cover } from '#shared/sessions/calendar-rules';
import { type Session, sessionDates, sessionsOf, upcomingDates } from '#shared/sessions/sessions';
import type { SlotSession, TimeSlot } from '#shared/sessions/slot';
import { getPeopleCounts, listAdmins } from '../accounts/accounts.ts';
import { listCoaches } from '../accounts/coaches.ts';
import { readShownFamilies } from '../accounts/stored-families.ts';
import { readCardMode, readCardOffice } from '../cards/connection.ts';
import { readFigures } from '../classes/classes.ts';
import { listDrafts } from '../classes/drafts.ts';
import { listVenues } from '../classes/venues.ts';
import { type FamilyTask, isSameTask, listFamilyTasks } from '../families/tasks.ts';
import { retryRefused } from '../lib/contention.ts';
import type { AdminDeps } from '../lib/deps.ts';
import type { ExtraWrites } from '../lib/extra-writes.ts';
import type { Operation, OperationRequest } from '../lib/http/operation.ts';
import { applyEdit, busy } from '../lib/http/problem-error.ts';
import { mailRequestPut } from '../lib/mail/mail-requests.ts';
import type { Table } from '../lib/table.ts';
import { listCovers } from '../sessions/covers.ts';
import { auditEventPut } from './activity.ts';
import * as stored from './settings.ts';
import { readSettingsNow } from './settings.ts';

export const getSettings: Operation<SchoolRoutes['getSettings'], AdminDeps> = async (_, { table }) => {
  const [settings, pay_by_card] = await Promise.all([readSettingsNow(table), readCardMode(table)]);
  return { ...settings, pay_by_card };
};

/** A transaction has 100 writes. */
const maxTold = 90;

/** Emails all administrators but the one who changes where families pay (SET-03). */
const noticeWrites = async (
  { table, clock }: AdminDeps,
  by: UserId,
  changes: readonly SettingChange[],
): Promise<ExtraWrites> => {
  const admins = await listAdmins(table);
  const others = admins.filter(({ id, deleting }) => id !== by && !deleting);
  return others
    .slice(0, maxTold)
    .map(({ email }) =>
      mailRequestPut(table, { kind: 'payment-settings-changed', email, now: clock(), changes }),
    );
};

/** @returns undefined where the settings were changed since they were read */
const changeSettings = async (
  { caller, body, requireFreshSignIn }: OperationRequest<SchoolRoutes['saveSettings']>,
  deps: AdminDeps,
): Promise<SchoolSettings | undefined> => {
  const { table, clock } = deps;
  const current = await stored.readSettingsNow(table);
  const next = withSettingsValues(current, applyEdit(settingsValues(current), body));
  const changes = settingChanges(current, next);
  if (changes.length === 0) return current;
  const ofPayment = paymentChanges(changes);
  if (ofPayment.length > 0) await requireFreshSignIn();
  const notices = ofPayment.length > 0 ? await noticeWrites(deps, caller.userId, ofPayment) : [];
  const auditEvent = auditEventPut(table, clock(), {
    actor_id: caller.userId,
    action: 'settings.updated',
    subject_id: 'settings',
    changes,
  });
  const saved = await stored.saveSettings(table, current, next, [auditEvent, ...notices]);
  if (saved === 'busy') throw busy();
  return saved === 'changed' ? undefined : saved;
};

/**
 * Logs before and after (SET-01). Where families pay needs a fresh sign-in and is emailed to the others (SET-03).
 * @throws ProblemError changedMeanwhile, freshSignInRequired, busy
 */
export const saveSettings: Operation<SchoolRoutes['saveSettings'], AdminDeps> = (request, deps) =>
  retryRefused(() => changeSettings(request, deps));

interface WeekSums {
  readonly programmes: Map<string, { booked: number; places: number }>;
  bookings: number;
  cents: number;
}

const noSums = (): WeekSums => ({ programmes: new Map(), bookings: 0, cents: 0 });

/** Keeps empty weeks between weeks with sessions. */
const withoutEmptyEnds = (weeks: readonly SeasonWeek[]): SeasonWeek[] => {
  const hasSessions = ({ programmes }: SeasonWeek) => programmes.length > 0;
  return weeks.slice(Math.max(0, weeks.findIndex(hasSessions)), weeks.findLastIndex(hasSessions) + 1);
};

/** From the slots' counters. @param revenueOf amounts of a slot's bookings, in cents */
export const seasonWeeksOf = (
  classes: readonly ManagedClass[],
  revenueOf: (slot: SlotId) => number,
  today: CalendarDate,
): SeasonWeek[] => {
  const first = addDays(mondayOf(today), -seasonWeeks.before * daysPerWeek);
  const mondays = Array.from({ length: seasonWeeks.before + 1 + seasonWeeks.after }, (_, week) =>
    addDays(first, week * daysPerWeek),
  );
  const sums = new Map(mondays.map((monday) => [monday, noSums()]));
  for (const cls of classes) {
    for (const slot of cls.time_slots) {
      const dates = sessionDates(cls, slot);
      const weeks = Map.groupBy(dates, mondayOf);
      for (const [monday, { length: sessions }] of weeks) {
        const week = sums.get(monday);
        if (!week) continue;
        const { booked, places } = week.programmes.get(cls.class_type) ?? { booked: 0, places: 0 };
        week.programmes.set(cls.class_type, {
          booked: booked + sessions * bookingCount(slot),
          places: places + sessions * slot.max_capacity,
        });
        week.bookings += bookingCount(slot);
        week.cents += (revenueOf(slot.id) * sessions) / dates.length;
      }
    }
  }
  return withoutEmptyEnds(
    [...sums].map(([monday, { programmes, bookings, cents }]) => ({
      monday,
      programmes: programmeIds.flatMap((class_type) => {
        const places = programmes.get(class_type);
        return places ? [{ class_type, ...places }] : [];
      }),
      bookings,
      amount: centsSchema.parse(Math.round(cents)),
    })),
  );
};

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
            class_id: cls.id,
            class_type: cls.class_type,
            venue: cls.venue,
            slot_id: slot.id,
            start_time: slot.start_time,
            date,
          })),
      ),
    )
    .toSorted((one, other) => byDate(one, other) || ascending(one.start_time, other.start_time));
};

/** Reads venues and drafts only while there is no class: a class has a venue, and is published. */
const openingNow = async (
  table: Table,
  facts: Omit<StoredFacts, 'venues' | 'drafts'>,
): Promise<Dashboard['opening']> => {
  if (facts.classes > 0) return openingOf({ ...facts, venues: facts.classes, drafts: 0 });
  const [venues, drafts] = await Promise.all([listVenues(table), listDrafts(table)]);
  return openingOf({ ...facts, venues: venues.length, drafts: drafts.length });
};

const describeTasks = async (table: Table, tasks: readonly FamilyTask[]) => {
  const open = tasks.filter((task) => task.kind !== 'same' || isSameTask(task));
  const ids = open.flatMap((task) => [task.family_id, ...(task.kind === 'same' ? [task.other_id] : [])]);
  const familyOf = ids.length > 0 ? await readShownFamilies(table, ids) : () => undefined;
  const named = (id: FamilyId) => {
    const family = familyOf(id);
    return family ? [{ id, full_name: family.full_name }] : [];
  };
  const about = (kind: FamilyTask['kind']) =>
    open.filter((task) => task.kind === kind).flatMap(({ family_id }) => named(family_id));
  return {
    same_families: open.flatMap((task) => {
      if (task.kind !== 'same') return [];
      const [[one], [other]] = [named(task.family_id), named(task.other_id)];
      return one && other ? [{ one, other }] : [];
    }),
    without_login: about('no-login'),
    wrong_answers: about('wrong-answers'),
  };
};

/** Reads counters, settings, coaches, covers and tasks: the same cost with 50 and with 50,000 bookings (ADM-05 to ADM-09). */
export const getDashboard: Operation<SchoolRoutes['getDashboard'], AdminDeps> = async (
  _request,
  { table, clock, timeZone },
) => {
  const moment = businessMoment(clock(), timeZone);
  const { today } = moment;
  const [
    { classes, bookings, slotRevenue },
    { families },
    { instructions, payment_link, opening_put_away },
    coaches,
    covers,
    tasks,
    cards,
  ] = await Promise.all([
    readFigures(table),
    getPeopleCounts(table),
    readSettingsNow(table),
    listCoaches(table),
    listCovers(table, today),
    listFamilyTasks(table),
    readCardOffice(table),
  ]);
  const present = new Set(coaches.flatMap(({ id, pending }) => (pending ? [] : [id])));
  const takes_payments =
    instructions.length > 0 || payment_link !== null || (await readCardMode(table)) !== null;
  const facts = { classes: classes.length, coaches: present.size, families, takes_payments };
  return {
    classes: classes.length,
    opening: opening_put_away ? [] : await openingNow(table, facts),
    settings_saved: takes_payments,
    bookings,
    members: families,
    upcoming: upcomingOf(classes, today),
    weeks: seasonWeeksOf(classes, (slot) => slotRevenue.get(slot) ?? 0, today),
    undecided: undecidedOf(classes),
    without_coach: withoutCoach(classes, { coaches: present, covers }, moment),
    ...(await describeTasks(table, tasks)),
    card_tasks: cards.tasks,
    card_differences: cards.differences.length,
  };
};
