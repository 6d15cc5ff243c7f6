import { getManagedClass } from '#functions/data/classes/managed-classes';
import { type ClassChange, updateClass } from '#functions/data/classes/update-class';
import type { Cents, Instant } from '#shared/schemas/values';
import type { Carried } from './linearize.ts';
import type { SlotContext } from './slot-context.ts';

interface Change {
  readonly at: Instant;
  /** The places of the slot; as before without it. */
  readonly capacity?: number;
  /** The weekly rate; as before without it. */
  readonly rate?: Cents;
  /** Whether families agree to something else from now on. */
  readonly raisesCalendar: boolean;
}

/** Changes the class of the slot. */
export const changeClass = async (context: SlotContext, change: Change): Promise<Carried> => {
  const { table, cls, slotId } = context;
  const current = await getManagedClass(table, cls.id);
  if (!current) throw new Error('The class is gone');
  const { class_type, coach_name, price, weekly_rate, start_date, end_date, skipped_dates, image_url } =
    current;
  const { opens_for_current_at, opens_at } = current;
  const fields: ClassChange['fields'] = {
    ...{ class_type, coach_name, price, start_date, end_date, skipped_dates, image_url },
    ...{ opens_for_current_at, opens_at },
    weekly_rate: change.rate ?? weekly_rate,
  };
  const time_slots = current.time_slots.map(({ id, class_id, start_time, end_time, max_capacity }) => ({
    ...{ id, class_id, start_time, end_time },
    max_capacity: id === slotId ? (change.capacity ?? max_capacity) : max_capacity,
  }));
  const { raisesCalendar, at } = change;
  const { outcome } = await updateClass(
    table,
    current,
    { fields, time_slots, raisesCalendar, samePlaces: false, movedAt: () => undefined, at },
    [],
  );
  if (outcome === 'changed') return changeClass(context, change);
  if (outcome === 'busy') return 'not-tried';
  return outcome === 'done' ? 'done' : 'refused';
};
