import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { getRequestListener } from '@hono/node-server';
import { listAdminAccounts } from '#functions/accounts/accounts';
import { createAdminLink } from '#functions/accounts/openings';
import { requestLimits } from '#functions/lib/aws-requests';
import { writesVariable } from '#functions/lib/http/create-handler';
import { connectTable } from '#functions/lib/table';
import {
  mailerStreamSettings,
  messengerStreamSettings,
  securityHeaders,
  timerSettings,
} from '#infra/cloud/service-settings';
import {
  defaultTimeZone,
  rolesWithSecondFactor,
  type SecondFactorSetting,
} from '#infra/settings/settings-schema';
import { brand, senderOf } from '#shared/brand';
import { routeList } from '#shared/contract/routes';
import { paths } from '#shared/paths';
import { grantedRoles } from '#shared/roles';
import { localPaths, resourceNames } from './addresses.ts';
import { createApiGateway, createThrottle, lambdaContext } from './api-gateway/api-gateway.ts';
import { createAuthorizer } from './api-gateway/authorizer.ts';
import { createApp, type SiteHandler } from './app.ts';
import { createCognitoGateway } from './cognito/gateway.ts';
import { openDataDir } from './data-dir.ts';
import { createTable, dropTable, localAws, startDatabase } from './dynamodb.ts';
import { noteRunningStack, setEnvironment } from './environment.ts';
import { type HandlerLoader, importHandlers, warmUp } from './handlers.ts';
import { startHttpServer } from './http-server.ts';
import { openMailStore } from './mail/ses-sink.ts';
import { createReporter } from './mail/simulator.ts';
import { openPause } from './pause.ts';
import { checkRole, inRole } from './roles/roles.ts';
import { seed } from './seed/seed.ts';
import { addAuthenticators } from './seed/store-families.ts';
import { builtSiteFolder, createBuiltSite } from './site/built-site.ts';
import { beginAgain, explainFileError, StartError } from './start-error.ts';
import { openDeadLetters } from './streams/deliver-batch.ts';
import { skipStream, startStreamPump } from './streams/stream-pump.ts';
import { openLocalStripe } from './stripe/local-stripe.ts';

const createLocalClock = () => {
  let shiftMs = 0;
  return {
    now: () => new Date(Date.now() + shiftMs),
    set: (moment: Date): void => {
      shiftMs = moment.getTime() - Date.now();
    },
    shift: () => shiftMs,
  };
};

/** Makes functions read a clock and keep to their roles. Loaded before each invocation, which may make its modules anew. */
const applyTo = (loader: HandlerLoader, clock: ReturnType<typeof createLocalClock>): HandlerLoader => ({
  load: async (name) => {
    const handler = await loader.load(name);
    const { shiftClock, checkRequests } = await loader.settings();
    shiftClock(clock.shift());
    checkRequests(checkRole);
    return inRole(name, handler);
  },
  settings: loader.settings,
});

const startTimer = (loader: Pick<HandlerLoader, 'load'>, isPaused: () => boolean) => {
  let running = Promise.resolve();
  const run = (): Promise<void> => {
    running = running.then(async () => {
      if (isPaused()) return;
      try {
        await (await loader.load('timer'))({}, lambdaContext('timer'));
      } catch (error) {
        console.error(error);
      }
    });
    return running;
  };
  void run();
  const interval = setInterval(run, timerSettings.everyMinutes * 60_000);
  return {
    run,
    stop: async (): Promise<void> => {
      clearInterval(interval);
      await running;
    },
  };
};

export interface StackOptions {
  readonly port?: number;
  readonly dataDir: string;
  readonly fresh?: boolean;
  readonly empty?: boolean;
  readonly timeZone?: string;
  /** By default no role needs a second factor. */
  readonly secondFactor?: SecondFactorSetting | undefined;
  /** Refuses requests beyond the limits of their route with 429, as API Gateway does. */
  readonly throttled?: boolean;
  /** Nothing works in the background: the table has no stream, and can so be in memory, where it is much faster. */
  readonly requestsOnly?: boolean;
  readonly tokenLifetimeSeconds?: number;
  /** Delay before the mailer's first retry. It doubles with each retry. */
  readonly firstRetryAfterMs?: number;
  readonly onStep?: (step: string) => void;
  readonly site?: SiteHandler;
  readonly handlers?: HandlerLoader;
}

