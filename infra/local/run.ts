import { parseArgs } from 'node:util';
import { localPaths } from './addresses.ts';
import { demoAccounts, demoPassword } from './seed/demo-accounts.ts';
import type { Stack } from './stack.ts';
import { StartError } from './start-error.ts';

export interface RunOptions {
  readonly port: number;
  readonly fresh: boolean;
  readonly empty: boolean;
}

const defaultPort = 3_000;
const parentCheckMs = 1_000;

const readPort = (text: string | undefined): number => {
  const port = text ? Number(text) : defaultPort;
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new StartError(`PORT must be a number from 0 to 65535, not "${text}".`);
};

const readOptions = (): RunOptions => {
  try {
    const { values } = parseArgs({
      options: { fresh: { type: 'boolean', default: false }, empty: { type: 'boolean', default: false } },
    });
    return { ...values, port: readPort(process.env.PORT) };
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(
      `${error instanceof Error ? error.message : error}. Known options: --fresh, --empty.`,
    );
  }
};

const announce = ({ url, hasSamples }: Stack): void => {
  console.log(`\nReady on ${url}\n`);
  console.log(`  Mailbox          ${url}${localPaths.mailbox}`);
  if (!hasSamples) return;
  console.log(`  Admin            ${demoAccounts.admin}`);
  console.log(`  Parent           ${demoAccounts.parent}`);
  console.log(`  Parent, new      ${demoAccounts.newParent}`);
  console.log(`  Password         ${demoPassword}\n`);
};

/** Ends the system on Ctrl-C, on a request to end, and when whoever started this process, or the database, is gone. */
const endWith = (stack: Stack, parent: number): void => {
  let isEnding = false;
  const end = async (code: number): Promise<void> => {
    // Ctrl-C comes twice under npm: from the terminal to all, and handed on by npm.
    if (isEnding) return;
    isEnding = true;
    await stack.stop();
    process.exit(code);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0));
  void stack.databaseEnded.then(() => {
    if (!isEnding) console.error('The DynamoDB engine has ended by itself, so the local system ends too.');
    return end(1);
  });
  setInterval(() => {
    if (process.ppid !== parent) void end(0);
  }, parentCheckMs).unref();
};

/** Runs a command line that starts the system: reads its options, says when it is ready or why it cannot be. */
export const run = async (start: (options: RunOptions) => Promise<Stack>): Promise<void> => {
  const parent = process.ppid;
  try {
    const stack = await start(readOptions());
    endWith(stack, parent);
    announce(stack);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
};
