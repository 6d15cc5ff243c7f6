import type { Context, PreTokenGenerationTriggerEvent, SNSEvent } from 'aws-lambda';
import type { ApiService } from '#shared/contract/route';
import { routeList } from '#shared/contract/routes';
import type { ApiHandler } from './api-gateway/api-gateway.ts';
import type { StreamHandler } from './streams/stream-pump.ts';

type ReportHandler = (event: SNSEvent, context: Context) => Promise<void>;
/** The user pool's trigger before it makes tokens; it throws where none may be made. */
export type PreTokenHandler = (event: PreTokenGenerationTriggerEvent) => Promise<unknown>;

type TimerHandler = (event: object, context: Context) => Promise<void>;
type ClockModule = Pick<typeof import('#functions/clock'), 'shiftClock'>;

/** Loads the functions' handlers. It is called before every invocation, so that development can reload them. */
export interface HandlerLoader {
  api(service: ApiService): Promise<ApiHandler>;
  mailer(): Promise<StreamHandler>;
  messenger(): Promise<StreamHandler>;
  timer(): Promise<TimerHandler>;
  /** The module that all functions take the time from. */
  clock(): Promise<ClockModule>;
  bounces(): Promise<ReportHandler>;
  pretoken(): Promise<PreTokenHandler>;
}

const servicesWithRoutes = new Set(routeList.map(({ route }) => route.service));

/** Imports the handlers as Lambda does. They read the environment on import. */
export const importHandlers: HandlerLoader = {
  // Each handler.ts exports `handler`; createHandler checks its type.
  api: async (service) => (await import(`../../functions/${service}/handler.ts`)).handler,
  mailer: async () => (await import('#functions/mailer/handler')).handler,
  messenger: async () => (await import('#functions/messenger/handler')).handler,
  timer: async () => (await import('#functions/timer/handler')).handler,
  clock: () => import('#functions/clock'),
  bounces: async () => (await import('#functions/bounces/handler')).handler,
  pretoken: async () => (await import('#functions/pretoken/handler')).handler,
};

/**
 * Loads every handler, so that the first request does not wait. A handler that fails to load is reported, and only its
 * own requests fail, as in the cloud.
 */
export const warmUp = async (loader: HandlerLoader): Promise<void> => {
  const loads = [
    ...[...servicesWithRoutes].map((service) => loader.api(service)),
    loader.mailer(),
    loader.messenger(),
    loader.timer(),
    loader.bounces(),
    loader.pretoken(),
  ];
  for (const load of await Promise.allSettled(loads)) {
    if (load.status === 'rejected') console.error('A function does not start:', load.reason);
  }
};
