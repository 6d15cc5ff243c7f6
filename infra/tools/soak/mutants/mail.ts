import { SESClient } from '@aws-sdk/client-ses';
import type { TableRequest } from '#infra/testing/mutants/intercept';
import { lost, rewritten, textOf } from '#infra/testing/mutants/mutant';
import type { SoakMutant } from './soak-mutant.ts';

const isMail = (operation: string) => (request: TableRequest) =>
  request.operation === operation && textOf(request.input).includes('"MAIL#');

/** Defects of the mailer and its leases. */
export const mailMutants: readonly SoakMutant[] = [
  {
    name: 'a send lease is taken twice',
    theme: 'rush',
    intercept: rewritten(
      isMail('PutItem'),
      'attribute_not_exists(PK)',
      '(attribute_not_exists(PK) OR attribute_exists(PK))',
    ),
  },
  { name: 'a send lease is not released', theme: 'rush', intercept: lost(isMail('DeleteItem')) },
  { name: 'a sent message is not recorded', theme: 'rush', intercept: lost(isMail('UpdateItem')) },
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
