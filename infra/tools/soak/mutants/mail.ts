import { SESClient } from '@aws-sdk/client-ses';
import type { WireRequest } from '../wire.ts';
import { lost, type Mutant, rewritten, textOf } from './mutant.ts';

const isMail = (operation: string) => (request: WireRequest) =>
  request.operation === operation && textOf(request).includes('"MAIL#');

/** Defects of the mailer and its leases. */
export const mailMutants: readonly Mutant[] = [
  {
    name: 'a send lease is taken twice',
    theme: 'rush',
    execute: rewritten(
      isMail('PutItem'),
      'attribute_not_exists(PK)',
      '(attribute_not_exists(PK) OR attribute_exists(PK))',
    ),
  },
  { name: 'a send lease is not released', theme: 'rush', execute: lost(isMail('DeleteItem')) },
  { name: 'a sent message is not recorded', theme: 'rush', execute: lost(isMail('UpdateItem')) },
  {
    name: 'the SDK sends mail again',
    theme: 'rush',
    ses: () => new SESClient({ maxAttempts: 3, requestHandler: { httpAgent: { keepAlive: false } } }),
  },
  {
    name: 'failed messages are not reported',
    theme: 'rush',
    mailer: (mailer) => async (records) => {
      await mailer(records);
      return { batchItemFailures: [] };
    },
  },
];
