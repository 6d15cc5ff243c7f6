import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it, vi } from 'vitest';
import { startChildEngine } from './child-engine.ts';

/** Arguments of this process's children that run or wait for `marker`. */
const findChildren = async (marker: string): Promise<string[]> => {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'ppid=,stat=,args=']);
  return stdout
    .split('\n')
    .filter((line) => line.trim().startsWith(`${process.pid} `) && !/^\s*\d+ Z/.test(line))
    .filter((line) => line.includes(marker));
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
  await vi.waitFor(async () => expect(await findChildren('read -r _')).toEqual([]), 10_000);
});
