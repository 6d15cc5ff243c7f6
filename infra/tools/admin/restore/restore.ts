import { createInterface } from 'node:readline/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  DeleteTableCommand,
  DescribeTableCommand,
  ResourceNotFoundException,
  RestoreTableToPointInTimeCommand,
} from '@aws-sdk/client-dynamodb';
import type { Clock } from '#functions/lib/clock';
import { chunk } from '#functions/lib/dynamo/items';
import { batchPut } from '#functions/lib/dynamo/writes';
import type { Table } from '#functions/lib/table';
import { classIdSchema, familyIdSchema } from '#shared/lib/ids';
import { CommandError } from '../../../command.ts';
import { createTable } from '../../../local/dynamodb.ts';
import type { PauseSwitch } from '../pause.ts';
import {
  type Comparison,
  compareTables,
  findLost,
  idsOfClass,
  idsOfFamily,
  putBack,
  type RoomDifference,
  reasons,
  type Scope,
  scanPages,
  scopeOf,
  type Tables,
} from './compare.ts';
import { recount } from './recount.ts';
import { roomOf, rooms } from './rooms.ts';

/** All that the command makes and deletes begins so: it never deletes another table. */
const namePattern = /^restored-[a-z0-9-]{1,40}$/;

interface RestoreOptions {
  /** A moment of the last 35 days, in AWS. */
  readonly at?: string | undefined;
  readonly family?: string | undefined;
  readonly class?: string | undefined;
  readonly yes?: boolean;
}

interface RestoreDeps {
  readonly table: Table;
  readonly clock: Clock;
  readonly timeZone: string;
  readonly isLocal: boolean;
  readonly switchOf: PauseSwitch;
  readonly say: (line: string) => void;
  readonly progress: (what: string) => (done: number, all: number) => void;
  readonly ask: (question: string) => Promise<boolean>;
  readonly pause?: (ms: number) => Promise<unknown>;
}

/** Asks in the terminal. @throws CommandError where nobody can answer */
export const askInTerminal = async (question: string): Promise<boolean> => {
  if (!process.stdin.isTTY) throw new CommandError('Nobody can be asked.', 'Add --yes.');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(`${question} [y/N] `);
  terminal.close();
  return /^y(?:es)?$/i.test(answer.trim());
};

