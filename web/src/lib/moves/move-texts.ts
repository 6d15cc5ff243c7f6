import { formatCents } from '#shared/domain/pricing/money';
import { agreedDates } from '#shared/domain/sessions/booked-sessions';
import { classTypeName, everyWeekday, formatLongDate, formatTimeRange } from '#shared/domain/text/format';
import { centsSchema } from '#shared/schemas/values';
import type { MoveOption } from './move-options.ts';

/** The first session that the booking has in the new slot. */
const firstToCome = ({ terms }: MoveOption, today: string): string => {
  const dates = agreedDates(terms);
  const date = dates.find((candidate) => candidate >= today) ?? dates.at(-1);
  return date ? formatLongDate(date) : '';
};

/** "First session: Saturday, September 27, 2025". */
export const firstSessionText = (option: MoveOption, today: string): string =>
  `First session: ${firstToCome(option, today)}`;

/** "Same price", "$20.00 more", "$14.50 less". */
export const differenceText = ({ terms }: MoveOption): string => {
  const { difference } = terms.quote;
  if (difference === 0) return 'Same price';
  const amount = formatCents(centsSchema.parse(Math.abs(difference)));
  return `${amount} ${difference > 0 ? 'more' : 'less'}`;
};

/** What the move will do, in dates and in money. */
export const moveEffect = (
  child: string,
  option: MoveOption,
  isSameClass: boolean,
  today: string,
): string => {
  const { cls, slot, terms } = option;
  const { credit, charge } = terms.quote;
  const when = `${formatTimeRange(slot)}, from ${firstToCome(option, today)} on`;
  if (isSameClass) return `${child} moves to ${when}. The price stays the same.`;
  const where = `${classTypeName(cls.class_type)}, ${cls.venue}, ${everyWeekday(cls.start_date)}`;
  return `${child} moves to ${where}, ${when}. ${formatCents(credit)} is credited for the sessions left, and ${formatCents(charge)} is charged.`;
};
