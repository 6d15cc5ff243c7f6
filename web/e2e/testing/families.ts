import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { familyLedgerKey } from '#functions/data/dynamo/keys/ledger';
import { sampleFamily } from '#infra/testing/samples/samples';
import type { Account, TestStack } from '#infra/testing/stack/test-stack';
import { limits } from '#shared/limits';
import type { Family } from '#shared/schemas/profile';
import { bornYearsAgo } from './business-day.ts';

/** A parent with two children: Ana is 9; Ben is 7 and has asthma. */
export const familyOfTwo = (): Family =>
  sampleFamily({
    now: new Date(),
    children: [
      { name: 'Ana Parent', date_of_birth: bornYearsAgo(9) },
      {
        name: 'Ben Parent',
        date_of_birth: bornYearsAgo(7),
        medical_conditions: 'Asthma: carries an inhaler',
      },
    ],
  });

/** Lets a family have made all changes of an hour that the clock does not end. */
export const spendChanges = async ({ table }: TestStack, { family }: Account): Promise<void> => {
  await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: familyLedgerKey(family.profile.id),
      UpdateExpression: 'SET changes_hour = :hour, hour_changes = :count',
      ExpressionAttributeValues: { ':hour': '2999-01-01T00', ':count': limits.changesPerHour },
    }),
  );
};

export const tooManyChanges = 'A family can make at most 60 changes an hour. Please try again in an hour.';
