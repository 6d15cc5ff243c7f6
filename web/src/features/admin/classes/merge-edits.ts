import type { ClassFormValues, SlotValues } from './class-form-values.ts';

/** The three inputs of the merge: the form when it was opened, its current values, and the class stored since. */
interface Edits {
  readonly opened: ClassFormValues;
  readonly typed: ClassFormValues;
  readonly stored: ClassFormValues;
}

const isSame = (one: SlotValues, other: SlotValues | undefined): boolean =>
  other !== undefined &&
  one.start_time === other.start_time &&
  one.end_time === other.end_time &&
  one.max_capacity === other.max_capacity;

const byId = (slots: readonly SlotValues[]) => new Map(slots.map((slot) => [slot.slot_id, slot]));

const mergeSlots = ({ opened, typed, stored }: Edits): SlotValues[] => {
  const [openedSlots, typedSlots, storedSlots] = [opened, typed, stored].map(({ time_slots }) =>
    byId(time_slots),
  );
  const kept = typed.time_slots.flatMap((slot) => {
    if (!slot.slot_id) return slot;
    const other = storedSlots?.get(slot.slot_id);
    // Removed by another administrator.
    if (!other) return [];
    return isSame(slot, openedSlots?.get(slot.slot_id)) ? other : slot;
  });
  const added = stored.time_slots.filter(
    ({ slot_id }) => !openedSlots?.has(slot_id) && !typedSlots?.has(slot_id),
  );
  return [...kept, ...added];
};

/** Three-way merge: edited fields keep the typed value, all others get the stored value. */
export const mergeEdits = (edits: Edits): ClassFormValues => {
  const { opened, typed, stored } = edits;
  const merge = (
    field: Exclude<keyof ClassFormValues, 'time_slots' | 'skipped_dates' | 'coach_ids'>,
  ): string => (typed[field] === opened[field] ? stored[field] : typed[field]);
  const hasSameSkips = typed.skipped_dates.join() === opened.skipped_dates.join();
  const hasSameCoaches = typed.coach_ids.join() === opened.coach_ids.join();
  return {
    class_type: merge('class_type'),
    venue_id: merge('venue_id'),
    coach_name: merge('coach_name'),
    coach_ids: hasSameCoaches ? stored.coach_ids : typed.coach_ids,
    weekly_rate: merge('weekly_rate'),
    start_date: merge('start_date'),
    end_date: merge('end_date'),
    skipped_dates: hasSameSkips ? stored.skipped_dates : typed.skipped_dates,
    image_url: merge('image_url'),
    opens_for_current_at: merge('opens_for_current_at'),
    opens_at: merge('opens_at'),
    opens_for_current_which: merge('opens_for_current_which'),
    opens_which: merge('opens_which'),
    time_slots: mergeSlots(edits),
  };
};
