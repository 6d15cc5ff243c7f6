import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';

interface RunningProcess {
  readonly pid: number;
  readonly parent: number;
  readonly args: string;
}

const readProcess = (pid: string): RunningProcess[] => {
  try {
    const args = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    // After the name in brackets, which may hold anything: the state and the parent.
    const [state, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return state === 'Z' ? [] : [{ pid: Number(pid), parent: Number(parent), args }];
  } catch {
    // It has ended meanwhile.
    return [];
  }
};

/** All processes but zombies. A minimal Linux has no `ps`, and other systems have no `/proc`. */
export const listProcesses = async (): Promise<RunningProcess[]> => {
  if (existsSync('/proc/self/stat'))
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap(readProcess);
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid=,ppid=,stat=,args=']);
  return [...stdout.matchAll(/^\s*(\d+)\s+(\d+)\s+([^Z\s]\S*)\s+(.*)$/gm)].map(([, pid, parent, , args]) => ({
    pid: Number(pid),
    parent: Number(parent),
    args: args ?? '',
  }));
};
