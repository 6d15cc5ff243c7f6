import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { secondFactorSettingSchema } from '../settings/settings-schema.ts';
import type { EnvironmentOptions } from './environment.ts';
import { readOrSetAside } from './json-file.ts';

const runningSchema = z.object({
  url: z.string(),
  databaseEndpoint: z.string(),
  timeZone: z.string(),
  mailFrom: z.string(),
  secondFactor: secondFactorSettingSchema,
});

const fileIn = (dataDir: string): string => join(dataDir, 'running.json');

/**
 * Records the addresses of the running system in its folder, for other commands. Resolves to a function that removes
 * the record.
 */
export const noteRunningStack = async (
  dataDir: string,
  environment: EnvironmentOptions,
): Promise<() => Promise<void>> => {
  await writeFile(fileIn(dataDir), JSON.stringify(environment));
  return () => rm(fileIn(dataDir), { force: true });
};

/** The addresses of the system that runs on a folder, or undefined. After a crash they may be out of date. */
export const readRunningStack = async (dataDir: string): Promise<EnvironmentOptions | undefined> =>
  readOrSetAside(fileIn(dataDir), runningSchema);
