import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import type { IdempotencyKey } from '#shared/lib/ids';
import type { AttemptMaker } from './keys-of-people.ts';

export type Write = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

export interface Refusal {
  readonly item?: Record<string, unknown>;
}

/**
 * The first transaction, or a write before any other, stores a note of what is asked for: of requests with one key and
 * different bodies only one is carried out, even at once (API-41).
 */
export interface KeyedRequest {
  readonly by: AttemptMaker;
  readonly key: IdempotencyKey;
  readonly now: Date;
  /** A hash of the route, its parameters and the body. */
  readonly fingerprint: string;
  /** Adds the note to a transaction's writes. */
  readonly withNote: (writes: readonly Write[]) => NotedWrites;
  /** @throws SentBeforeError */
  readonly compare: (result: 'done' | (Refusal | undefined)) => void;
  /** Stores the note alone, unless it is stored. @throws SentBeforeError */
  readonly bind: () => Promise<void>;
  /** The note was stored, or a transaction was refused for another reason. */
  isCompared: boolean;
  isNoted: boolean;
}

export interface NotedWrites {
  readonly noted: readonly Write[];
  readonly at: number | undefined;
}
