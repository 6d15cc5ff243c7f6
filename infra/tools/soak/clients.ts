import { setTimeout as sleep } from 'node:timers/promises';
import { randomOf } from '#infra/testing/random';
import type { Api } from './api.ts';
import { type ActionOptions, createActions } from './client-actions.ts';
import type { Entry, History, Request } from './requests.ts';
import type { Action } from './workload.ts';

/** Ends the name of an actor that is the second adult of a family. */
export const adultMark = '-adult';

/** Attempts of a client at one request. */
const attempts = 4;

interface ClientOptions extends ActionOptions {
  readonly api: Api;
  readonly history: History;
  /** Runs work and tags its calls to the database with an actor. */
  readonly runAs: <Result>(actor: string, work: () => Promise<Result>) => Promise<Result>;
  /** Changes a retry. By default it equals the first attempt. */
  readonly retryOf?: (request: Request, attempt: number) => Request;
}

/** The clients of one run, with their browsers and the network between them and the API. */
export const createClients = (options: ClientOptions) => {
  const { seed, api, history, runAs, retryOf = (request: Request) => request } = options;
  const abandoned = new Set<Promise<unknown>>();

  /** Sends a request once. Undefined if no answer arrives. */
  const transmit = async (entry: Entry, actor: string): Promise<Entry['answer']> => {
    const network = randomOf(seed, actor, 'network');
    const outcome = network.below(100);
    if (outcome < 3) return undefined;
    const answering = runAs(actor, () => api(entry));
    if (outcome < 7) return answering.then(() => undefined);
    if (outcome >= 11) return answering;
    // The browser gives up, and the function continues.
    const settled = answering.catch(() => undefined).finally(() => abandoned.delete(settled));
    abandoned.add(settled);
    await sleep(1 + network.below(4));
    return undefined;
  };

  /** Sends a request again until the answer is not a failure, as a user presses the button again. */
  const send = async (client: number, actor: string, request: Request): Promise<Entry | undefined> => {
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      const entry = history.begin(client, attempt === 1 ? request : retryOf(request, attempt));
      const byAdult = 'by' in request && request.by === 'adult' ? adultMark : '';
      history.end(entry, await transmit(entry, `${actor}-${attempt}${byAdult}`));
      if (entry.answer && entry.answer.status < 500) return entry;
      await sleep(randomOf(seed, actor, attempt, 'retry delay').below(3));
    }
    return undefined;
  };

  const act = createActions(options);
  return {
    /** Performs the actions of one client, in order. */
    run: async (client: number, actions: readonly Action[]): Promise<void> => {
      for (const [index, action] of actions.entries()) {
        const actor = `c${client}a${index}`;
        let sent = 0;
        await act(action, (request) => {
          sent += 1;
          return send(client, `${actor}r${sent}`, request);
        });
      }
    },
    /** Waits for the requests that clients abandoned. */
    settle: async (): Promise<void> => {
      while (abandoned.size > 0) await Promise.all(abandoned);
    },
  };
};
