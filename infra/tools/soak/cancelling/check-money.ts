import type { StoredBooking } from '#functions/data/bookings/bookings';
import type { StoredEndedBooking } from '#functions/data/bookings/ended-bookings';
import type { FamilyLedger } from '#functions/data/ledger/family-ledger';
import { sum } from '#shared/domain/lists/sum';

export type MoneyRule =
  | 'a booking is live or ended'
  | 'the charged sum is that of the bookings'
  | 'the credited sum is that of the entries'
  | 'credits never exceed their charge';

/** What is stored of a family's money. */
export interface FamilyMoney {
  readonly ledger: FamilyLedger | undefined;
  readonly live: readonly StoredBooking[];
  readonly ended: readonly StoredEndedBooking[];
  /** The amounts of credits, 0 for a reversed one, by the key of the credit. */
  readonly net: ReadonlyMap<string, number>;
}

/** The violated rules about a family's bookings and money, for endings of every kind (END-02, PAY-14). */
export const moneyViolations = ({ ledger, live, ended, net }: FamilyMoney): MoneyRule[] => {
  const bookings = [...live, ...ended];
  const endings = new Map(ended.map((record) => [record.id, Number(record.ended.credit)]));
  const creditsOf = (id: string): number =>
    sum([...net].flatMap(([key, amount]) => (key.startsWith(`SESSION#${id}#`) ? [amount] : [])));
  const invariants: readonly (readonly [MoneyRule, boolean])[] = [
    ['a booking is live or ended', new Set(bookings.map(({ id }) => id)).size === bookings.length],
    [
      'the charged sum is that of the bookings',
      ledger?.charged === sum(bookings.map(({ amount }) => amount)),
    ],
    [
      'the credited sum is that of the entries',
      ledger?.credited === sum([...net.values(), ...endings.values()]),
    ],
    [
      'credits never exceed their charge',
      bookings.every(({ id, amount }) => creditsOf(id) + (endings.get(id) ?? 0) <= amount),
    ],
  ];
  return invariants.flatMap(([rule, holds]) => (holds ? [] : [rule]));
};
