import type { ApiService } from '#shared/contract/route';
import { routeList } from '#shared/contract/routes';
import type { ApiHandler } from './api-gateway/api-gateway.ts';
import type { StreamHandler } from './streams/stream-pump.ts';

/** How the functions' handlers are loaded; asked before every call, so that they can be reloaded while developing. */
export interface HandlerLoader {
  api(service: ApiService): Promise<ApiHandler>;
  mailer(): Promise<StreamHandler>;
}

const servicesWithRoutes = new Set(routeList.map(({ route }) => route.service));

/** Loads the modules that Lambda would; they read the environment then. */
export const importHandlers: HandlerLoader = {
  // Each handler.ts exports `handler`; its own compiler check is in createHandler.
  api: async (service) => (await import(`../../functions/${service}/handler.ts`)).handler,
  mailer: async () => (await import('#functions/mailer/handler')).handler,
};

/** Loads every handler once, so that one that does not start is seen at the start and not at the first request. */
export const loadAll = async (loader: HandlerLoader): Promise<void> => {
  await Promise.all([...[...servicesWithRoutes].map((service) => loader.api(service)), loader.mailer()]);
};
