import { ascending } from '#shared/domain/lists/ascending';
import { sum } from '#shared/domain/lists/sum';
import type { SignedCents } from '#shared/schemas/signed-cents';
import { type CalendarDate, type Cents, centsSchema } from '#shared/schemas/values';
import { type DuePart, dueParts } from './due-dates.ts';

/** A charge that has due dates of its own, with what reduces it alone; amounts in cents. */
export interface DuePlan {
  readonly amount: Cents;
  readonly due_dates: readonly CalendarDate[];
  /** By its own credits: they reduce the last date first. */
  readonly credited: number;
  /** By payments that name its booking: they settle the first date first. */
  readonly paid: number;
}

/** Takes an amount from parts, in their order. What is over is not taken. */
const takeFrom = (parts: readonly DuePart[], amount: number): DuePart[] => {
  let over = amount;
  return parts.map((part) => {
    const taken = Math.min(part.amount, over);
    over -= taken;
    return { ...part, amount: centsSchema.parse(part.amount - taken) };
  });
};

/** What is left of each part of a plan, by date. */
const partsLeft = (plan: DuePlan): DuePart[] => {
  const [day] = plan.due_dates;
  if (!day) return [];
  const credited = takeFrom(dueParts({ ...plan, day }).toReversed(), plan.credited).toReversed();
  return takeFrom(credited, plan.paid);
};

/** A balance by date. `due` and the parts of `later` together are the balance, or 0 where it is in credit. */
export interface DueBalance {
  /** What is due on the day and before it. */
  readonly due: Cents;
  /** What is due after it: one part for each date, ascending, none of 0. */
  readonly later: readonly DuePart[];
}

/**
 * What of a family's balance is due on a day (DUE-01). Everything is due that is not a part of a plan with a later date.
 * Money that names no booking, goodwill and waivers count for what is due first, then for the dates after it.
 * @param balance as `balanceOf` gives it
 * @param plans of the charges that have due dates of their own
 */
export const dueBalance = (
  balance: SignedCents,
  plans: readonly DuePlan[],
  day: CalendarDate,
): DueBalance => {
  const ahead = plans
    .flatMap(partsLeft)
    .filter(({ date, amount }) => date > day && amount > 0)
    .toSorted((one, other) => ascending(one.date, other.date));
  const total = sum(ahead.map(({ amount }) => amount));
  const due = centsSchema.parse(Math.max(0, balance - total));
  const left = takeFrom(ahead, total - (Math.max(0, balance) - due));
  const dates = [...new Set(left.filter(({ amount }) => amount > 0).map(({ date }) => date))];
  return {
    due,
    later: dates.map((date) => ({
      date,
      amount: centsSchema.parse(sum(left.flatMap((part) => (part.date === date ? part.amount : [])))),
    })),
  };
};
