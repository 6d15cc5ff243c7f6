import { formatCents } from '#shared/domain/pricing/money';
import { classTypeName, formatDate, formatTimeRange } from '#shared/domain/text/format';
import type { ManagedClass } from '#shared/schemas/class-input';
import type { Instant } from '#shared/schemas/values';
import { instantText } from '../activity/activity-text.ts';

/** A field that another administrator has changed. */
export interface ClassChange {
  readonly field: string;
  readonly before: string;
  readonly now: string;
}

const describeSlots = ({ time_slots }: ManagedClass): string =>
  time_slots.map((slot) => `${formatTimeRange(slot)} (${slot.max_capacity} places)`).join(', ');

const openingText = (at: Instant | null): string => (at ? instantText(at) : 'at once');

const fields: readonly [name: string, describe: (cls: ManagedClass) => string][] = [
  ['Class Type', ({ class_type }) => classTypeName(class_type)],
  ['Venue', ({ venue }) => venue],
  ['Coach Name', ({ coach_name }) => coach_name],
  ['Coaches’ accounts', ({ coach_ids }) => String(coach_ids.length)],
  ['Weekly Rate', ({ weekly_rate }) => formatCents(weekly_rate)],
  ['Start Date', ({ start_date }) => formatDate(start_date)],
  ['End Date', ({ end_date }) => formatDate(end_date)],
  ['Dates without a session', ({ skipped_dates }) => skipped_dates.map(formatDate).join(', ') || 'none'],
  ['Image Address', ({ image_url }) => image_url ?? 'none'],
  ['Opens for current families', ({ opens_for_current_at }) => openingText(opens_for_current_at)],
  ['Opens for everybody', ({ opens_at }) => openingText(opens_at)],
  ['Time Slots', describeSlots],
];

/** The fields in which two versions of a class differ, with their values as text. */
export const changesBetween = (before: ManagedClass, now: ManagedClass): ClassChange[] =>
  fields
    .map(([field, describe]) => ({ field, before: describe(before), now: describe(now) }))
    .filter((change) => change.before !== change.now);
