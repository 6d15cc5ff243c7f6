import type { Answer } from '#infra/testing/services/invoke';
import type { Request } from './requests.ts';

/** One request with its answer. */
export interface Entry {
  /** From 1 in each run. The id of what the request creates carries it as its time. */
  readonly number: number;
  readonly client: number;
  readonly request: Request;
  /** Times of the history's clock. */
  readonly invoked: number;
  /** Undefined until the client has the answer or gives up. */
  returned?: number;
  /** Undefined if no answer arrived. */
  answer?: Answer;
}

export interface History {
  readonly entries: readonly Entry[];
  /** Records that a request is sent. */
  begin(client: number, request: Request): Entry;
  /** Records its answer, or that none arrived. */
  end(entry: Entry, answer: Entry['answer']): void;
  /** The next time of the clock that all entries share. */
  tick(): number;
}

export const createHistory = (): History => {
  const entries: Entry[] = [];
  let time = 0;
  const tick = (): number => {
    time += 1;
    return time;
  };
  return {
    entries,
    tick,
    begin: (client, request) => {
      const entry: Entry = { number: entries.length + 1, client, request, invoked: tick() };
      entries.push(entry);
      return entry;
    },
    end: (entry, answer) => {
      entry.returned = tick();
      if (answer) entry.answer = answer;
    },
  };
};
