import { randomUUID } from 'node:crypto';
import { has, inTransaction, leftOut, lost, unconditional } from '#infra/testing/mutants/mutant';
import { idempotencyKeySchema } from '#shared/schemas/ids';
import type { SoakMutant } from './soak-mutant.ts';

const isEntry = '"entity":"ledger-entry"';
const isAccount = has('"Update"', '"LEDGERS"');

const recorded = inTransaction(isEntry, '"type":"attempt"');
const counter = inTransaction(isEntry, '"kind":"counter"');
const decision = inTransaction('late_credit');

/** Defects of entries in the ledgers of families. */
export const moneyMutants: readonly SoakMutant[] = [
  { name: 'an entry does not change the ledger', theme: 'money', intercept: leftOut(recorded, isAccount) },
  {
    name: 'an entry changes the ledger and is not stored',
    theme: 'money',
    intercept: leftOut(recorded, has(isEntry)),
  },
  { name: 'an entry is confirmed and not stored', theme: 'money', intercept: lost(recorded, 3) },
  { name: 'an entry counts again when it is sent again', theme: 'money', intercept: unconditional(recorded) },
  {
    name: 'an entry is repeated without its key',
    theme: 'money',
    retryOf: (request) =>
      request.kind === 'record' ? { ...request, attempt: idempotencyKeySchema.parse(randomUUID()) } : request,
  },
  { name: 'an entry is taken back twice', theme: 'money', intercept: unconditional(counter) },
  { name: 'a late cancellation is credited twice', theme: 'money', intercept: unconditional(decision) },
  { name: 'a taken back entry stays in the ledger', theme: 'money', intercept: leftOut(counter, isAccount) },
  { name: 'a decided credit is not in the ledger', theme: 'money', intercept: leftOut(decision, isAccount) },
];
