import { afterAll, beforeAll, expect, it } from 'vitest';
import { tableSchema } from '#functions/lib/dynamo/items';
import { synthesize } from '../testing/cloud/synthesize.ts';

let stack: ReturnType<typeof synthesize>;
beforeAll(() => {
  stack = synthesize();
});
afterAll(() => stack.remove());

const table = () => stack.only('AWS::DynamoDB::GlobalTable');
const keySchema = ({ partitionKey, sortKey }: { partitionKey: string; sortKey: string }) => [
  { AttributeName: partitionKey, KeyType: 'HASH' },
  { AttributeName: sortKey, KeyType: 'RANGE' },
];

it('has the keys and indexes that the code uses', () => {
  const { KeySchema, GlobalSecondaryIndexes, TimeToLiveSpecification } = table().properties;
  expect(KeySchema).toEqual(keySchema(tableSchema));
  expect(GlobalSecondaryIndexes).toEqual(
    tableSchema.indexes.map((index) => ({
      IndexName: index.name,
      KeySchema: keySchema(index),
      Projection: { ProjectionType: 'ALL' },
    })),
  );
  expect(TimeToLiveSpecification).toEqual({ AttributeName: tableSchema.timeToLiveAttribute, Enabled: true });
});

it('is billed by request and streams both images', () => {
  expect(table().properties).toMatchObject({
    BillingMode: 'PAY_PER_REQUEST',
    StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
  });
});

it('has point-in-time recovery and deletion protection', () => {
  expect(table().properties.Replicas).toMatchObject([
    {
      Region: { Ref: 'AWS::Region' },
      DeletionProtectionEnabled: true,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    },
  ]);
  expect(table().entry).toMatchObject({ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
});
