import { businessMoment } from '#shared/domain/business-time';
import { daysBetween } from '#shared/domain/calendar';
import { byStartTime } from '#shared/domain/capacity';
import { hasBegun, type Session, sessionsOf } from '#shared/domain/sessions';
import { policies } from '#shared/policies';
import type { CancellationTarget } from '#shared/schemas/cancellation';
import type { ManagedClass } from '#shared/schemas/class-input';
import type { TimeSlot } from '#shared/schemas/slot';
import type { CalendarDate } from '#shared/schemas/values';
import { getManagedClass, listManagedClasses } from '../data/classes/managed-classes.ts';
import { problem } from '../http/problem-error.ts';
import type { AdminDeps } from './deps.ts';

/** What the cancellation of sessions needs. */
export type CancellationDeps = Pick<AdminDeps, 'table' | 'clock' | 'timeZone'>;

/** A slot that has a session on the day of a cancellation. */
interface TargetSlot {
  readonly slot: TimeSlot;
  readonly state: Session['state'];
}

/** The sessions of one class that a cancellation names. */
export interface TargetClass {
  readonly cls: ManagedClass;
  readonly slots: readonly TargetSlot[];
}

const slotsMeant = (cls: ManagedClass, target: CancellationTarget): readonly TimeSlot[] =>
  target.kind === 'session' ? cls.time_slots.filter(({ id }) => id === target.slot_id) : cls.time_slots;

/** The sessions of a class on the day of a cancellation, cancelled ones included, by start time. */
export const targetOfClass = (cls: ManagedClass, target: CancellationTarget): TargetClass => ({
  cls,
  slots: slotsMeant(cls, target)
    .toSorted(byStartTime)
    .flatMap((slot) => {
      const session = sessionsOf(cls, slot).find(({ date }) => date === target.date);
      return session ? [{ slot, state: session.state }] : [];
    }),
});

const classesMeant = async (
  target: CancellationTarget,
  { table }: CancellationDeps,
): Promise<readonly ManagedClass[]> => {
  if (target.kind === 'venue-day') {
    const classes = await listManagedClasses(table, { consistent: true });
    return classes.filter(({ venue, deleting }) => venue === target.venue && !deleting);
  }
  const cls = await getManagedClass(table, target.class_id);
  if (!cls || cls.deleting) throw problem('classNotFound');
  return [cls];
};

/** Whether a session of a day has begun, or is over for longer than it can be marked as not held (CAN-05). */
const phaseOf = (slot: TimeSlot, date: CalendarDate, { clock, timeZone }: CancellationDeps) => {
  const moment = businessMoment(clock(), timeZone);
  if (!hasBegun(date, slot, moment)) return 'coming';
  return daysBetween(date, moment.today) > policies.cancelledSession.markableDays ? 'over' : 'begun';
};

/**
 * The sessions that a cancellation names, by class; classes without one are left out.
 * @throws ProblemError classNotFound, sessionNotFound, sessionOver
 */
export const findTarget = async (
  target: CancellationTarget,
  deps: CancellationDeps,
): Promise<{ readonly classes: readonly TargetClass[]; readonly hasBegun: boolean }> => {
  const classes = (await classesMeant(target, deps))
    .map((cls) => targetOfClass(cls, target))
    .filter(({ slots }) => slots.length > 0);
  const phases = classes.flatMap(({ slots }) => slots.map(({ slot }) => phaseOf(slot, target.date, deps)));
  if (phases.length === 0) throw problem('sessionNotFound');
  if (phases.includes('over')) throw problem('sessionOver');
  return { classes, hasBegun: phases.includes('begun') };
};
