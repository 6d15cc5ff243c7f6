import type { FamilyBookingRoutes } from '#shared/booking/routes';
import { payByCardOf } from '#shared/cards/card-payment';
import { payNow } from '#shared/ledger/payment-link';
import { businessMoment } from '#shared/lib/business-time';
import { hasMember } from '../accounts/stored-families.ts';
import { readStatement } from '../across/statement.ts';
import { readCardMode } from '../cards/connection.ts';
import type { TimedDeps } from '../lib/deps.ts';
import type { Operation } from '../lib/http/operation.ts';
import { problem } from '../lib/http/problem-error.ts';
import { readSettings } from '../school/settings.ts';

export const getMyLedger: Operation<FamilyBookingRoutes['getMyLedger'], TimedDeps> = async (
  { caller },
  { table, clock, timeZone },
) => {
  const [found, { instructions, payment_link }, cardMode] = await Promise.all([
    readStatement(table, caller.familyId, businessMoment(clock(), timeZone)),
    readSettings(table),
    readCardMode(table),
  ]);
  caller.confirmFamily?.(hasMember(found?.family, caller.userId));
  if (!found) throw problem('profileNotFound');
  const { statement } = found;
  return {
    ...{ ...statement, instructions },
    pay_now: payNow(payment_link, statement),
    pay_by_card: payByCardOf(cardMode, statement.balance),
  };
};
