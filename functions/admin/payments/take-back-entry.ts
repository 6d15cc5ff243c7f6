import { ledgerEntryKey } from '#shared/domain/ledger/entry-key';
import type { Operation } from '../../lib/http/create-handler.ts';
import { problem } from '../../lib/http/problem-error.ts';
import type { AdminDeps } from '../deps.ts';
import { recordInLedger } from './record-entry.ts';

/**
 * Reverses an entry that an administrator recorded, once (PAY-05). A credit for a session or an ending cannot be
 * reversed by hand: it follows from what happened to its booking.
 * @throws ProblemError entryNotFound, and as `recordInLedger` does
 */
export const takeBackEntry: Operation<'takeBackEntry', AdminDeps> = (
  { caller, params: { parentId }, body },
  deps,
) =>
  recordInLedger({ caller, parentId }, deps, 'entry.taken-back', ({ today, common }, { entries }) => {
    const taken = entries.find(({ cause }) => ledgerEntryKey(cause) === body.entry);
    if (!taken || taken.kind === 'counter' || taken.cause.type !== 'attempt') throw problem('entryNotFound');
    return {
      taken,
      entry: {
        kind: 'counter',
        countered: taken.kind,
        amount: taken.amount,
        day: today,
        ...common,
        cause: { type: 'counter', entry: body.entry },
      },
    };
  });
