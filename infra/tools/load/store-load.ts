import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { DynamoDBClient, UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { getFamily } from '#functions/families/families';
import type { Table } from '#functions/lib/table';
import { CommandError } from '../../command.ts';
import { resourceNames } from '../../local/addresses.ts';
import { openDataDir } from '../../local/data-dir.ts';
import { localAws, startDatabase } from '../../local/dynamodb.ts';
import { storeWorld, type World } from '../../local/seed/world.ts';
import { StartError } from '../../local/start-error.ts';
import { skipStream } from '../../local/streams/stream-pump.ts';

/** Without its stream: the engine gets slower with each record, and generated bookings need no confirmations. */
const withoutStream = async (table: Table, work: () => Promise<void>): Promise<void> => {
  const send = (StreamSpecification: UpdateTableCommand['input']['StreamSpecification']) =>
    table.client.send(new UpdateTableCommand({ TableName: table.name, StreamSpecification }));
  await send({ StreamEnabled: false });
  try {
    await work();
  } finally {
    await send({ StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' });
  }
};

/** @param onProgress with stored and all items @throws CommandError if it is stored: its bookings cannot be told apart */
export const storeLoad = async (
  table: Table,
  load: World,
  onProgress?: (stored: number, all: number) => void,
): Promise<void> => {
  const [first] = load.families;
  if (first && (await getFamily(table, first.id)))
    throw new CommandError('This load is stored already.', 'Another --seed adds another one.');
  await withoutStream(table, () => storeWorld(table, load, onProgress));
};

/** In a process of its own, because a process can run one system and the caller may start the filled one. */
const storeSamples = async (path: string): Promise<void> => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'store-samples.ts'), path], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [reason, [exitCode]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  if (exitCode === 0) return;
  const [what = '', remedy = ''] = reason.trim().split('\n').slice(-2);
  throw new StartError(what, remedy);
};

/**
 * A new folder gets the samples first.
 * @throws StartError if the system runs or cannot start; CommandError if stored already
 */
export const fillDataDir = async (
  path: string,
  load: World,
  onProgress?: Parameters<typeof storeLoad>[2],
): Promise<void> => {
  const found = await openDataDir(path, { fresh: false });
  found.release();
  if (!found.content) await storeSamples(path);
  const dataDir = await openDataDir(path, { fresh: false });
  const database = await startDatabase({ dataDir: await dataDir.folder('dynamodb') });
  try {
    const client = new DynamoDBClient({ ...localAws, endpoint: database.endpoint });
    const table = { name: resourceNames.table, client: DynamoDBDocumentClient.from(client) };
    await storeLoad(table, load, onProgress);
    client.destroy();
    // The table's stream is a new one to whoever reads it next.
    await skipStream({
      endpoint: database.endpoint,
      tableName: resourceNames.table,
      dataDir: await dataDir.folder('stream'),
    });
  } finally {
    await database.stop();
    dataDir.release();
  }
};
