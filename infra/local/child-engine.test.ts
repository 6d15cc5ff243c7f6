import { expect, it, vi } from 'vitest';
import { patiently } from '#infra/testing/runner/slowness';
import { listProcesses } from '../testing/stack/list-processes.ts';
import { startChildEngine } from './dynamodb.ts';

/** Arguments of this process's children with `marker` in them. */
const findChildren = async (marker: string): Promise<string[]> => {
  const processes = await listProcesses();
  return processes
    .filter(({ parent, args }) => parent === process.pid && args.includes(marker))
    .map(({ args }) => args);
};

it('fails if the program does not exist', async () => {
  await expect(startChildEngine('no-such-engine', [])).rejects.toThrow('ENOENT');
});

it('keeps the output of the program', async () => {
  const engine = await startChildEngine('/bin/sh', ['-c', 'echo out; echo err >&2; exit 3']);
  await engine.ended;
  expect(engine.output().split('\n').toSorted()).toEqual(['err', 'out']);
});

it('ends the program and its watcher', async () => {
  const engine = await startChildEngine('/bin/sleep', ['98765']);
  expect(await findChildren('sleep 98765')).toHaveLength(1);
  expect(await findChildren('read -r _')).toHaveLength(1);
  await engine.stop();
  expect(await findChildren('sleep 98765')).toEqual([]);
  // The watcher is killed, and not waited for.
  await vi.waitFor(async () => expect(await findChildren('read -r _')).toEqual([]), patiently);
});
