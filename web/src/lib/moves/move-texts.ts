import { dueParts } from '#shared/domain/ledger/due-dates';
import { dueText } from '#shared/domain/ledger/due-text';
import { discountText } from '#shared/domain/pricing/discounts';
import { formatCents } from '#shared/domain/pricing/money';
import { counted } from '#shared/domain/text/counted';
import { classTypeName, everyWeekday, formatLongDate, formatTimeRange } from '#shared/domain/text/format';
import { centsSchema } from '#shared/schemas/values';
import type { MoveOption } from './move-options.ts';

/** "First session: Saturday, September 27, 2025". */
export const firstSessionText = ({ terms }: MoveOption): string =>
  `First session: ${formatLongDate(terms.first_session)}`;

/** "Same price", "$20.00 more", "$14.50 less". */
export const differenceText = ({ terms }: MoveOption): string => {
  const { difference } = terms.quote;
  if (difference === 0) return 'Same price';
  const amount = formatCents(centsSchema.parse(Math.abs(difference)));
  return `${amount} ${difference > 0 ? 'more' : 'less'}`;
};

/** A slot of the class can have more or fewer sessions left: some were cancelled, or are extra. */
const sessionsText = ({ sessions_more: more }: MoveOption): string =>
  more === 0
    ? ''
    : ` This time has ${counted(Math.abs(more), 'session', 'sessions')} ${more > 0 ? 'more' : 'fewer'}.`;

/** What the move will do, in dates and in money. */
export const moveEffect = (child: string, option: MoveOption, isSameClass: boolean): string => {
  const { cls, slot, terms } = option;
  const { credit, charge } = terms.quote;
  const [day] = terms.due_dates ?? [];
  const due = day ? ` ${dueText(dueParts({ day, amount: charge, due_dates: terms.due_dates }))}.` : '';
  const reduced = terms.discount ? ` (${discountText(terms.discount)})` : '';
  const when = `${formatTimeRange(slot)}, from ${formatLongDate(terms.first_session)} on`;
  if (isSameClass) return `${child} moves to ${when}. The price stays the same.${sessionsText(option)}`;
  const where = `${classTypeName(cls.class_type)}, ${cls.venue}, ${everyWeekday(cls.start_date)}`;
  return `${child} moves to ${where}, ${when}. ${formatCents(credit)} is credited for the sessions left, and ${formatCents(charge)} is charged${reduced}.${due}`;
};
