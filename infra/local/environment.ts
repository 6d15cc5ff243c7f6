import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Variable } from '#functions/functions';
import {
  bulkMailRate,
  prodMailRate,
  rolesWithSecondFactor,
  secondFactorSettingSchema,
} from '#infra/settings/settings-schema';
import { localPaths, resourceNames } from './addresses.ts';
import { readOrSetAside } from './json-file.ts';

const environmentSchema = z.object({
  url: z.string(),
  databaseEndpoint: z.string(),
  timeZone: z.string(),
  mailFrom: z.string(),
  secondFactor: secondFactorSettingSchema,
});
type Environment = z.infer<typeof environmentSchema>;

/** Variables that could send requests to AWS, or add real credentials to them. */
const foreign = [
  'AWS_PROFILE',
  'AWS_SESSION_TOKEN',
  'AWS_ENDPOINT_URL',
  'AWS_IGNORE_CONFIGURED_ENDPOINT_URLS',
];

/** Lambda's environment, with every AWS service on this machine. Handlers read it on import: a process runs one stack. */
export const setEnvironment = (environment: Environment): void => {
  const { url, databaseEndpoint, timeZone, mailFrom, secondFactor } = environment;
  const variables: Record<Variable, string> = {
    TABLE_NAME: resourceNames.table,
    USER_POOL_ID: resourceNames.userPoolId,
    USER_POOL_CLIENT_ID: resourceNames.userPoolClientId,
    BUSINESS_TIME_ZONE: timeZone,
    SITE_URL: url,
    MAIL_FROM: mailFrom,
    MAILS_PER_SECOND: String(bulkMailRate(prodMailRate)),
    PICTURE_HOSTS: JSON.stringify(resourceNames.pictureHosts),
    SECOND_FACTOR_ROLES: JSON.stringify(rolesWithSecondFactor(secondFactor)),
    ORIGIN_KEY: resourceNames.originKey,
    STRIPE_API: url,
    CARD_KEY_SECRET: resourceNames.cardKeySecret,
    CARD_EVENTS_SECRET: resourceNames.cardEventsSecret,
  };
  for (const name of foreign) delete process.env[name];
  Object.assign(process.env, variables, {
    AWS_REGION: resourceNames.region,
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_DYNAMODB: databaseEndpoint,
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: url + localPaths.cognito,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: url + localPaths.secrets,
    AWS_ENDPOINT_URL_SES: url + localPaths.ses,
  });
};

const fileIn = (dataDir: string): string => join(dataDir, 'running.json');

/** Records the addresses of the running system, for other commands. Resolves to a function that removes the record. */
export const noteRunningStack = async (
  dataDir: string,
  environment: Environment,
): Promise<() => Promise<void>> => {
  await writeFile(fileIn(dataDir), JSON.stringify(environment));
  return () => rm(fileIn(dataDir), { force: true });
};

/** The addresses of the system that runs on a folder, or undefined. After a crash they may be out of date. */
export const readRunningStack = async (dataDir: string): Promise<Environment | undefined> =>
  readOrSetAside(fileIn(dataDir), environmentSchema);
