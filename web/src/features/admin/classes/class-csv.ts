import { bookingCount } from '#shared/domain/classes/capacity';
import { slotPrice } from '#shared/domain/pricing/session-pricing';
import { classTypeName } from '#shared/domain/text/format';
import type { ManagedClass } from '#shared/schemas/class-input';
import type { TimeSlot } from '#shared/schemas/slot';
import { businessToday } from '../../../lib/time/today.ts';
import { shortTimes } from '../short-times.ts';
import { amountColumn, type CsvColumn } from '../tables/csv-column.ts';

interface SlotOfClass {
  readonly cls: ManagedClass;
  readonly slot: TimeSlot;
}

/** The rows of a class in the CSV file: one for each time slot. */
export const slotsOf = (cls: ManagedClass): SlotOfClass[] => cls.time_slots.map((slot) => ({ cls, slot }));

export const classCsvColumns: readonly CsvColumn<SlotOfClass>[] = [
  { header: 'Class Type', value: ({ cls }) => classTypeName(cls.class_type) },
  { header: 'Venue', value: ({ cls }) => cls.venue },
  { header: 'Coach', value: ({ cls }) => cls.coach_name },
  { header: 'Start Date', value: ({ cls }) => cls.start_date },
  { header: 'End Date', value: ({ cls }) => cls.end_date },
  amountColumn('Weekly Rate', ({ cls }) => cls.weekly_rate),
  amountColumn('Price Today', ({ cls, slot }) => slotPrice(cls, slot, businessToday())),
  { header: 'Time Slot', value: ({ slot }) => shortTimes(slot) },
  { header: 'Capacity', value: ({ slot }) => slot.max_capacity },
  { header: 'Booked', value: ({ slot }) => bookingCount(slot) },
];
