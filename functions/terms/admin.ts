import type { Venue } from '#shared/classes/class';
import type { ClassDraft } from '#shared/classes/class-input';
import type { ManagedClass } from '#shared/classes/managed-class';
import { ageNote } from '#shared/families/children';
import { toCalendarDate, toInstant } from '#shared/lib/business-time';
import { addDays } from '#shared/lib/calendar';
import type { ChildId, FamilyId, UserId } from '#shared/lib/ids';
import { instantOf, wallTimeSchema } from '#shared/lib/values';
import { policies } from '#shared/policies';
import { weeklyDates } from '#shared/sessions/sessions';
import type { TermRoutes } from '#shared/terms/admin-routes';
import {
  type LeftReason,
  planClass,
  type RenewalPreview,
  stayAnswer,
  type TermPlan,
} from '#shared/terms/term-plan';
import { listBookingsOfSlots } from '../booking/bookings.ts';
import { listEndedOfClass, type StoredEndedBooking } from '../booking/ended-bookings.ts';
import { listManagedClasses } from '../classes/classes.ts';
import { createPlannedDraft, listDrafts } from '../classes/drafts.ts';
import { listVenues, sameVenue } from '../classes/venues.ts';
import { placesIn, readLedgers } from '../ledger/ledger.ts';
import type { AdminDeps } from '../lib/deps.ts';
import type { Operation } from '../lib/http/operation.ts';
import { busy, problem } from '../lib/http/problem-error.ts';
import { newClassId } from '../lib/ids.ts';
import type { Table } from '../lib/table.ts';
import { getMessage, messageIdOf, storeMessage } from '../messages/messages.ts';
import { auditEventPut } from '../school/activity.ts';
import { listRenewals } from '../waiting/offers.ts';
import {
  describeRenewing,
  readRenewableBookings,
  readRenewingChildren,
  renewalReminderPut,
} from './renewals.ts';

type PlannedDraft = { readonly draft: ClassDraft } | { readonly left: LeftReason };

interface Planning extends Pick<AdminDeps, 'table' | 'clock'> {
  readonly plan: TermPlan;
  readonly by: UserId;
  readonly existing: readonly Pick<ManagedClass, 'planned_from'>[];
  readonly venues: readonly Venue[];
}

// One transaction.
// @throws ProblemError busy
const makeDraft = async (cls: ManagedClass, planning: Planning): Promise<PlannedDraft> => {
  const { table, clock, plan, by, existing, venues } = planning;
  const planned = planClass(cls, plan, existing);
  if (planned.left) return planned;
  const now = clock();
  const draft: ClassDraft = {
    id: newClassId(now),
    version: 1,
    form: planned.form,
    planned_from: { class_id: cls.id, first_week: plan.first_week },
    created_by: by,
    created_at: instantOf(now),
  };
  const venue = venues.find(({ id }) => id === planned.form.venue_id);
  if (!venue) return { left: 'changed' };
  const event = auditEventPut(table, now, {
    actor_id: by,
    action: 'class.drafted',
    subject_id: draft.id,
    class_id: draft.id,
  });
  const { outcome } = await createPlannedDraft(table, draft, [event, sameVenue(table, venue)]);
  // The venue was changed since it was read. The client retries.
  if (outcome === 'busy') throw busy();
  return outcome === 'done' ? { draft } : { left: 'planned' };
};

/** Each draft is one transaction (TRM-02): a repeated request makes nothing twice, and goes on where it was interrupted. */
export const planTerm: Operation<TermRoutes['planTerm'], AdminDeps> = async (
  { caller, body: { plan, classes } },
  { table, clock },
) => {
  const [stored, drafts, venues] = await Promise.all([
    listManagedClasses(table, { consistent: true }),
    listDrafts(table),
    listVenues(table),
  ]);
  const planning = { table, clock, plan, by: caller.userId, existing: [...stored, ...drafts], venues };
  const made = await Promise.all(
    classes.map(async ({ id, version }) => {
      const cls = stored.find((candidate) => candidate.id === id);
      const isAsSeen = cls?.version === version && !cls.deleting;
      return {
        class_id: id,
        made: isAsSeen ? await makeDraft(cls, planning) : ({ left: 'changed' } as const),
      };
    }),
  );
  return {
    drafts: made.flatMap(({ made: result }) => ('draft' in result ? [result.draft] : [])),
    left: made.flatMap(({ class_id, made: result }) =>
      'left' in result ? [{ class_id, reason: result.left }] : [],
    ),
  };
};

export const getRenewalPreview: Operation<TermRoutes['getRenewalPreview'], AdminDeps> = async (
  { body },
  { table },
) => {
  const [drafts, stored] = await Promise.all([
    listDrafts(table),
    listManagedClasses(table, { consistent: true }),
  ]);
  const classes = await Promise.all(
    drafts
      .filter(({ id }) => body.draft_ids.includes(id))
      .map(async ({ id, form, planned_from }): Promise<RenewalPreview> => {
        const before = stored.find((cls) => cls.id === planned_from?.class_id);
        const slots = before ? await readRenewableBookings(table, before, form.time_slots) : [];
        return {
          class_id: id,
          held: slots.reduce((sum, { held }) => sum + held.length, 0),
          without: await describeRenewing(
            table,
            slots.flatMap(({ without }) => without),
          ),
        };
      }),
  );
  return { classes };
};

const renewalsUntil = wallTimeSchema.parse(policies.terms.renewalsUntil);
const remindedAt = wallTimeSchema.parse(policies.terms.remindedAt);