export interface Stack {
  readonly url: string;
  readonly databaseEndpoint: string;
  readonly hasSamples: boolean;
  /** Makes the address at which the first administrator opens an account; undefined where there is one (SCH-01). */
  makeOpening(): Promise<string | undefined>;
  readonly databaseEnded: Promise<void>;
  stop(): Promise<void>;
}

const projectRoot = join(import.meta.dirname, '../..');

/** The cloud's headers, so that a page that works locally works in the cloud. */
const productHeaders = securityHeaders({
  connectSrc: [`https://cognito-idp.${resourceNames.region}.amazonaws.com`],
  pictureHosts: resourceNames.pictureHosts,
});

const notReady: RequestListener = (_, response) => {
  response.writeHead(503, { 'retry-after': '1' }).end('Starting');
};

/** A folder that was filled has a table and a user pool. If one of them had to be created, its data is lost. */
const checkNotLost = (what: string, { isNew, content }: { isNew: boolean; content: unknown }): void => {
  if (isNew && content) throw new StartError(`The data of ${what} is missing.`, beginAgain);
};

/** The shortest time between two notices of a step's progress, so that a start of usual speed gives none. */
const noticeEveryMs = 5_000;

export const whenSlow = (
  notice: (text: string) => void,
  elapsed = () => performance.now(),
): ((text: string) => void) => {
  let noticedAt = elapsed();
  return (text) => {
    if (elapsed() - noticedAt < noticeEveryMs) return;
    noticedAt = elapsed();
    notice(text);
  };
};

const prepareTable = async (
  endpoint: string,
  { fresh, hasStream }: { readonly fresh: boolean; readonly hasStream: boolean },
): Promise<boolean> => {
  const client = new DynamoDBClient({ ...localAws, endpoint });
  try {
    // An external engine (DYNAMODB_ENDPOINT) still has its table after the folder was emptied.
    if (fresh) await dropTable(client, resourceNames.table);
    return await createTable(client, resourceNames.table, { hasStream });
  } finally {
    client.destroy();
  }
};

