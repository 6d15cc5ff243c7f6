import { businessMoment } from '#shared/domain/time/business-time';
import type { BookableSlot } from '#shared/schemas/bookable-slot';
import type { ClassId } from '#shared/schemas/ids';
import type { Family } from '#shared/schemas/profile';
import { listBookingsInSlot } from '../data/bookings/bookings.ts';
import { findHeldTrials } from '../data/bookings/held-trials.ts';
import { getClass } from '../data/classes/classes.ts';
import { getFamily } from '../data/families/families.ts';
import { readFamilyOpening } from '../data/joins/family-opening.ts';
import { readDiscountFacts } from '../data/joins/family-places.ts';
import { readFamilySessions } from '../data/joins/family-sessions.ts';
import { trialMark } from '../data/ledger/charges.ts';
import { type FamilyLedger, getFamilyLedger } from '../data/ledger/family-ledger.ts';
import { placesIn } from '../data/ledger/places.ts';
import { readSettings } from '../data/settings/settings.ts';
import type { Table } from '../data/table.ts';
import type { Operation } from '../lib/http/create-handler.ts';
import { problem } from '../lib/http/problem-error.ts';
import type { TimedDeps } from '../timed-deps.ts';

/** The children who have had their trial in a class, with those trials whose places can be kept. */
const readTrials = async (
  table: Table,
  { profile, children }: Family,
  class_id: ClassId,
  ledger: FamilyLedger | undefined,
): Promise<BookableSlot['trials']> => {
  const had = children.filter(({ id }) => ledger?.trials.has(trialMark({ class_id, child_id: id })));
  if (had.length === 0) return [];
  const held = await findHeldTrials(table, profile.id, class_id);
  return had.map(({ id }) => ({ child_id: id, held: held.get(id) ?? null }));
};

/**
 * Reads all that the booking screen shows, in one round trip of four requests at once, and where a child has had a trial in
 * the class, or other bookings, the family's bookings after them. All but the last are consistent: the screen is read again after a refusal
 * that was due to old data.
 * @throws ProblemError classNotFound, slotNotFound, profileNotFound
 */
export const getBookableSlot: Operation<'getBookableSlot', TimedDeps> = async (
  { caller, params },
  { table, clock, timeZone },
) => {
  const [cls, family, bookings, ledger, settings] = await Promise.all([
    getClass(table, params.classId, { consistent: true }),
    getFamily(table, caller.userId),
    listBookingsInSlot(table, params.slotId, caller.userId),
    getFamilyLedger(table, caller.userId, { consistent: true }),
    readSettings(table),
  ]);
  if (!family) throw problem('profileNotFound');
  if (!cls) throw problem('classNotFound');
  if (!cls.time_slots.some(({ id }) => id === params.slotId)) throw problem('slotNotFound');
  const moment = businessMoment(clock(), timeZone);
  const booked = new Set(bookings.map(({ child_id }) => child_id));
  const places = ledger ? placesIn(ledger) : [];
  const elsewhere = places.filter(({ time_slot_id }) => time_slot_id !== params.slotId);
  const [trials, discounts, opens_at, family_sessions] = await Promise.all([
    readTrials(table, family, cls.id, ledger),
    readDiscountFacts(table, places, moment, cls),
    readFamilyOpening(table, cls, ledger, moment),
    readFamilySessions(table, caller.userId, elsewhere, moment.today),
  ]);
  return {
    class: cls,
    children: family.children,
    due_rule: settings.due_rule,
    booked_child_ids: family.children.map(({ id }) => id).filter((id) => booked.has(id)),
    trials,
    discounts,
    opens_at,
    family_sessions: family_sessions.filter(({ sessions }) => sessions.length > 0),
  };
};
