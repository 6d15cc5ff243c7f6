import { UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import type { Table } from '#functions/data/table';

/**
 * Does work on a local table while it writes no stream: the engine takes ever longer for each record a stream holds,
 * and nobody waits for the confirmations of made-up bookings.
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
