import { randomUUID } from 'node:crypto';
import { idempotencyKeySchema } from '#shared/schemas/ids';
import { has, inTransaction, leftOut, lost, type Mutant, unconditional } from './mutant.ts';

const isEntry = '"entity":{"S":"ledger-entry"}';
const isAccount = has('"Update"', '"LEDGERS"');

const recorded = inTransaction(isEntry, '"S":"attempt"');
const counter = inTransaction(isEntry, '"S":"counter"');
const decision = inTransaction('late_credit');

/** Defects of entries in the ledgers of families. */
export const moneyMutants: readonly Mutant[] = [
  { name: 'an entry does not change the ledger', theme: 'money', execute: leftOut(recorded, isAccount) },
  {
    name: 'an entry changes the ledger and is not stored',
    theme: 'money',
    execute: leftOut(recorded, has(isEntry)),
  },
  { name: 'an entry is confirmed and not stored', theme: 'money', execute: lost(recorded, 3) },
  { name: 'an entry counts again when it is sent again', theme: 'money', execute: unconditional(recorded) },
  {
    name: 'an entry is repeated without its key',
    theme: 'money',
    retryOf: (request) =>
      request.kind === 'record' ? { ...request, attempt: idempotencyKeySchema.parse(randomUUID()) } : request,
  },
  { name: 'an entry is taken back twice', theme: 'money', execute: unconditional(counter) },
  { name: 'a late cancellation is credited twice', theme: 'money', execute: unconditional(decision) },
  { name: 'a taken back entry stays in the ledger', theme: 'money', execute: leftOut(counter, isAccount) },
  { name: 'a decided credit is not in the ledger', theme: 'money', execute: leftOut(decision, isAccount) },
];
