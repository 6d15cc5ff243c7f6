import type { Context, PreTokenGenerationV2TriggerEvent, SNSEvent } from 'aws-lambda';
import { type FunctionName, functionNames, type functions } from '#functions/functions';
import type { ApiHandler } from './api-gateway/api-gateway.ts';
import type { StreamHandler } from './streams/stream-pump.ts';

type ReportHandler = (event: SNSEvent, context: Context) => Promise<void>;
export type PreTokenHandler = (
  event: PreTokenGenerationV2TriggerEvent,
) => Promise<PreTokenGenerationV2TriggerEvent>;

type TimerHandler = (event: object, context: Context) => Promise<void>;
type Settings = Pick<typeof import('#functions/lib/clock'), 'shiftClock'> &
  Pick<typeof import('#functions/lib/aws-requests'), 'checkRequests'>;

interface HandlerBy {
  readonly api: ApiHandler;
  readonly stream: StreamHandler;
  readonly schedule: TimerHandler;
  readonly reports: ReportHandler;
  readonly 'user-pool': PreTokenHandler;
}
export type HandlerOf<Name extends FunctionName> = HandlerBy[(typeof functions)[Name]['trigger']];

/** Loads the functions' handlers. It is called before every invocation, so that development can reload them. */
export interface HandlerLoader {
  load<Name extends FunctionName>(name: Name): Promise<HandlerOf<Name>>;
  settings(): Promise<Settings>;
}

export const importHandlers: HandlerLoader = {
  // Each entry exports `handler`; its trigger's event is checked where it is made.
  load: async (name) => (await import(`../../functions/entries/${name}.ts`)).handler,
  settings: async () => {
    const [{ shiftClock }, { checkRequests }] = await Promise.all([
      import('#functions/lib/clock'),
      import('#functions/lib/aws-requests'),
    ]);
    return { shiftClock, checkRequests };
  },
};

/** Keeps the first request from waiting. A handler that fails to load is reported, and only its requests fail. */
export const warmUp = async (loader: HandlerLoader): Promise<void> => {
  for (const load of await Promise.allSettled(functionNames.map((name) => loader.load(name)))) {
    if (load.status === 'rejected') console.error('A function does not start:', load.reason);
  }
};
