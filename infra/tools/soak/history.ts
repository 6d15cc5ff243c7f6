import type { Answer } from '#infra/testing/services/invoke';
import type { BookingId, IdempotencyKey, SlotId, UserId } from '#shared/schemas/ids';
import type { Cents } from '#shared/schemas/values';

/** What somebody asks of the API. */
export type Request =
  | {
      readonly kind: 'book';
      /** What the parent wants, however often it is asked for: one booking at most may come of it. */
      readonly order: number;
      readonly idempotencyKey: IdempotencyKey;
      readonly slot: SlotId;
      readonly parent: UserId;
      readonly child: { readonly id: string; readonly name: string };
      readonly is_trial: boolean;
      /** The rate of the class, as the parent saw it. */
      readonly weekly_rate: Cents;
    }
  | { readonly kind: 'delete'; readonly booking: BookingId; readonly slot: SlotId }
  | {
      readonly kind: 'rename';
      readonly booking: BookingId;
      readonly slot: SlotId;
      readonly name: string;
      readonly age: number;
    }
  | {
      readonly kind: 'edit';
      readonly version: number;
      readonly weekly_rate: Cents;
      /** The rows of the form; a slot that is not among them is removed. */
      readonly rows: readonly { readonly slot: SlotId; readonly max_capacity: number }[];
    }
  /** One slot, as visitors read it. */
  | { readonly kind: 'look'; readonly slot: SlotId }
  /** The class with all slots, as administrators read it. */
  | { readonly kind: 'open' }
  | { readonly kind: 'delete-class' };

/** One request, from the moment it is sent to the moment somebody reads its answer. */
export interface Entry {
  /** Counts from 1 in a run; what the request makes carries it as the time of its id. */
  readonly number: number;
  readonly worker: number;
  readonly request: Request;
  readonly invoked: number;
  /** Undefined where no answer arrived, or nobody waited for it. */
  returned?: number;
  answer?: Pick<Answer, 'status' | 'body'>;
}

export interface History {
  readonly entries: readonly Entry[];
  /** Notes that a request is sent. */
  begin(worker: number, request: Request): Entry;
  /** Notes that its answer arrived. */
  end(entry: Entry, answer: Entry['answer']): void;
  /** The next moment of the clock that all entries have in common. */
  tick(): number;
}

export const createHistory = (): History => {
  const entries: Entry[] = [];
  let moment = 0;
  const tick = (): number => {
    moment += 1;
    return moment;
  };
  return {
    entries,
    tick,
    begin: (worker, request) => {
      const entry: Entry = { number: entries.length + 1, worker, request, invoked: tick() };
      entries.push(entry);
      return entry;
    },
    end: (entry, answer) => {
      entry.returned = tick();
      if (answer) entry.answer = answer;
    },
  };
};
