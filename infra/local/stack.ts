import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { getRequestListener } from '@hono/node-server';
import { securityHeaders } from '#infra/cloud/security-headers';
import { defaultTimeZone, senderOf } from '#infra/settings/defaults';
import { brand } from '#shared/brand';
import { routeList } from '#shared/contract/routes';
import { adminGroup } from '#shared/roles';
import { localPaths, resourceNames } from './addresses.ts';
import { createApiGateway } from './api-gateway/api-gateway.ts';
import { createAuthorizer } from './api-gateway/authorizer.ts';
import { createApp, type SiteHandler } from './app.ts';
import { createCognitoGateway } from './cognito/gateway.ts';
import { openDataDir } from './data-dir.ts';
import { createTable, dropTable, localAws, startDatabase } from './dynamodb.ts';
import { setEnvironment } from './environment.ts';
import { type HandlerLoader, importHandlers, warmUp } from './handlers.ts';
import { startHttpServer } from './http-server.ts';
import { openMailStore } from './mail/mail-store.ts';
import { createReporter } from './mail/simulator.ts';
import { noteRunningStack } from './running-stack.ts';
import { seed } from './seed/seed.ts';
import { createBuiltSite } from './site/built-site.ts';
import { openDeadLetters } from './streams/dead-letters.ts';
import { skipStream, startStreamPump } from './streams/stream-pump.ts';

export interface StackOptions {
  /** A free one by default. */
  readonly port?: number;
  /** All data is kept here. */
  readonly dataDir: string;
  /** Starts over, without what is in `dataDir`. */
  readonly fresh?: boolean;
  /** Leaves out the sample data. */
  readonly empty?: boolean;
  /** IANA zone in which "today" is judged. */
  readonly timeZone?: string;
  /** Lets tests make the mail sink fail. */
  readonly faults?: boolean;
  /** Of access and id tokens; the cloud's by default. */
  readonly tokenLifetimeSeconds?: number;
  /** The mailer's first retry comes after this; the next ones after twice the time each. */
  readonly firstRetryAfterMs?: number;
  /** What serves the pages instead of the built site, for development. */
  readonly site?: SiteHandler;
  /** How handlers are loaded, for development. */
  readonly handlers?: HandlerLoader;
}

export interface Stack {
  /** Origin, without a path. */
  readonly url: string;
  readonly databaseEndpoint: string;
  readonly hasSamples: boolean;
  /** Resolves when the database engine has ended, asked or not: nothing works without it. */
  readonly databaseEnded: Promise<void>;
  /** Finishes what is in hand, then ends everything that was started. */
  stop(): Promise<void>;
}

const builtSiteFolder = join(import.meta.dirname, '../../dist/web');

/** As the cloud's, so that a page that works here works there. */
const productHeaders = securityHeaders({
  connectSrc: [`https://cognito-idp.${resourceNames.region}.amazonaws.com`],
});

/** Answers until there is something to answer with. */
const notReady: RequestListener = (_, response) => {
  response.writeHead(503, { 'retry-after': '1' }).end('Starting');
};

const prepareTable = async (endpoint: string, isNew: boolean): Promise<void> => {
  const client = new DynamoDBClient({ ...localAws, endpoint });
  // An engine of one's own (DYNAMODB_ENDPOINT) keeps its table when the folder is emptied.
  if (isNew) await dropTable(client, resourceNames.table);
  await createTable(client, resourceNames.table);
  client.destroy();
};

/**
 * Starts the whole system in this process, which can hold one: the handlers read the process's environment.
 * @throws StartError when an engine is missing, or the port or the folder is taken; nothing keeps running then
 */
export const startStack = async ({
  port = 0,
  dataDir: path,
  fresh = false,
  empty = false,
  timeZone = defaultTimeZone,
  faults = false,
  tokenLifetimeSeconds,
  firstRetryAfterMs,
  site = createBuiltSite(builtSiteFolder),
  handlers = importHandlers,
}: StackOptions): Promise<Stack> => {
  const undo: (() => unknown)[] = [];
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).toReversed()) await step();
  };
  try {
    const dataDir = await openDataDir(path, { fresh });
    undo.push(dataDir.release);
    const database = await startDatabase({ dataDir: await dataDir.folder('dynamodb') });
    undo.push(database.stop);
    let listener = notReady;
    const server = await startHttpServer((request, response) => listener(request, response), port);
    undo.push(server.close);
    const url = `http://localhost:${server.port}`;

    const environment = {
      url,
      databaseEndpoint: database.endpoint,
      timeZone,
      mailFrom: senderOf(brand.contact.email),
    };
    setEnvironment(environment);
    await prepareTable(database.endpoint, !dataDir.content);
    const cognito = await createCognitoGateway({
      dataDir: await dataDir.folder('cognito'),
      endpoint: url + localPaths.cognito,
      userPoolId: resourceNames.userPoolId,
      clientId: resourceNames.userPoolClientId,
      groups: [adminGroup],
      ...(tokenLifetimeSeconds && { tokenLifetimeSeconds }),
    });
    const deadLetters = await openDeadLetters(await dataDir.folder('stream'));
    const app = createApp({
      api: createApiGateway({
        routes: routeList.map(({ route }) => route),
        handlerOf: handlers.api,
        authorizer: createAuthorizer({
          issuer: cognito.issuer,
          clientId: resourceNames.userPoolClientId,
          jwks: cognito.jwks,
        }),
      }),
      cognito: cognito.app,
      mails: await openMailStore(await dataDir.folder('mail')),
      report: createReporter(handlers),
      deadLetters,
      site,
      siteConfig: {
        region: resourceNames.region,
        userPoolId: resourceNames.userPoolId,
        userPoolClientId: resourceNames.userPoolClientId,
        userPoolEndpoint: url + localPaths.cognito,
        timeZone,
      },
      headers: productHeaders,
      faults,
    });
    listener = getRequestListener(app.fetch);
    await warmUp(handlers);
    const stream = {
      endpoint: database.endpoint,
      tableName: resourceNames.table,
      dataDir: await dataDir.folder('stream'),
    };
    const content = dataDir.content ?? (empty ? 'empty' : 'samples');
    if (!dataDir.content) {
      if (content === 'samples') await seed({ timeZone });
      await skipStream(stream);
      await dataDir.markFilled(content);
    }
    const pump = await startStreamPump({
      ...stream,
      deadLetters,
      handler: handlers.mailer,
      ...(firstRetryAfterMs && { firstRetryAfterMs }),
    });
    undo.push(pump.stop);
    undo.push(await noteRunningStack(path, environment));
    return {
      url,
      databaseEndpoint: database.endpoint,
      hasSamples: content === 'samples',
      databaseEnded: database.ended,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
};
