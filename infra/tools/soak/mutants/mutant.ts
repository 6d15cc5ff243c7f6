import { setTimeout as sleep } from 'node:timers/promises';
import type { SESClient } from '@aws-sdk/client-ses';
import type { Execute } from '../fault-proxy.ts';
import type { Request } from '../requests.ts';
import type { Mailer } from '../stream-delivery.ts';
import { type WireRequest, wireAnswer } from '../wire.ts';
import type { Theme } from '../workload.ts';

/** A defect that is injected into the product's requests to the database, its clients or its mailer. */
export interface Mutant {
  readonly name: string;
  /** The theme of runs that reveals the defect soon. */
  readonly theme: Theme;
  /** The invariant that it must break; without it, any. */
  readonly rule?: string;
  /** Creates the replacement of the unchanged forwarding to the engine, for each run. */
  readonly execute?: () => Execute;
  readonly retryOf?: (request: Request, attempt: number) => Request;
  readonly mailer?: (mailer: Mailer) => Mailer;
  readonly ses?: () => SESClient;
}

/** The text of a request. */
export const textOf = ({ body }: WireRequest): string => JSON.stringify(body);

const ok = wireAnswer(200, {});

/** One write of a transaction, as the SDK sends it: `{ Put: … }`, `{ Update: … }`. */
export type WireWrite = Readonly<Record<string, object>>;

/** The writes of a transaction; none for any other request. */
const writesOf = ({ operation, body }: WireRequest): readonly WireWrite[] =>
  operation === 'TransactWriteItems' && Array.isArray(body.TransactItems) ? body.TransactItems : [];

/** Whether a write has a text, such as the name of its entity or a part of its expression. */
export const has =
  (...texts: readonly string[]) =>
  (write: WireWrite): boolean =>
    texts.every((text) => JSON.stringify(write).includes(text));

/** Whether the writes of a transaction have all of some texts. */
export const inTransaction =
  (...texts: readonly string[]) =>
  (request: WireRequest): boolean =>
    writesOf(request).length > 0 && texts.every((text) => textOf(request).includes(text));

type IsTarget = (request: WireRequest) => boolean;

/** Changes the expressions of one kind of request. DynamoDB requires that the result still uses every placeholder. */
export const rewritten =
  (isTarget: IsTarget, from: string, to: string) => (): Execute => (request, forward) =>
    forward(
      isTarget(request) ? { ...request, body: JSON.parse(textOf(request).replaceAll(from, to)) } : request,
    );

/** Delays one kind of request, so that others overtake it. */
export const delayed = (isTarget: IsTarget, pauseMs: number, execute: () => Execute) => (): Execute => {
  const executeDelayed = execute();
  return async (request, forward) => {
    if (isTarget(request)) await sleep(pauseMs);
    return executeDelayed(request, forward);
  };
};

/** Changes the writes of one kind of transaction. */
const withWrites =
  (isTarget: IsTarget, change: (writes: readonly WireWrite[]) => readonly WireWrite[]) =>
  (): Execute =>
  (request, forward) =>
    forward(
      isTarget(request)
        ? { ...request, body: { ...request.body, TransactItems: change(writesOf(request)) } }
        : request,
    );

/** Leaves writes out of one kind of transaction. */
export const leftOut = (isTarget: IsTarget, isLeftOut: (write: WireWrite) => boolean) =>
  withWrites(isTarget, (writes) => writes.filter((write) => !isLeftOut(write)));

const always = 'attribute_exists(PK) OR attribute_not_exists(PK)';

/** Stores one kind of transaction whatever is stored. */
export const unconditional = (isTarget: IsTarget) =>
  withWrites(isTarget, (writes) =>
    writes.map((write) =>
      Object.fromEntries(
        Object.entries(write).map(([kind, content]) => {
          const condition: unknown = Reflect.get(content, 'ConditionExpression');
          const open = condition ? { ConditionExpression: `(${String(condition)}) OR ${always}` } : {};
          return [kind, { ...content, ...open }];
        }),
      ),
    ),
  );

/** Answers every `every`th of one kind of request as done without executing it. */
export const lost =
  (isTarget: IsTarget, every = 1) =>
  (): Execute => {
    let count = 0;
    return async (request, forward) => {
      if (!isTarget(request)) return forward(request);
      count += 1;
      return count % every === 0 ? ok : forward(request);
    };
  };

/**
 * Executes one kind of transaction as single requests until one is refused, whose answer is returned.
 * @param pauseMs between them
 */
export const split =
  (isTarget: IsTarget, pauseMs = 0) =>
  (): Execute =>
  async (request, forward) => {
    if (!isTarget(request)) return forward(request);
    for (const [index, item] of writesOf(request).entries()) {
      if (index > 0 && pauseMs > 0) await sleep(pauseMs);
      const ClientRequestToken = `${index}${request.body.ClientRequestToken}`.slice(0, 36);
      const answer = await forward({ ...request, body: { TransactItems: [item], ClientRequestToken } });
      if (answer.status !== 200) return answer;
    }
    return ok;
  };
