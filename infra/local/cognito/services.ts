import type { Config } from 'cognito-local/lib/server/config';
import type { Services } from 'cognito-local/lib/services';
import { CognitoServiceFactoryImpl } from 'cognito-local/lib/services/cognitoService.js';
import type { Context } from 'cognito-local/lib/services/context';
import type { LogService } from 'cognito-local/lib/services/LogService';
import type { TokenGenerator } from 'cognito-local/lib/services/tokenGenerator';
import { UserPoolServiceFactoryImpl } from 'cognito-local/lib/services/userPoolService.js';
import type { Clock } from '#functions/clock';
import { createJsonStoreFactory } from './json-store.ts';

/** Logs nothing: cognito-local logs users with their passwords. */
const silent: LogService = {
  child: () => silent,
  debug: () => {},
  error: () => {},
  info: () => {},
  warn: () => {},
};

export const quietContext: Context = { logger: silent };

const unused = (what: string) => async (): Promise<never> => {
  throw new Error(`The user pool has no ${what}`);
};

const noTrigger = unused('triggers');

const triggers: Services['triggers'] = {
  enabled: () => false,
  customMessage: noTrigger,
  customEmailSender: noTrigger,
  postAuthentication: noTrigger,
  postConfirmation: noTrigger,
  preSignUp: noTrigger,
  preTokenGeneration: noTrigger,
  userMigration: noTrigger,
};

/** Users are found by email, and the user name is the `sub`, as in a pool with sign-in by email. */
const userPoolDefaults = { UsernameAttributes: ['email'] };

const config: Config = {
  UserPoolDefaults: userPoolDefaults,
  LambdaClient: {},
  TriggerFunctions: {},
  TokenConfig: {},
  ServerConfig: { hostname: '', port: 0, development: false, https: false },
};

/**
 * The parts of cognito-local without its server, which uses the working directory, loads the whole AWS SDK 2 and takes four
 * times as long to start.
 */
export const createServices = async (
  dataDir: string,
  tokenGenerator: TokenGenerator,
  now: Clock,
): Promise<Services> => {
  const clock = { get: now };
  const stores = createJsonStoreFactory(dataDir);
  const pools = new UserPoolServiceFactoryImpl(clock, stores);
  const cognito = await new CognitoServiceFactoryImpl(dataDir, stores, pools).create(
    quietContext,
    userPoolDefaults,
  );
  return {
    clock,
    cognito,
    config,
    messages: { deliver: unused('messages: the product sends its own emails') },
    otp: () => '000000',
    tokenGenerator,
    triggers,
  };
};

export interface UserPoolNames {
  readonly userPoolId: string;
  readonly clientId: string;
  readonly groups: readonly string[];
}

/**
 * Creates the pool, its app client and its groups, unless they exist.
 * @returns whether they did not exist
 */
export const ensureUserPool = async (
  { cognito, clock }: Services,
  { userPoolId, clientId, groups }: UserPoolNames,
): Promise<boolean> => {
  if (await cognito.getAppClient(quietContext, clientId)) return false;
  const created = { CreationDate: clock.get(), LastModifiedDate: clock.get() };
  await cognito.createUserPool(quietContext, { Id: userPoolId, ...userPoolDefaults, ...created });
  const pool = await cognito.getUserPool(quietContext, userPoolId);
  for (const GroupName of groups) await pool.saveGroup(quietContext, { GroupName, ...created });
  await pool.saveAppClient(quietContext, {
    ClientId: clientId,
    ClientName: 'web',
    UserPoolId: userPoolId,
    ...created,
  });
  return true;
};
