import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A child process that ends with this process. */
export interface ChildEngine {
  /** Its latest output, for the error message when it fails to start. */
  output(): string;
  /** Resolves when it has ended, for any reason. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/**
 * Kills `child` when this process dies without cleaning up (SIGKILL, a closed terminal): a shell blocks on a pipe that
 * only this process holds open. `read` is a builtin, so that the shell has no child process.
 */
const startWatcher = (child: ChildProcess): ChildProcess =>
  spawn('/bin/sh', ['-c', 'read -r _; kill -KILL "$0"', String(child.pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });

/**
 * Starts a program outside the terminal's process group, so that Ctrl-C does not end it before the work that needs it.
 */
export const startChildEngine = async (command: string, args: readonly string[]): Promise<ChildEngine> => {
  const child = spawn(command, args, { detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  await once(child, 'spawn');
  const ended = once(child, 'exit').then(() => undefined);
  const watcher = startWatcher(child);

  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-4_000);
    });
  }
  void ended.then(() => watcher.kill('SIGKILL'));

  return {
    output: () => output.trim(),
    ended,
    stop: async () => {
      // The watcher ends with the child. It stays until then: a child that does not answer outlives this process otherwise.
      child.kill('SIGTERM');
      await ended;
    },
  };
};
