import type { EndReason } from '#shared/booking/booking';
import { discountText } from '#shared/booking/discounts';
import type { LedgerEntryKey } from '#shared/ledger/entry';
import type { Statement, StatementCharge, StatementEntry } from '#shared/ledger/statement';
import { classTypeName, formatDate } from '#shared/lib/format';
import type { BookingId } from '#shared/lib/ids';
import { formatCents, type SignedCents, signedCentsSchema } from '#shared/lib/money';
import { namesOf } from '#shared/lib/names';
import { ascending } from '#shared/lib/text';
import type { CalendarDate } from '#shared/lib/values';
import { dueParts } from '../booking/due-dates.ts';
import { dueText } from './payment-link.ts';

export interface LedgerLine {
  readonly id: string;
  readonly day: CalendarDate;
  readonly text: string;
  readonly note: string | null;
  /** When the charge is due, if it has due dates of its own. */
  readonly dueDates: string | null;
  /** What the line adds to the balance; below 0 for what the family no longer owes. */
  readonly amount: SignedCents;
  /** The school's figure that the line is part of (DAY-02): charges add to the balance, the others reduce it. */
  readonly word: 'charged' | 'credited' | 'received';
  readonly isTakenBack: boolean;
  /** Null for all but bookings. */
  readonly state: Pick<StatementCharge, 'status' | 'rest' | 'amount' | 'later'> | null;
  /** Null for a booking and its ending. */
  readonly entry: LedgerEntryKey | null;
}

type Method = NonNullable<StatementEntry['method']>;

export const paymentMethodNames: Readonly<Record<Method, string>> = namesOf({
  'bank-transfer': 'Bank transfer',
  cash: 'Cash',
  card: 'Card',
  other: 'Other',
});

const endingTexts: Readonly<Record<EndReason, string>> = namesOf({
  cancelled: 'Booking cancelled',
  removed: 'Booking removed by the school',
  moved: 'Moved to another class',
  upgraded: 'Trial continued as a full program',
  'trial-over': 'Trial over',
  'class-deleted': 'Class ended by the school',
  'account-deleted': 'Account deleted',
});

const kindTexts = namesOf({
  payment: 'Payment',
  refund: 'Refund',
  credit: 'Credit',
  waiver: 'Waiver',
  opening: 'Opening balance',
} as const satisfies Record<NonNullable<StatementEntry['countered']>, string>);

const withSeparator = (separator: string, part: string | null): string => (part ? `${separator}${part}` : '');

const classText = (cls: StatementEntry['class']): string | null =>
  cls && `${classTypeName(cls.class_type)}, ${cls.venue}`;

export const endingLineId = (booking: BookingId): string => `ending ${booking}`;

const signed = (amount: number): SignedCents => signedCentsSchema.parse(amount);

const chargeLines = (charge: StatementCharge): LedgerLine[] => {
  const { booking_id, day, amount, due_dates, is_trial, child_name, discount, ending } = charge;
  // An erased family has no names.
  const what = [child_name, classText(charge.class)].filter(Boolean).join(', ');
  const common = { note: null, dueDates: null, isTakenBack: false, entry: null };
  const own: LedgerLine = {
    ...common,
    id: booking_id,
    day,
    text: `${is_trial ? 'Trial session' : 'Full program'}: ${what}${withSeparator(', ', discount ? discountText(discount) : null)}`,
    dueDates: due_dates ? dueText(dueParts({ day, amount, due_dates })) : null,
    amount: signed(amount),
    word: 'charged',
    state: charge,
  };
  if (!ending || ending.credit === 0) return [own];
  const text = `${endingTexts[ending.reason]}: ${what}`;
  return [
    own,
    {
      ...common,
      id: endingLineId(booking_id),
      day: ending.day,
      text,
      amount: signed(-ending.credit),
      word: 'credited',
      state: null,
    },
  ];
};

const entryText = ({ kind, method, session_date, booking_id, class: cls, countered }: StatementEntry) => {
  if (kind === 'counter')
    return `Taken back${withSeparator(': ', countered && kindTexts[countered].toLowerCase())}`;
  const of = withSeparator(': ', classText(cls));
  if (session_date) return `Credit for the session on ${formatDate(session_date)}${of}`;
  if (kind === 'credit' && booking_id) return `Credit for a cancelled booking${of}`;
  return `${kindTexts[kind]}${withSeparator(', ', method && paymentMethodNames[method].toLowerCase())}${of}`;
};

const addsToBalance = ({ kind, countered, amount }: StatementEntry): number => {
  const entered = kind === 'counter' ? countered : kind;
  const owed = entered === 'refund' || entered === 'opening' ? amount : -amount;
  return kind === 'counter' ? -owed : owed;
};

const kindWords = {
  payment: 'received',
  refund: 'received',
  credit: 'credited',
  waiver: 'credited',
  opening: 'charged',
} as const satisfies Record<NonNullable<StatementEntry['countered']>, LedgerLine['word']>;

/** The amount of a line within one of the school's figures. */
export const amountIn = ({ word, amount }: LedgerLine, figure: LedgerLine['word']): SignedCents | null =>
  word === figure ? signed(word === 'charged' ? amount : -amount) : null;

const entryLine = (entry: StatementEntry): LedgerLine => ({
  id: entry.key,
  day: entry.day,
  text: entryText(entry),
  note: entry.note,
  dueDates: null,
  amount: signed(addsToBalance(entry)),
  word: kindWords[entry.kind === 'counter' ? (entry.countered ?? 'credit') : entry.kind],
  isTakenBack: entry.taken_back,
  state: null,
  entry: entry.key,
});

/** The latest day first. The amounts add up to the balance. */
export const ledgerLines = ({ charges, entries }: Pick<Statement, 'charges' | 'entries'>): LedgerLine[] =>
  [...charges.flatMap(chargeLines), ...entries.map(entryLine)]
    .toSorted((one, other) => ascending(one.day, other.day))
    .toReversed();

type Dues = Pick<Statement, 'balance' | 'due'>;

/** "You owe $20.00", "Nothing is due yet", "You are $20.00 in credit", "Nothing is open" (PAY-03, DUE-01). */
export const balanceText = ({ balance, due }: Dues): string => {
  if (balance === 0) return 'Nothing is open';
  if (balance < 0) return `You are ${formatCents(signed(-balance))} in credit`;
  return due > 0 ? `You owe ${formatCents(due)}` : 'Nothing is due yet';
};

/** "$20.00 open", "$20.00 open, $40.00 not due yet", "$20.00 in credit", "Nothing is open". */
export const balanceLabel = ({ balance, due }: Dues): string => {
  if (balance === 0) return 'Nothing is open';
  if (balance < 0) return `${formatCents(signed(-balance))} in credit`;
  const later = balance - due;
  return [
    ...(due > 0 ? [`${formatCents(due)} open`] : []),
    ...(later > 0 ? [`${formatCents(signed(later))} not due yet`] : []),
  ].join(', ');
};
