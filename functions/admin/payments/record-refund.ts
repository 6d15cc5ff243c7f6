import type { Operation } from '../../lib/http/create-handler.ts';
import type { AdminDeps } from '../deps.ts';
import { checkPaymentDay } from './check-payment-day.ts';
import { attemptCause, recordInLedger } from './record-entry.ts';

/** Records money that was given back (PAY-05). */
export const recordRefund: Operation<'recordRefund', AdminDeps> = (
  { caller, params: { parentId }, body: { note, ...refund }, idempotencyKey },
  deps,
) =>
  recordInLedger({ caller, parentId }, deps, 'entry.recorded', ({ today, common }) => {
    checkPaymentDay(refund.day, today);
    return { entry: { kind: 'refund', ...refund, ...common, cause: attemptCause(idempotencyKey) }, note };
  });
