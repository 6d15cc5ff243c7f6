import { UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import type { Table } from '#functions/data/table';

/**
 * Runs work on a local table without its stream, because the engine gets slower with each stream record
 * and generated bookings need no confirmations.
 */
export const withoutStream = async (table: Table, work: () => Promise<void>): Promise<void> => {
  const send = (StreamSpecification: UpdateTableCommand['input']['StreamSpecification']) =>
    table.client.send(new UpdateTableCommand({ TableName: table.name, StreamSpecification }));
  await send({ StreamEnabled: false });
  try {
    await work();
  } finally {
    await send({ StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' });
  }
};
