import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import type { IdempotencyKey } from '#shared/lib/ids';
import type { AttemptMaker } from './keys-of-people.ts';

/** One write of a transaction. */
export type Write = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** A write whose condition did not hold, with the stored item where the write asked for it and there is one. */
export interface Refusal {
  readonly item?: Record<string, unknown>;
}

/**
 * A request with the key of an attempt. Its first transaction carries the note of what is asked for with the key, and any other
 * write comes after a write of the note, so that of requests with the same key and different bodies one is stored, also at the
 * same moment (API-41).
 */
export interface KeyedRequest {
  readonly by: AttemptMaker;
  readonly key: IdempotencyKey;
  readonly now: Date;
  /** Names what is asked for: the route with its parameters and the body. */
  readonly fingerprint: string;
  /** The writes of a transaction with the note. */
  readonly withNote: (writes: readonly Write[]) => NotedWrites;
  /** Compares the note that a transaction met. @throws SentBeforeError */
  readonly compare: (result: 'done' | (Refusal | undefined)) => void;
  /** Stores the note by itself, where it is not stored. @throws SentBeforeError */
  readonly bind: () => Promise<void>;
  /** Whether the note was compared: it was stored, or a transaction was refused for another reason. */
  isCompared: boolean;
  isNoted: boolean;
}

export interface NotedWrites {
  readonly noted: readonly Write[];
  readonly at: number | undefined;
}
