import type { Entry, Request } from './requests.ts';

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

/** A broken invariant of the product. */
export interface Violation {
  /** The invariant, in a few words. */
  readonly rule: string;
  readonly text: string;
  /** The requests that led to it, up to the first one whose answer has no explanation. */
  readonly entries: readonly Entry[];
}
