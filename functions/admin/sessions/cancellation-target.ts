import { byStartTime } from '#shared/domain/classes/capacity';
import { isMarkable } from '#shared/domain/sessions/markable';
import { hasBegun, type Session, sessionsOf } from '#shared/domain/sessions/sessions';
import { businessMoment } from '#shared/domain/time/business-time';
import type { CancellationTarget, SessionKey } from '#shared/schemas/cancellation';
import type { ManagedClass } from '#shared/schemas/class-input';
import type { TimeSlot } from '#shared/schemas/slot';
import { getManagedClass, listManagedClasses } from '../../data/classes/managed-classes.ts';
import { problem } from '../../lib/http/problem-error.ts';
import type { AdminDeps } from '../deps.ts';

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

/** The sessions that are on. */
export const openSlots = ({ slots }: TargetClass): readonly TargetSlot[] =>
  slots.filter(({ state }) => state === 'on');

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
    return classes.filter(({ venue_details, deleting }) => venue_details.id === target.venue_id && !deleting);
  }
  const cls = await getManagedClass(table, target.class_id);
  if (!cls || cls.deleting) throw problem('classNotFound');
  return [cls];
};

/**
 * The sessions that a cancellation concerns, by class; classes without one are left out. Sessions that have begun are
 * left out while another one of the day is still to come: they take place (CAN-05).
 * @param ordered for a repeated request: the sessions that it concerned the first time, which it concerns again
 * @throws ProblemError classNotFound, sessionNotFound, sessionOver
 */
export const findTarget = async (
  target: CancellationTarget,
  deps: CancellationDeps,
  ordered?: readonly SessionKey[],
): Promise<{ readonly classes: readonly TargetClass[]; readonly hasBegun: boolean }> => {
  const moment = businessMoment(deps.clock(), deps.timeZone);
  const onDay = (await classesMeant(target, deps)).map((cls) => targetOfClass(cls, target));
  const slots = onDay.flatMap((cls) => cls.slots);
  if (slots.length === 0) throw problem('sessionNotFound');
  if (!isMarkable(target.date, moment.today)) throw problem('sessionOver');
  const isBegun = ({ slot }: TargetSlot) => hasBegun(target.date, slot, moment);
  const isDayOver = slots.every(isBegun);
  const isNamed = (one: TargetSlot) =>
    ordered ? ordered.some(({ slot_id }) => slot_id === one.slot.id) : isDayOver || !isBegun(one);
  const classes = onDay
    .map(({ cls, slots }) => ({ cls, slots: slots.filter(isNamed) }))
    .filter(({ slots }) => slots.length > 0);
  const open = classes.flatMap(openSlots);
  return { classes, hasBegun: open.length > 0 && open.every(isBegun) };
};
