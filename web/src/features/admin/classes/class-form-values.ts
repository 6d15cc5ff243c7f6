import { readDollars, readWhole } from '#shared/domain/text/typed-number';
import { withoutSeconds } from '#shared/domain/time/wall-time';
import type { ManagedClass } from '#shared/schemas/class-input';
import type { Cents } from '#shared/schemas/values';
import { enteredRule } from './entered-rule.ts';

/** A time slot in the form; a new slot has an empty `slot_id`. */
export interface SlotValues {
  readonly slot_id: string;
  readonly start_time: string;
  readonly end_time: string;
  readonly max_capacity: string;
}

/** The values of the class form: all text, the weekly rate in dollars. */
export interface ClassFormValues {
  readonly class_type: string;
  readonly venue_id: string;
  readonly coach_name: string;
  readonly weekly_rate: string;
  readonly start_date: string;
  readonly end_date: string;
  readonly skipped_dates: readonly string[];
  readonly image_url: string;
  readonly time_slots: readonly SlotValues[];
}

export const emptySlot: SlotValues = { slot_id: '', start_time: '', end_time: '', max_capacity: '' };

export const emptyClass: ClassFormValues = {
  class_type: '',
  venue_id: '',
  coach_name: '',
  weekly_rate: '',
  start_date: '',
  end_date: '',
  skipped_dates: [],
  image_url: '',
  time_slots: [emptySlot],
};

const toDollars = (cents: Cents): string => (cents / 100).toFixed(2);

/** The form's values for a class; times without seconds. */
export const valuesOf = (cls: ManagedClass): ClassFormValues => ({
  class_type: cls.class_type,
  venue_id: cls.venue_details.id,
  coach_name: cls.coach_name,
  weekly_rate: toDollars(cls.weekly_rate),
  start_date: cls.start_date,
  end_date: cls.end_date,
  skipped_dates: cls.skipped_dates,
  image_url: cls.image_url ?? '',
  time_slots: cls.time_slots.map(({ id, start_time, end_time, max_capacity }) => ({
    slot_id: id,
    start_time: withoutSeconds(start_time),
    end_time: withoutSeconds(end_time),
    max_capacity: String(max_capacity),
  })),
});

/** The cents of a typed rate; NaN for a text that is no amount. */
export const enteredRate = (text: string): number => {
  const rate = readDollars(text);
  return typeof rate === 'number' ? rate : Number.NaN;
};

/** The form's values in the shape of the request's body, for the contract's schema to validate. */
export const enteredClass = (values: ClassFormValues) => ({
  ...values,
  skipped_dates: enteredRule(values)?.skipped_dates ?? [],
  weekly_rate: enteredRate(values.weekly_rate),
  image_url: values.image_url.trim() || null,
  time_slots: values.time_slots.map(({ slot_id, max_capacity, ...times }) => ({
    ...(slot_id && { id: slot_id }),
    ...times,
    max_capacity: readWhole(max_capacity) ?? Number.NaN,
  })),
});
