import type { Context, SNSEvent } from 'aws-lambda';
import type { ApiService } from '#shared/contract/route';
import { routeList } from '#shared/contract/routes';
import type { ApiHandler } from './api-gateway/api-gateway.ts';
import type { StreamHandler } from './streams/stream-pump.ts';

type ReportHandler = (event: SNSEvent, context: Context) => Promise<void>;

/** How the functions' handlers are loaded; asked before every call, so that they can be reloaded while developing. */
export interface HandlerLoader {
  api(service: ApiService): Promise<ApiHandler>;
  mailer(): Promise<StreamHandler>;
  bounces(): Promise<ReportHandler>;
}

const servicesWithRoutes = new Set(routeList.map(({ route }) => route.service));

/** Loads the modules that Lambda would; they read the environment then. */
export const importHandlers: HandlerLoader = {
  // Each handler.ts exports `handler`; its own compiler check is in createHandler.
  api: async (service) => (await import(`../../functions/${service}/handler.ts`)).handler,
  mailer: async () => (await import('#functions/mailer/handler')).handler,
  bounces: async () => (await import('#functions/bounces/handler')).handler,
};

/**
 * Loads every handler once, so that the first request need not wait. One that does not start is reported; as in the
 * cloud, only its own requests fail.
 */
export const warmUp = async (loader: HandlerLoader): Promise<void> => {
  const loads = [
    ...[...servicesWithRoutes].map((service) => loader.api(service)),
    loader.mailer(),
    loader.bounces(),
  ];
  for (const load of await Promise.allSettled(loads)) {
    if (load.status === 'rejected') console.error('A function does not start:', load.reason);
  }
};