/** One in a process: handlers read its environment. @throws StartError if anything cannot be used; nothing is left running */
export const startStack = async ({
  port = 0,
  dataDir: path,
  fresh = false,
  empty = false,
  timeZone = defaultTimeZone,
  throttled = false,
  requestsOnly = false,
  secondFactor = { admin: 'offered', coach: 'offered' },
  tokenLifetimeSeconds,
  firstRetryAfterMs,
  onStep = () => {},
  site = createBuiltSite(join(projectRoot, builtSiteFolder)),
  handlers: loader = importHandlers,
}: StackOptions): Promise<Stack> => {
  const clock = createLocalClock();
  const handlers = applyTo(loader, clock);
  const undo: (() => unknown)[] = [];
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).toReversed()) await step();
  };
  try {
    const dataDir = await openDataDir(path, { fresh });
    undo.push(dataDir.release);
    onStep('Starting the database');
    const database = await startDatabase(requestsOnly ? {} : { dataDir: await dataDir.folder('dynamodb') });
    undo.push(database.stop);
    let listener = notReady;
    const server = await startHttpServer((request, response) => listener(request, response), port);
    undo.push(server.close);
    const url = `http://localhost:${server.port}`;

    const environment = {
      url,
      databaseEndpoint: database.endpoint,
      timeZone,
      mailFrom: senderOf(brand.mailbox),
      secondFactor,
    };
    setEnvironment(environment);
    const { content: stored } = dataDir;
    const isNewTable = await prepareTable(database.endpoint, { fresh: !stored, hasStream: !requestsOnly });
    checkNotLost('the database', { isNew: isNewTable, content: stored });
    onStep('Starting the user pool');
    const cognito = await createCognitoGateway({
      dataDir: await dataDir.folder('cognito'),
      endpoint: url + localPaths.cognito,
      userPoolId: resourceNames.userPoolId,
      clientId: resourceNames.userPoolClientId,
      groups: grantedRoles,
      clock: clock.now,
      pretoken: () => handlers.load('pretoken'),
      ...(tokenLifetimeSeconds && { tokenLifetimeSeconds }),
    });
    checkNotLost('the user pool', { isNew: cognito.isNew, content: stored });
    const deadLetters = await openDeadLetters(await dataDir.folder('stream'));
    const pause = await openPause(await dataDir.folder('gateway'));
    let timer: ReturnType<typeof startTimer> | undefined;
    const app = createApp({
      clock: {
        now: clock.now,
        set: async (moment) => {
          clock.set(moment);
          await timer?.run();
        },
      },
      api: createApiGateway({
        routes: routeList.map(({ route }) => route),
        handlerOf: handlers.load,
        stageVariables: () => ({ [writesVariable.name]: pause.isOn() ? 'paused' : 'on' }),
        allows: throttled ? createThrottle(() => performance.now()) : undefined,
        authorizer: createAuthorizer({
          issuer: cognito.issuer,
          clientId: resourceNames.userPoolClientId,
          jwks: cognito.jwks,
          clock: clock.now,
        }),
      }),
      cognito: cognito.app,
      authenticators: cognito.authenticators,
      mails: await openMailStore(await dataDir.folder('mail')),
      report: createReporter(handlers),
      deadLetters,
      stripe: await openLocalStripe({ folder: await dataDir.folder('stripe'), clock: clock.now, url }),
      pause: {
        isOn: pause.isOn,
        set: async (paused) => {
          await pause.set(paused);
          await timer?.run();
        },
      },
      site,
      siteConfig: {
        region: resourceNames.region,
        userPoolId: resourceNames.userPoolId,
        userPoolClientId: resourceNames.userPoolClientId,
        userPoolEndpoint: url + localPaths.cognito,
        timeZone,
        pictureHosts: [...resourceNames.pictureHosts],
      },
      headers: productHeaders,
    });
    listener = getRequestListener(app.fetch);
    onStep('Loading the functions');
    await warmUp(handlers);
    const stream = { endpoint: database.endpoint, tableName: resourceNames.table };
    const streamed = requestsOnly ? [] : (['mailer', 'messenger'] as const);
    const pumps = {
      mailer: { settings: mailerStreamSettings, dataDir: await dataDir.folder('stream') },
      messenger: { settings: messengerStreamSettings, dataDir: await dataDir.folder('messenger-stream') },
    };
    const content = stored ?? (empty ? 'empty' : 'samples');
    if (!stored) {
      if (content === 'samples') {
        onStep('Storing sample data');
        const say = whenSlow(onStep);
        await seed({ timeZone, onProgress: (stored) => say(`Storing sample data, ${stored}`) });
      }
      for (const name of streamed) await skipStream({ ...stream, dataDir: pumps[name].dataDir });
      await dataDir.markFilled(content);
    }
    if (content === 'samples')
      await addAuthenticators(rolesWithSecondFactor(secondFactor), cognito.authenticators);
    const retries = firstRetryAfterMs ? { firstRetryAfterMs } : {};
    for (const name of streamed) {
      const handler = () => handlers.load(name);
      const shared = { ...stream, ...retries, ...pumps[name], deadLetters, isPaused: pause.isOn };
      undo.push((await startStreamPump({ ...shared, name, handler })).stop);
    }
    if (!requestsOnly) {
      timer = startTimer(handlers, pause.isOn);
      undo.push(timer.stop);
    }
    undo.push(await noteRunningStack(path, environment));
    return {
      url,
      databaseEndpoint: database.endpoint,
      hasSamples: content === 'samples',
      makeOpening: async () => {
        const table = connectTable(resourceNames.table, requestLimits.unhurried);
        try {
          if ((await listAdminAccounts(table)).length > 0) return undefined;
          const link = await createAdminLink(table, { now: clock.now() });
          return link && new URL(paths.openSchoolLink(link), url).href;
        } finally {
          table.client.destroy();
        }
      },
      databaseEnded: database.ended,
      stop,
    };
  } catch (error) {
    await stop();
    throw explainFileError(error);
  }
};
