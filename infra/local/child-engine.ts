import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A program this process started and will not leave behind. */
export interface ChildEngine {
  /** All it wrote so far, for a message when it fails to start. */
  output(): string;
  /** Resolves when it has ended, for whatever reason. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/**
 * Ends `child` when this process dies without a chance to clean up (SIGKILL, power cut of a terminal): a shell
 * blocks on a pipe that only this process holds open. `read` is built in, so the shell has no child of its own.
 */
const startWatcher = (child: ChildProcess): ChildProcess =>
  spawn('/bin/sh', ['-c', 'read -r _; kill -KILL "$0"', String(child.pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });

/**
 * Starts a program apart from the terminal's process group, so that Ctrl-C reaches it only through `stop`, after
 * everything that still needs it has finished.
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
      // First the watcher: later it could meet another process under the same id.
      watcher.kill('SIGKILL');
      child.kill('SIGTERM');
      await ended;
    },
  };
};
