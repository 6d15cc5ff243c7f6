import { byStartTime } from '#shared/domain/classes/capacity';
import { isPictureAllowed } from '#shared/domain/classes/picture-hosts';
import { compareTimes } from '#shared/domain/time/wall-time';
import { type FootballClass, footballClassSchema } from '#shared/schemas/class';
import type { ManagedClass } from '#shared/schemas/class-input';
import { timeSlotSchema } from '#shared/schemas/slot';
import type { Venue } from '#shared/schemas/venue';
import { type ClassFormValues, enteredClass } from './class-form-values.ts';
import { enteredRule } from './entered-rule.ts';

/** The random part of an id that no stored item has. */
const noId = '0'.repeat(26);

/** What a class that was never saved lacks. */
const unsaved = {
  id: `cls_${noId}`,
  price: 0,
  venue_details: {
    id: `ven_${noId}`,
    ...{ address: '', map_url: null, directions: null, version: 1, changed_at: '1970-01-01T00:00:00.000Z' },
  },
  trial_price: null,
  session_changes: [],
  created_by: '00000000-0000-0000-0000-000000000000',
  created_at: '1970-01-01T00:00:00.000Z',
};

/**
 * The class that the form describes, with the slots whose times and capacity are complete; null while the class type, the
 * rate or a date is missing.
 * @param stored the class that is being edited
 * @param pictureHosts a picture elsewhere would not be shown
 * @param venue the venue that is chosen, as far as known
 */
export const previewedClass = (
  values: ClassFormValues,
  stored: ManagedClass | undefined,
  pictureHosts: readonly string[],
  venue: Venue | undefined,
): FootballClass | null => {
  if (!enteredRule(values)) return null;
  const entered = enteredClass(values);
  const base = stored ?? unsaved;
  const hasPicture = entered.image_url !== null && isPictureAllowed(entered.image_url, pictureHosts);
  const { data } = footballClassSchema.safeParse({
    ...base,
    ...entered,
    venue: venue?.name ?? stored?.venue ?? 'Venue',
    venue_details: venue ?? base.venue_details,
    coach_name: entered.coach_name.trim() || 'Name',
    image_url: hasPicture ? entered.image_url : null,
    time_slots: entered.time_slots
      .flatMap((slot, index) => {
        const known = stored?.time_slots.find(({ id }) => id === slot.id);
        const added = {
          id: `slt_${String(index).padStart(noId.length, '0')}`,
          class_id: base.id,
          current_bookings: 0,
          calendar_version: 0,
        };
        const { data: shown } = timeSlotSchema.safeParse({ ...added, ...known, ...slot });
        return shown && compareTimes(shown.start_time, shown.end_time) < 0 ? [shown] : [];
      })
      .toSorted(byStartTime),
  });
  return data && data.weekly_rate > 0 ? data : null;
};
