import { parseArgs } from 'node:util';
import { reportForeseen } from '../command.ts';
import { requiredSecondFactor, type SecondFactorSetting } from '../settings/settings-schema.ts';
import { localPaths } from './addresses.ts';
import { contentOf } from './data-dir.ts';
import { demoAccounts, demoPassword } from './seed/demo-accounts.ts';
import type { Stack } from './stack.ts';
import { explainFileError, fullDiskNotice, isOfFullDisk, StartError } from './start-error.ts';

export interface RunOptions {
  readonly port: number;
  readonly fresh: boolean;
  readonly empty: boolean;
  readonly secondFactor: SecondFactorSetting | undefined;
}

const defaultPort = 3_000;
const parentCheckMs = 1_000;
const noticeEveryMs = 60_000;
/** Work that has not ended after this, such as a request to an engine that does not answer, is cut off. */
const endWithinMs = 10_000;

const readPort = (text: string | undefined): number => {
  const port = text ? Number(text) : defaultPort;
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new StartError(`PORT is "${text}".`, `PORT must be a number from 0 to 65535: PORT=3001 npm start`);
};

const readOptions = (): RunOptions => {
  try {
    const { values } = parseArgs({
      options: {
        fresh: { type: 'boolean', default: false },
        empty: { type: 'boolean', default: false },
        'second-factor': { type: 'boolean', default: false },
      },
    });
    const { fresh, empty, 'second-factor': isFactorNeeded } = values;
    const secondFactor = isFactorNeeded ? requiredSecondFactor : undefined;
    return { fresh, empty, secondFactor, port: readPort(process.env.PORT) };
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(
      `${error instanceof Error ? error.message : error}.`,
      `Known options: --fresh, --empty, --second-factor.`,
    );
  }
};

export const printStep = (step: string): void => console.log(`${step} …`);

const announce = ({ url, hasSamples }: Stack, opening: string | undefined): void => {
  console.log(`\nReady on ${url}\n`);
  console.log(`  Mailbox          ${url}${localPaths.mailbox}`);
  console.log(`  Login codes      ${url}${localPaths.authenticator}`);
  console.log(`  Stripe           ${url}${localPaths.stripe}`);
  if (opening)
    console.log(
      `  Open your school ${opening}\n  (once, within 24 hours; the next start prints another one)\n`,
    );
  if (!hasSamples) return;
  const { admin, coach, parent, newParent } = demoAccounts;
  const shown = { Admin: admin, Coach: coach, Parent: parent, 'Parent, new': newParent };
  for (const [who, email] of Object.entries(shown)) console.log(`  ${who.padEnd(16)} ${email}`);
  console.log(`  Password         ${demoPassword}\n`);
};

/** Ends the system on Ctrl-C, on a signal to end, and when the parent process or the database has ended. */
const endWith = (stack: Stack, parent: number): void => {
  let isEnding = false;
  const end = async (code: number): Promise<void> => {
    // Under npm, Ctrl-C arrives twice: from the terminal, which signals the whole group, and from npm.
    if (isEnding) return;
    isEnding = true;
    setTimeout(() => {
      console.error('Some work did not end in time and was cut off. The next start continues it.');
      process.exit(code);
    }, endWithinMs).unref();
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

/** Holds informational records of the functions back while the system starts. If it cannot start, they are printed. */
const startQuietly = async (start: () => Promise<Stack>): Promise<Stack> => {
  const print = console.info;
  const held: unknown[][] = [];
  console.info = (...record) => {
    held.push(record);
  };
  try {
    return await start();
  } catch (error) {
    for (const record of held) print(...record);
    throw error;
  } finally {
    console.info = print;
  }
};

/** One line, at most once a minute, in place of the errors of a full disk, which all requests fail with. */
const noticeFullDisk = (): void => {
  const print = console.error;
  let noticedAt = Number.NEGATIVE_INFINITY;
  console.error = (...logged) => {
    if (!logged.some(isOfFullDisk)) return print(...logged);
    if (performance.now() - noticedAt < noticeEveryMs) return;
    noticedAt = performance.now();
    print(fullDiskNotice);
  };
};

/** Runs a command that starts the system: reads options, prints its addresses, or the reason when it cannot start. */
export const run = async (
  dataDir: string,
  start: (options: RunOptions & { readonly dataDir: string }) => Promise<Stack>,
): Promise<void> => {
  const parent = process.ppid;
  try {
    const options = readOptions();
    // `shared/brand.ts` reads it when it is loaded, so `start` loads what names the school.
    const content = await contentOf(dataDir, options).catch((error: unknown) => {
      throw explainFileError(error);
    });
    process.env.SAMPLE_SCHOOL = content === 'samples' ? 'yes' : '';
    const stack = await startQuietly(() => start({ ...options, dataDir }));
    noticeFullDisk();
    endWith(stack, parent);
    announce(stack, await stack.makeOpening());
  } catch (error) {
    reportForeseen(error);
  }
};
