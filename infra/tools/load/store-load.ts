import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { DynamoDBClient, UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { countProfiles, namesOf, profileItem } from '#functions/accounts/profiles';
import { registrationItem } from '#functions/accounts/registrations';
import { childWords, contactWords, wordItems } from '#functions/accounts/search-words';
import { bookingItem } from '#functions/booking/bookings';
import { classItem, slotItem } from '#functions/classes/classes';
import { venueItem, venueNameItem } from '#functions/classes/venues';
import { childItem } from '#functions/families/children';
import { getFamily } from '#functions/families/families';
import { familyLedgerItem } from '#functions/ledger/ledger';
import type { Item } from '#functions/lib/dynamo/items';
import { batchPut, sendTransaction } from '#functions/lib/dynamo/writes';
import type { Table } from '#functions/lib/table';
import type { Venue } from '#shared/classes/class';
import type { Family } from '#shared/families/family';
import { CommandError } from '../../command.ts';
import { resourceNames } from '../../local/addresses.ts';
import { openDataDir } from '../../local/data-dir.ts';
import { localAws, startDatabase } from '../../local/dynamodb.ts';
import { StartError } from '../../local/start-error.ts';
import { skipStream } from '../../local/streams/stream-pump.ts';
import type { Load } from './make-load.ts';

/**
 * Runs work on a local table without its stream, because the engine gets slower with each stream record
 * and generated bookings need no confirmations.
 */
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

/** The venues that classes name. */
const venuesOf = (classes: Load['classes']): Venue[] => [
  ...new Map(
    classes.map(({ venue, venue_details }) => [venue_details.id, { name: venue, ...venue_details }]),
  ).values(),
];

/** The items of a family with its bookings, as the product stores them one by one. */
export const familyItems = (
  { profile, children }: Family,
  bookings?: Parameters<typeof familyLedgerItem>[1],
): Item[] => [
  profileItem(profile, children),
  ...wordItems(profile.id, [...contactWords(profile), ...childWords(namesOf(children))]),
  familyLedgerItem(profile.id, bookings),
  registrationItem({ email: profile.email, userId: profile.id }),
  ...children.map(childItem),
];

const itemsOf = ({ classes, families, bookings }: Load) => {
  const agreed = new Map<string, number>();
  for (const { time_slot_id, amount } of bookings)
    agreed.set(time_slot_id, (agreed.get(time_slot_id) ?? 0) + amount);
  const bookingsOf = Map.groupBy(bookings, ({ parent_id }) => parent_id);
  return [
    ...families.flatMap((family) => familyItems(family, bookingsOf.get(family.profile.id))),
    ...venuesOf(classes).flatMap((venue) => [venueItem(venue), venueNameItem(venue)]),
    ...bookings.map(bookingItem),
    ...classes.flatMap((cls) => [
      classItem(cls),
      ...cls.time_slots.map((slot) => slotItem(slot, agreed.get(slot.id) ?? 0)),
    ]),
  ];
};

/**
 * Stores a load in a local table as the product does: counters of slots, counts of accounts and search keys agree.
 * @param onProgress called with the number of stored items and of all items
 * @throws CommandError if the load is already stored: its bookings cannot be told apart from later ones
 */
export const storeLoad = async (
  table: Table,
  load: Load,
  onProgress: (stored: number, all: number) => void = () => {},
): Promise<void> => {
  const [first] = load.families;
  if (first && (await getFamily(table, first.profile.id)))
    throw new CommandError('This load is stored already.', 'Another --seed adds another one.');
  const items = itemsOf(load);
  let stored = 0;
  await withoutStream(table, async () => {
    await batchPut(table, items, (count) => {
      stored += count;
      onProgress(stored, items.length);
    });
    const { outcome } = await sendTransaction(table, [
      countProfiles(table, { parents: load.families.length }),
    ]);
    if (outcome !== 'done') throw new Error(`The accounts could not be counted: ${outcome}`);
  });
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
