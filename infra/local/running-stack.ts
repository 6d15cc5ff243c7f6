import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { EnvironmentOptions } from './environment.ts';
import { readJsonFile } from './json-file.ts';

const runningSchema = z.object({
  url: z.string(),
  databaseEndpoint: z.string(),
  timeZone: z.string(),
  mailFrom: z.string(),
});

const fileIn = (dataDir: string): string => join(dataDir, 'running.json');

/** Notes where the local system of a folder can be reached, for commands beside it. Resolves to the way to undo it. */
export const noteRunningStack = async (
  dataDir: string,
  environment: EnvironmentOptions,
): Promise<() => Promise<void>> => {
  await writeFile(fileIn(dataDir), JSON.stringify(environment));
  return () => rm(fileIn(dataDir), { force: true });
};

/** Where the local system of a folder runs, or undefined. After a crash it may name one that no longer runs. */
export const readRunningStack = async (dataDir: string): Promise<EnvironmentOptions | undefined> =>
  runningSchema.safeParse(await readJsonFile(fileIn(dataDir))).data;
