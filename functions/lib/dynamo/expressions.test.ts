import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { updateWrite } from './expressions.ts';

// What the engine takes is proved with it (../changed-meanwhile.integration.test.ts): it refuses an empty set, and answers no item.
it('removes what is set to an empty set, and asks for no stored item', () => {
  const table = { name: 'bookings', client: DynamoDBDocumentClient.prototype };
  const key = { PK: 'CLASS#1', SK: 'SLOT#1' };
  const tests = { version: 1 };
  expect(updateWrite(table, key, { set: { names: new Set() }, if: tests })).toEqual({
    Update: {
      TableName: 'bookings',
      Key: key,
      UpdateExpression: 'REMOVE #names',
      ConditionExpression: '#version = :if_version',
      ExpressionAttributeNames: { '#names': 'names', '#version': 'version' },
      ExpressionAttributeValues: { ':if_version': 1 },
    },
  });
});
