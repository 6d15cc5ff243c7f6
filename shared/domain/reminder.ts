import { policies } from '#shared/policies';
import type { SignedCents } from '#shared/schemas/signed-cents';
import type { CalendarDate } from '#shared/schemas/values';
import { daysBetween } from './calendar.ts';

interface Reminded {
  readonly balance: SignedCents;
  /** The business day of the last reminder. */
  readonly remindedOn: CalendarDate | null;
  /** Set by an administrator. */
  readonly doNotRemind: boolean;
}

/** Whether a family may be reminded of its open balance today (PAY-08). */
export const canRemind = ({ balance, remindedOn, doNotRemind }: Reminded, today: CalendarDate): boolean =>
  balance > 0 &&
  !doNotRemind &&
  (remindedOn === null || daysBetween(remindedOn, today) >= policies.money.reminderPauseDays);
