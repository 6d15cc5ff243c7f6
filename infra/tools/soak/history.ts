import type { Answer } from '#infra/testing/services/invoke';
import type { Child } from '#shared/schemas/child';
import type { BookingId, IdempotencyKey, SlotId, UserId } from '#shared/schemas/ids';
import type { Cents } from '#shared/schemas/values';

/** A request to the API. */
export type Request =
  | {
      readonly kind: 'book';
      /** Number of the parent's order. All its attempts together may create one booking at most. */
      readonly order: number;
      readonly idempotencyKey: IdempotencyKey;
      readonly slot: SlotId;
      readonly parent: UserId;
      readonly child: Pick<Child, 'id' | 'name'>;
      readonly is_trial: boolean;
      /** The rate of the class that was shown to the parent. */
      readonly weekly_rate: Cents;
      /** The version of the slot's calendar that was shown. */
      readonly calendar_version: number;
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
      /** The rows of the form. A slot without a row is removed. */
      readonly rows: readonly { readonly slot: SlotId; readonly max_capacity: number }[];
    }
  /** The public read of one slot. */
  | { readonly kind: 'read-slot'; readonly slot: SlotId }
  /** The administrator's read of the class with all slots. */
  | { readonly kind: 'read-class' }
  | { readonly kind: 'delete-class' }
  /** The deletion of a family's account by an administrator. */
  | { readonly kind: 'delete-account'; readonly parent: UserId };

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
  answer?: Pick<Answer, 'status' | 'body'>;
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