/** Stores one message: the messenger publishes the drafts and keeps the places; interruptions only delay it (TRM-03). */
export const publishTerm: Operation<TermRoutes['publishTerm'], AdminDeps> = async (
  { caller, body: { drafts, keep_until }, idempotencyKey },
  { table, clock, timeZone },
) => {
  const message_id = messageIdOf('next-term', caller.userId, idempotencyKey);
  if (await getMessage(table, message_id)) return { message_id };
  const stored = new Map((await listDrafts(table)).map((draft) => [draft.id, draft]));
  for (const { id, version } of drafts) {
    const draft = stored.get(id);
    if (!draft) throw problem('draftNotFound');
    if (draft.version !== version) throw problem('classChanged');
  }
  const now = clock();
  const until = keep_until && toInstant(keep_until, renewalsUntil, timeZone);
  if (until && until <= now) {
    const issue = { field: 'keep_until', message: 'Choose a later date' };
    throw problem('invalidRequest', {}, { issues: [issue] });
  }
  const class_ids = drafts.map(({ id }) => id);
  const today = toCalendarDate(now, timeZone);
  const remindedOn = policies.terms.remindedAfterDays.map((day) => ({
    day,
    at: toInstant(addDays(today, day), remindedAt, timeZone),
  }));
  const reminders = remindedOn.flatMap(({ day, at }, index) => {
    if (!until || at >= until) return [];
    const next = remindedOn[index + 1]?.at ?? until;
    const useful_until = instantOf(next < until ? next : until);
    const reminder = { publication: message_id, day, class_ids, made_by: caller.userId, useful_until };
    return [renewalReminderPut(table, reminder, instantOf(at))];
  });
  const { outcome } = await storeMessage(
    table,
    {
      id: message_id,
      created_at: instantOf(now),
      made_by: caller.userId,
      kind: 'next-term',
      audience: { kind: 'term', class_ids },
      facts: { until: until && instantOf(until) },
    },
    reminders,
  );
  if (outcome === 'busy') throw busy();
  return { message_id };
};

interface StayingChild {
  readonly parent_id: FamilyId;
  readonly child_id: ChildId;
}

// The last published class that was planned from a class.
const followingClass = (classes: readonly ManagedClass[], { id }: ManagedClass): ManagedClass | undefined =>
  classes
    .filter(({ planned_from, deleting }) => planned_from?.class_id === id && !deleting)
    .toSorted((one, other) => (one.start_date < other.start_date ? 1 : -1))[0];

// The children whose full booking of a class ended during its term, each with the last one (TRM-11).
const readThoseWhoLeft = async (
  table: Table,
  cls: ManagedClass,
  timeZone: string,
): Promise<ReadonlyMap<ChildId, StoredEndedBooking>> => {
  const ended = (await listEndedOfClass(table, cls.id)).filter(({ ended: { at } }) => {
    const day = toCalendarDate(new Date(at), timeZone);
    return cls.start_date <= day && day <= cls.end_date;
  });
  return new Map(ended.map((booking) => [booking.child_id, booking]));
};

/** One Query for classes, renewals and ended bookings, one for each slot, one read of families and children (TRM-10). */
export const getWhoStays: Operation<TermRoutes['getWhoStays'], AdminDeps> = async (
  { params },
  { table, timeZone },
) => {
  const classes = await listManagedClasses(table, { consistent: true });
  const cls = classes.find(({ id, deleting }) => id === params.classId && !deleting);
  if (!cls) throw problem('classNotFound');
  const next = followingClass(classes, cls);
  if (!next) return { children: [] };
  const [bookings, all, left] = await Promise.all([
    listBookingsOfSlots(table, cls.time_slots),
    listRenewals(table, cls.id),
    readThoseWhoLeft(table, cls, timeZone),
  ]);
  const renewals = new Map(
    all.filter(({ class_id }) => class_id === next.id).map((renewal) => [renewal.booking_id, renewal]),
  );
  const booked = new Map(
    bookings.filter(({ is_trial }) => !is_trial).map((booking) => [booking.id, booking]),
  );
  const present = new Set([...renewals.values(), ...booked.values()].map(({ child_id }) => child_id));
  const gone = new Map(
    [...left.values()].filter(({ child_id }) => !present.has(child_id)).map((ended) => [ended.id, ended]),
  );
  const ids = [...new Set([...renewals.keys(), ...booked.keys(), ...gone.keys()])];
  const children = ids.flatMap((id): (StayingChild & { readonly id: typeof id })[] => {
    const child = renewals.get(id) ?? booked.get(id) ?? gone.get(id);
    return child ? [{ id, parent_id: child.parent_id, child_id: child.child_id }] : [];
  });
  const [childOf, ledgerOf] = await Promise.all([
    readRenewingChildren(table, children),
    readLedgers(table, [...new Set(children.map(({ parent_id }) => parent_id))]),
  ]);
  const [firstDay = next.start_date] = weeklyDates(next);
  const described = await describeRenewing(
    table,
    children.map(({ id, parent_id, child_id }) => ({
      parent_id,
      child_name:
        childOf(parent_id, child_id)?.name ?? booked.get(id)?.child_name ?? gone.get(id)?.child_name ?? '',
    })),
  );
  return {
    children: children.flatMap(({ id, parent_id, child_id }, index) => {
      const shown = described[index];
      const child = childOf(parent_id, child_id);
      const ledger = ledgerOf(parent_id);
      if (!shown) return [];
      const places = (ledger ? placesIn(ledger) : []).filter(
        (place) => place.child_id === child_id && place.class_id !== cls.id && !place.is_trial,
      );
      const answer = stayAnswer({
        state: renewals.get(id)?.state,
        isBooked: booked.has(id),
        hasPlace: places.length > 0,
        hasNextPlace: places.some(({ class_id }) => class_id === next.id),
        isAgedOut: child !== undefined && ageNote(next.class_type, child.date_of_birth, firstDay) !== null,
      });
      return [{ ...shown, answer }];
    }),
  };
};
