import type { IdempotencyKey, UserId } from '#shared/lib/ids';
import { attemptLifetimeSeconds } from '../../limits.ts';
import type { Table } from '../table.ts';
import { absent, conditionClauses, type Tests, unlessPresent, updateWrite } from './expressions.ts';
import { entityAttribute, keyText, sha256, tableSchema, toEpochSeconds } from './items.ts';
import type { KeyedRequest, NotedWrites, Refusal, Write } from './keyed-request.ts';
import { attemptKey, linkMaker } from './keys-of-people.ts';
import { getItem } from './reads.ts';
import { updateItem } from './writes.ts';

/** Another request was carried out with the key. Nothing was stored; the API answers 409 (sentBefore). */
export class SentBeforeError extends Error {
  override readonly name = 'SentBeforeError';
}

/** A note from before fingerprints existed fits any body. */
const fitsBody = (fingerprint: string): readonly Tests[] => [{ fingerprint: absent }, { fingerprint }];

/** Keeps the ids of an existing note. */
const noteOf = ({ by, key, now, fingerprint }: KeyedRequest) =>
  [
    attemptKey(by, key),
    {
      set: {
        fingerprint,
        [entityAttribute]: 'attempt',
        [tableSchema.timeToLiveAttribute]: unlessPresent(toEpochSeconds(now) + attemptLifetimeSeconds),
      },
      if: fitsBody(fingerprint),
      returnsStored: true,
    },
  ] as const;

/** One more write, or a fingerprint in an existing note. @returns the note's index among the writes; undefined without one */
const withNote = (table: Table, writes: readonly Write[]): NotedWrites => {
  const { request } = table;
  if (!request) return { noted: writes, at: undefined };
  const key = keyText(attemptKey(request.by, request.key));
  const at = writes.findIndex(({ Put }) => Put?.Item && keyText(Put.Item) === key);
  const note = writes[at]?.Put;
  if (note) {
    const { fingerprint } = request;
    const condition =
      note.ConditionExpression === undefined && conditionClauses({ if: fitsBody(fingerprint) });
    const Put: Write['Put'] = {
      ...note,
      ...condition,
      Item: { ...note.Item, fingerprint },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    };
    return { noted: writes.with(at, { Put }), at };
  }
  if (request.isNoted) return { noted: writes, at: undefined };
  return { noted: [...writes, updateWrite(table, ...noteOf(request))], at: writes.length };
};

const isOfOther = ({ fingerprint }: KeyedRequest, note: Record<string, unknown> | undefined): boolean =>
  note?.fingerprint !== undefined && note.fingerprint !== fingerprint;

export const compareNote = ({ request }: Table, result: 'done' | (Refusal | undefined)): void => {
  if (!request) return;
  if (result !== 'done' && isOfOther(request, result?.item)) throw new SentBeforeError();
  request.isCompared = true;
  if (result === 'done') request.isNoted = true;
};

interface KeyedClauses {
  /** The user, or the offer of the link. */
  readonly by: { readonly userId: UserId } | { readonly offer_id: string };
  readonly key: IdempotencyKey;
  readonly now: Date;
  /** What is asked for, as text. */
  readonly asked: string;
}

export const keyedRequest = (table: Table, { by, key, now, asked }: KeyedClauses): KeyedRequest => {
  const request: KeyedRequest = {
    by: 'userId' in by ? by.userId : linkMaker(by.offer_id),
    key,
    now,
    // With the key, so that fingerprints do not show equal requests.
    fingerprint: sha256(`${key} ${asked}`).slice(0, 16),
    isCompared: false,
    isNoted: false,
    withNote: (writes) => withNote({ ...table, request }, writes),
    compare: (result) => compareNote({ ...table, request }, result),
    bind: async () => {
      if (request.isNoted) return;
      const { outcome } = await updateItem(table, ...noteOf(request));
      if (outcome === 'refused') throw new SentBeforeError();
      request.isCompared = true;
      request.isNoted = true;
    },
  };
  return request;
};

/** Checks a request whose note was not compared. One consistent read. */
export const wasSentBefore = async (table: Table, request: KeyedRequest): Promise<boolean> => {
  if (request.isCompared) return false;
  const note = await getItem(table, { key: attemptKey(request.by, request.key), fromItem: (item) => item });
  return isOfOther(request, note);
};
