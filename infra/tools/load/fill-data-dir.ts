import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { resourceNames } from '../../local/addresses.ts';
import { openDataDir } from '../../local/data-dir.ts';
import { localAws, startDatabase } from '../../local/dynamodb.ts';
import { StartError } from '../../local/start-error.ts';
import { skipStream } from '../../local/streams/stream-pump.ts';
import type { Load } from './make-load.ts';
import { storeLoad } from './store-load.ts';

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
 * Adds a load to the folder of a stopped local system. A new folder gets the sample
 * data with its accounts first.
 * @throws StartError if the system runs or cannot start; CommandError if the load is already stored
 */
export const fillDataDir = async (
  path: string,
  load: Load,
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
