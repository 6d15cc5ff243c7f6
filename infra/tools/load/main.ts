import { parseArgs } from 'node:util';
import { DynamoDBClient, UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { getFamily } from '#functions/families/families';
import { withoutDeadline } from '#functions/lib/aws-requests';
import type { Table } from '#functions/lib/table';
import { CommandError, runAsCommand } from '../../command.ts';
import { resourceNames } from '../../local/addresses.ts';
import { openDataDir } from '../../local/data-dir.ts';
import { localAws, startDatabase } from '../../local/dynamodb.ts';
import { storeWorld, type World } from '../../local/seed/world.ts';
import { skipStream } from '../../local/streams/stream-pump.ts';
import { localDataDir } from '../admin/target.ts';
import { createProgress } from '../progress.ts';
import { makeLoad } from './make-load.ts';

const usual = { classes: 200, slots: 1_000, families: 5_000, bookings: 50_000, seed: 1 };

const readSizes = (): typeof usual => {
  const names = Object.keys(usual).map((name) => [name, { type: 'string' as const }]);
  const { values } = parseArgs({ options: Object.fromEntries(names) });
  for (const [name, text] of Object.entries(values))
    if (!/^\d{1,7}$/.test(String(text)))
      throw new CommandError(`--${name} is "${text}".`, `--${name} must be a whole number below 10 million.`);
  const asked = Object.entries(values).map(([name, text]) => [name, Number(text)]);
  return { ...usual, ...Object.fromEntries(asked) };
};

/** Without its stream: the engine gets slower with each record, and generated bookings need no confirmations. */
const storeWithoutStream = async (table: Table, load: World): Promise<void> => {
  const setStream = (StreamSpecification: UpdateTableCommand['input']['StreamSpecification']) =>
    table.client.send(new UpdateTableCommand({ TableName: table.name, StreamSpecification }));
  await setStream({ StreamEnabled: false });
  try {
    await storeWorld(table, load, createProgress('items'));
  } finally {
    await setStream({ StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' });
  }
};

await runAsCommand(() =>
  withoutDeadline(async () => {
    const { seed, ...sizes } = readSizes();
    // Midnight (UTC), so that all loads of a day with one seed are equal.
    const load = makeLoad(sizes, { now: new Date(new Date().setUTCHours(0, 0, 0, 0)), seed });
    const dataDir = await openDataDir(localDataDir, { fresh: false });
    try {
      if (!dataDir.content)
        throw new CommandError('The local system has no school yet.', 'Run `npm start` once, then end it.');
      const database = await startDatabase({ dataDir: await dataDir.folder('dynamodb') });
      try {
        const { endpoint } = database;
        const client = new DynamoDBClient({ ...localAws, endpoint });
        const table = { name: resourceNames.table, client: DynamoDBDocumentClient.from(client) };
        const [first] = load.families;
        if (first && (await getFamily(table, first.id)))
          throw new CommandError('This load is stored already.', 'Another --seed adds another one.');
        await storeWithoutStream(table, load);
        client.destroy();
        // The table's stream is a new one to whoever reads it next.
        await skipStream({ endpoint, tableName: table.name, dataDir: await dataDir.folder('stream') });
      } finally {
        await database.stop();
      }
    } finally {
      dataDir.release();
    }
  }),
);
