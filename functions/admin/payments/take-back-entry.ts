import { ledgerEntryKey } from '#shared/domain/ledger/entry-key';
import { bankRowFreed } from '../../data/ledger/bank-rows.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { problem } from '../../lib/http/problem-error.ts';
import type { AdminDeps } from '../deps.ts';
import { recordInLedger } from './record-entry.ts';

/**
 * Reverses an entry that an administrator recorded, once (PAY-05). A credit for a session or an ending cannot be
 * reversed by hand: it follows from what happened to its booking. The row of a bank file whose payment is taken back can be
 * recorded again, for the same family or another one (BNK-02).
 * @throws ProblemError entryNotFound, and as `recordInLedger` does
 */
export const takeBackEntry: Operation<'takeBackEntry', AdminDeps> = (
  { caller, params: { parentId }, body },
  deps,
) =>
  recordInLedger({ caller, parentId }, deps, 'entry.taken-back', ({ today, common }, { entries }) => {
    const taken = entries.find(({ cause }) => ledgerEntryKey(cause) === body.entry);
    if (!taken || taken.kind === 'counter') throw problem('entryNotFound');
    const { cause, day, kind, amount } = taken;
    if (cause.type !== 'attempt' && cause.type !== 'row') throw problem('entryNotFound');
    return {
      taken,
      entry: {
        kind: 'counter',
        countered: kind,
        ...{ amount, day: today, ...common },
        cause: { type: 'counter', entry: body.entry },
      },
      writes: cause.type === 'row' ? [bankRowFreed(deps.table, { id: cause.row, day }, cause.time)] : [],
    };
  });