const describe = async ({ client }: Table, TableName: string) => {
  try {
    return (await client.send(new DescribeTableCommand({ TableName }))).Table;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
};

const totalled = (show: (done: number, all: number) => void, all: number) => {
  let done = 0;
  return (count: number): void => {
    done += count;
    show(Math.min(done, all), all);
  };
};

const waitMs = 15_000;

/** Makes a table as it was at a moment; locally a copy of now, since the local engine keeps no history. */
const make = async (name: string, { at }: RestoreOptions, deps: RestoreDeps): Promise<string> => {
  const { table, isLocal, progress, say } = deps;
  if (await describe(table, name))
    throw new CommandError(`${name} is there.`, 'Choose another name, or drop it.');
  const next = `Next: restore compare ${name}.`;
  if (isLocal) {
    if (at)
      throw new CommandError(
        'The local engine keeps no history.',
        'Leave --at out: it copies what is stored now.',
      );
    await createTable(table.client, name, { hasStream: false });
    const all = (await describe(table, table.name))?.ItemCount ?? 0;
    const show = totalled(progress('items'), all);
    const copy = { ...table, name };
    await scanPages(table, async (items) => {
      await batchPut(copy, items);
      show(items.length);
    });
    return `${name} has what is stored now. ${next}`;
  }
  const moment = at === undefined ? undefined : new Date(at);
  if (moment && Number.isNaN(moment.getTime()))
    throw new CommandError(`${at} is no moment.`, 'Write it like --at 2026-11-29T08:00:00Z.');
  await table.client.send(
    new RestoreTableToPointInTimeCommand({
      SourceTableName: table.name,
      TargetTableName: name,
      ...(moment ? { RestoreDateTime: moment } : { UseLatestRestorableTime: true }),
    }),
  );
  say(
    'AWS makes the table, which takes up to an hour. If this is interrupted it goes on: see `aws dynamodb describe-table`.',
  );
  while ((await describe(table, name))?.TableStatus !== 'ACTIVE') await sleep(waitMs);
  return `${name} is ready. ${next}`;
};

const drop = async (name: string, { table }: RestoreDeps): Promise<string> => {
  await table.client.send(new DeleteTableCommand({ TableName: name }));
  return `${name} was deleted.`;
};

const tablesOf = async (name: string, { table }: RestoreDeps): Promise<Tables & { readonly all: number }> => {
  const [restored, live] = [await describe(table, name), await describe(table, table.name)];
  if (restored?.TableStatus !== 'ACTIVE')
    throw new CommandError(`There is no table ${name}, or AWS still makes it.`, `Use: restore make ${name}.`);
  const all = (restored.ItemCount ?? 0) + (live?.ItemCount ?? 0);
  return { restored: { ...table, name }, live: table, all };
};

/** Kinds that name classes, and belong to families. */
const ofFamilies = ['ledger', 'family', 'attempt', 'recipient', 'message'];

const readScope = async (tables: Tables, { family, class: cls }: RestoreOptions): Promise<Scope> => {
  if (family !== undefined && cls !== undefined)
    throw new CommandError('One family and one class are named.', 'Name one of them.');
  if (family !== undefined) {
    const id = familyIdSchema.safeParse(family);
    if (!id.success)
      throw new CommandError('This is no id of a family.', 'It is in the address of its page: fam_….');
    return scopeOf(await idsOfFamily(tables, id.data));
  }
  if (cls === undefined) return () => true;
  const id = classIdSchema.safeParse(cls);
  if (!id.success)
    throw new CommandError('This is no id of a class.', 'It is in the address of its page: cls_….');
  return scopeOf(await idsOfClass(tables, id.data), ofFamilies);
};

const sumOf = ({ rooms: found }: Comparison, what: keyof RoomDifference): number =>
  [...found.values()].reduce((total, room) => total + room[what], 0);

const leftOutLines = ({ leftOut }: Pick<Comparison, 'leftOut'>): string[] =>
  [...leftOut].map(([reason, count]) => `Left out: ${count} ${reasons[reason]}.`);

const tableLines = (comparison: Comparison): string[] => {
  const line = (...cells: readonly (string | number)[]): string =>
    cells.map((cell, at) => (at === 0 ? String(cell).padEnd(12) : String(cell).padStart(12))).join('');
  const found = rooms.flatMap((room) => {
    const each = comparison.rooms.get(room);
    return each ? [line(room, each.missing, each.overwritten, each.newer)] : [];
  });
  const total = (['missing', 'overwritten', 'newer'] as const).map((what) => sumOf(comparison, what));
  return [
    line('room', 'missing', 'overwritten', 'newer'),
    ...found,
    line('in all', ...total),
    ...leftOutLines(comparison),
  ];
};

const compare = async (tables: Tables & { readonly all: number }, scope: Scope, deps: RestoreDeps) =>
  compareTables({
    tables,
    scope,
    now: deps.clock(),
    onRead: totalled(deps.progress('items compared'), tables.all),
  });

const recountLines = async (deps: RestoreDeps): Promise<string[]> => {
  const { table, clock, timeZone, progress, pause } = deps;
  const families = 2 * ((await describe(table, table.name))?.ItemCount ?? 0);
  const onCounted = totalled(progress('slots and ledgers counted'), families);
  const { slots, ledgers, others, overfull, unsettled } = await recount({
    table,
    now: clock(),
    timeZone,
    onCounted,
    pause,
  });
  return [
    `Counted again: ${slots} slots, ${ledgers} ledgers, ${others} other counters.`,
    ...overfull.map((id) => `More bookings than places: ${id}. Move or end some, or raise its places.`),
    ...unsettled.map(
      (id) =>
        `The ledger of ${id} does not agree with its bookings. Run the command again; if it stays, restore the family.`,
    ),
  ];
};

const putBackChosen = async (
  name: string,
  choice: 'missing' | 'overwritten',
  options: RestoreOptions,
  deps: RestoreDeps,
): Promise<string> => {
  const { table, clock, say, ask, progress } = deps;
  if (!(await deps.switchOf.isOn()))
    throw new CommandError(
      'Changes are not paused: counters would not agree, and families would be emailed about what comes back.',
      'Run `pause on` first.',
    );
  const tables = await tablesOf(name, deps);
  const scope = await readScope(tables, options);
  const comparison = await compare(tables, scope, deps);
  const withOverwritten = choice === 'overwritten';
  const chosen = sumOf(comparison, 'missing') + (withOverwritten ? sumOf(comparison, 'overwritten') : 0);
  say(tableLines(comparison).join('\n'));
  say(
    withOverwritten
      ? `Puts back ${chosen} items: the missing ones, and those that are otherwise by now, whose changes since are lost.`
      : `Puts back ${chosen} items that are missing. It changes no other item.`,
  );
  if (!(options.yes || (await ask('Put them back?')))) return 'Nothing was changed.';
  const done = new Map<string, number>();
  let [changed, count] = [0, 0];
  const show = progress('items put back');
  await findLost({ tables, scope, now: clock() }, async (found) => {
    const own = found.filter(({ live, leftOut }) => !leftOut && (withOverwritten || !live));
    for (const part of chunk(own, 10))
      await Promise.all(
        part.map(async (one) => {
          if (await putBack(table, one)) done.set(roomOf(one.item), (done.get(roomOf(one.item)) ?? 0) + 1);
          else changed += 1;
          count += 1;
          show(Math.min(count, chosen), chosen);
        }),
      );
  });
  const lines = await recountLines(deps);
  const total = [...done.values()].reduce((sum, each) => sum + each, 0);
  return [
    ...rooms.flatMap((room) => (done.has(room) ? [`${room}: ${done.get(room)} put back`] : [])),
    `In all ${total} of ${chosen}.`,
    ...(changed > 0 ? [`Changed meanwhile, and left as they are: ${changed}. Run the command again.`] : []),
    ...lines,
    'Then: `without-login` and `list` name accounts that differ from the user pool, and `pause off`.',
  ].join('\n');
};

/** Brings back items of a table as of a moment, locally of now (REL-05). @returns what to print @throws CommandError */
export const runOnRestore = async (
  words: readonly string[],
  options: RestoreOptions,
  deps: RestoreDeps,
): Promise<string> => {
  const [action, name = '', choice, ...rest] = words;
  const takesChoice = action === 'put-back';
  const isKnown = ['make', 'compare', 'put-back', 'drop'].includes(action ?? '');
  if (!isKnown || rest.length > 0 || takesChoice !== Boolean(choice))
    throw new CommandError(
      'There is no such command.',
      'Use: restore make|compare|drop <name>, restore put-back <name> missing|overwritten.',
    );
  if (!namePattern.test(name) || name === deps.table.name)
    throw new CommandError(`"${name}" is no name for a restored table.`, 'Choose one like restored-1.');
  if (action === 'make') return make(name, options, deps);
  if (action === 'drop') return drop(name, deps);
  if (choice === 'missing' || choice === 'overwritten') return putBackChosen(name, choice, options, deps);
  if (takesChoice)
    throw new CommandError(`"${choice}" cannot be put back.`, 'Use: missing, or overwritten, which is both.');
  const tables = await tablesOf(name, deps);
  return tableLines(await compare(tables, await readScope(tables, options), deps)).join('\n');
};
