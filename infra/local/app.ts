import type { HttpBindings } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import { type Handler, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import * as z from 'zod/mini';
import { problem, toProblemResponse } from '#functions/lib/http/problem-error';
import { cacheControl } from '#infra/cloud/service-settings';
import { buildOpenApiDocument, openApiPath } from '#shared/contract/openapi';
import { noStore } from '#shared/contract/route';
import { filePaths } from '#shared/contract/routes';
import { type SiteConfig, siteConfigPath } from '#shared/school/site-config';
import { localPaths } from './addresses.ts';
import { toResponse } from './api-gateway/api-gateway.ts';
import { createApiReference } from './api-reference/api-reference.ts';
import type { Authenticators } from './cognito/software-tokens.ts';
import { createComponentsPage } from './components-page.ts';
import { createSesSink, type MailFault, type MailStore, mailFaultSchema } from './mail/ses-sink.ts';
import type { Reporter } from './mail/simulator.ts';
import { authenticatorPage, createMailbox } from './pages.ts';
import { type LocalPause, pauseSchema } from './pause.ts';
import type { DeadLetters } from './streams/deliver-batch.ts';
import type { LocalStripe } from './stripe/local-stripe.ts';

export type SiteHandler = Handler<{ Bindings: HttpBindings }>;

export interface AppOptions {
  readonly clock: { now(): Date; set(moment: Date): Promise<void> };
  readonly api: (request: Request, sourceIp: string) => Promise<Response>;
  readonly cognito: Hono;
  readonly authenticators: Pick<Authenticators, 'list'>;
  readonly mails: MailStore;
  readonly report: Reporter;
  readonly deadLetters: DeadLetters;
  readonly pause: LocalPause;
  readonly stripe: LocalStripe;
  readonly site: SiteHandler;
  readonly siteConfig: SiteConfig;
  readonly headers: Readonly<Record<string, string>>;
}

const isFilePath = (path: string): boolean =>
  filePaths.some((prefix) => path.startsWith(prefix.replace('*', '')));

const momentSchema = z.object({ now: z.iso.datetime({ offset: true }) });

const largestRequestBytes = 10 * 1024 * 1024;

const tooLarge = () => toResponse(toProblemResponse(problem('payloadTooLarge'), undefined));

export const createApp = ({
  clock,
  api,
  cognito,
  authenticators,
  mails,
  report,
  deadLetters,
  pause,
  stripe,
  site,
  siteConfig,
  headers,
}: AppOptions) => {
  let mailFault: MailFault = 'none';
  // The SDK adds a slash to an endpoint's path, Amplify does not.
  const app = new Hono<{ Bindings: HttpBindings }>({ strict: false });

  app
    .route(localPaths.cognito, cognito)
    .route(
      localPaths.ses,
      createSesSink(mails, () => mailFault, report),
    )
    .get(`${localPaths.authenticator}.json`, async (c) => c.json(await authenticators.list()))
    .get(localPaths.authenticator, async (c) => c.html(authenticatorPage(await authenticators.list())))
    .get(`${localPaths.mailbox}.json`, (c) => c.json(mails.list()))
    .route(localPaths.mailbox, createMailbox(mails))
    .route(localPaths.stripe, stripe.pages)
    .route(localPaths.secrets, stripe.secrets)
    .route('/', stripe.api)
    .route(localPaths.apiReference, createApiReference(openApiPath))
    .route(localPaths.components, createComponentsPage())
    .get(localPaths.clock, (c) => c.json({ now: clock.now().toISOString() }))
    .post(localPaths.clock, async (c) => {
      const moment = momentSchema.safeParse(await c.req.json().catch(() => undefined));
      if (!moment.success) return c.json({ error: 'Send {"now":"2026-09-05T17:00:00.000Z"}' }, 400);
      await clock.set(new Date(moment.data.now));
      return c.json({ now: clock.now().toISOString() });
    })
    .get(localPaths.pause, (c) => c.json({ paused: pause.isOn() }))
    .put(localPaths.pause, async (c) => {
      await pause.set(pauseSchema.parse(await c.req.json()).paused);
      return c.json({ paused: pause.isOn() });
    })
    .get(localPaths.deadLetters, (c) => c.json(deadLetters.list()))
    .put(localPaths.mailFault, async (c) => {
      mailFault = mailFaultSchema.parse(await c.req.json()).mode;
      return c.body(null, 204);
    })
    .all('/_local/*', (c) => c.notFound());

  return app
    .use(async (c, next) => {
      await next();
      for (const [name, value] of Object.entries(headers)) c.header(name, value);
    })
    .get(siteConfigPath, (c) => c.json(siteConfig, 200, { 'cache-control': cacheControl.others }))
    .get(openApiPath, (c) => c.json(buildOpenApiDocument(), 200, { 'cache-control': cacheControl.others }))
    .all('/api/*', bodyLimit({ maxSize: largestRequestBytes, onError: tooLarge }), async (c) => {
      const answer = await api(c.req.raw, getConnInfo(c).remote.address ?? '');
      // As the distribution sets it for browsers, but for files. Its own cache has no local counterpart.
      if (!isFilePath(c.req.path)) answer.headers.set('cache-control', noStore);
      // As in the cloud, an answer has the time of the server, from which screens take the day.
      answer.headers.set('date', clock.now().toUTCString());
      return answer;
    })
    .all('*', site);
};
