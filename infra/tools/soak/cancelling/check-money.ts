import type { FamilyAccount } from '#functions/data/accounts/family-account';
import type { StoredBooking } from '#functions/data/bookings/bookings';
import type { StoredEndedBooking } from '#functions/data/bookings/ended-bookings';

export type MoneyRule =
  | 'a booking is live or ended'
  | 'the charged sum is that of the bookings'
  | 'the credited sum is that of the entries'
  | 'credits never exceed their charge';

/** What is stored of a family's money. */
export interface FamilyMoney {
  readonly account: FamilyAccount | undefined;
  readonly live: readonly StoredBooking[];
  readonly ended: readonly StoredEndedBooking[];
  /** Credits less what took them back, by the key of the credit. */
  readonly net: ReadonlyMap<string, number>;
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

/** The promises about a family's bookings and money that are broken, whatever ended them (END-02, PAY-14). */
export const moneyViolations = ({ account, live, ended, net }: FamilyMoney): MoneyRule[] => {
  const bookings = [...live, ...ended];
  const endings = new Map(ended.map((record) => [record.id, Number(record.ended.credit)]));
  const creditsOf = (id: string): number =>
    sum([...net].flatMap(([key, amount]) => (key.startsWith(`SESSION#${id}#`) ? [amount] : [])));
  const promises: readonly (readonly [MoneyRule, boolean])[] = [
    ['a booking is live or ended', new Set(bookings.map(({ id }) => id)).size === bookings.length],
    [
      'the charged sum is that of the bookings',
      account?.charged === sum(bookings.map(({ amount }) => amount)),
    ],
    [
      'the credited sum is that of the entries',
      account?.credited === sum([...net.values(), ...endings.values()]),
    ],
    [
      'credits never exceed their charge',
      bookings.every(({ id, amount }) => creditsOf(id) + (endings.get(id) ?? 0) <= amount),
    ],
  ];
  return promises.flatMap(([rule, holds]) => (holds ? [] : [rule]));
};
