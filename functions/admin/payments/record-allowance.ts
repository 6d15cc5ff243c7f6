import type { Operation } from '../../lib/http/create-handler.ts';
import type { AdminDeps } from '../deps.ts';
import { attemptCause, recordInLedger } from './record-entry.ts';

/** Records a goodwill credit or a waiver (PAY-05, PAY-14). */
export const recordAllowance: Operation<'recordAllowance', AdminDeps> = (
  { caller, params: { parentId }, body: { kind, amount, note }, idempotencyKey },
  deps,
) =>
  recordInLedger({ caller, parentId }, deps, 'entry.recorded', ({ today, common }) => {
    const entry = { amount, day: today, ...common, cause: attemptCause(idempotencyKey) };
    return { entry: kind === 'credit' ? { ...entry, kind, class: null } : { ...entry, kind }, note };
  });
