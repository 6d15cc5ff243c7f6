import { mergeEdit } from '#shared/contract/edits';
import {
  type Problem,
  type ProblemCode,
  type ProblemParams,
  problems,
  problemText,
} from '#shared/contract/errors';
import { noStore } from '#shared/contract/route';
import { type FieldIssue, problemContentType } from '#shared/contract/shown-problems';
import { durationText, hourMs, secondMs } from '#shared/lib/durations';
import { busyRetryAfterSeconds } from '../../limits.ts';

interface ProblemOptions {
  /** The stored fields of an edit, for a caller who may read them. */
  readonly stored?: object;
  readonly issues?: readonly FieldIssue[];
  /** Seconds after which a retry may succeed. */
  readonly retryAfter?: number;
}

type Arguments<Code extends ProblemCode> = [keyof ProblemParams<Code>] extends [never]
  ? [params?: Record<never, string>, options?: ProblemOptions]
  : [params: ProblemParams<Code>, options?: ProblemOptions];

/** An expected refusal, answered as problem details (RFC 9457). */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly code: ProblemCode;
  readonly detail: string;
  readonly options: ProblemOptions;

  constructor(code: ProblemCode, detail: string, options: ProblemOptions) {
    // The code alone: the detail may name a child and must not reach a log.
    super(code);
    this.code = code;
    this.detail = detail;
    this.options = options;
  }
}

/** With the values that the code's text needs. */
export const problem = <Code extends ProblemCode>(code: Code, ...args: Arguments<Code>): ProblemError => {
  const [params, options] = args;
  // `Arguments` requires params for codes with placeholders.
  return new ProblemError(code, problemText(code, (params ?? {}) as ProblemParams<Code>), options ?? {});
};

/** Adds the field that the refusal is about. */
export const problemOfField = ({ code, detail, options }: ProblemError, field: string): ProblemError =>
  new ProblemError(code, detail, { ...options, issues: [{ field, message: detail }] });

/** An edited field was changed meanwhile (PRF-01). */
export const changedMeanwhile = (stored: object): ProblemError => problem('changedMeanwhile', {}, { stored });

/** The stored values after an edit. The caller's write requires the read version. @throws ProblemError changedMeanwhile */
export const applyEdit = <Values extends object>(
  stored: Values,
  edit: { readonly shown: object },
): Values => {
  const merged = mergeEdit(stored, edit);
  if (merged.outcome === 'changed-meanwhile') throw changedMeanwhile(merged.stored);
  return merged.values;
};

/** Can be repeated in a moment. `contention` stored nothing, `unavailable` may have stored something (API-42). */
export const busy = (cause: keyof typeof busyRetryAfterSeconds = 'contention'): ProblemError =>
  problem('busy', {}, { retryAfter: busyRetryAfterSeconds[cause] });

/** For API Gateway. */
export const toProblemResponse = (error: ProblemError, requestId: string | undefined) => {
  const { status } = problems[error.code];
  const { issues, stored, retryAfter } = error.options;
  const body: Problem = {
    type: 'about:blank',
    status,
    code: error.code,
    detail: error.detail,
    ...(requestId && { request_id: requestId }),
    ...(issues && { issues: [...issues] }),
    ...(stored && { stored: { ...stored } }),
  };
  return {
    statusCode: status,
    headers: {
      'content-type': problemContentType,
      'cache-control': noStore,
      ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
    },
    body: JSON.stringify(body),
  };
};

/** The text names the limit's period. */
export const tooManyAttempts = ({ periodSeconds }: { readonly periodSeconds: number }) =>
  problem('tooManyAttempts', { time: durationText(periodSeconds) }, { retryAfter: periodSeconds });

/** Until the next hour of the clock (UTC). */
export const tooManyInHour = (what: 'bookings' | 'changes', now: Date) =>
  problem(
    what === 'bookings' ? 'tooManyBookings' : 'tooManyChanges',
    {},
    { retryAfter: Math.ceil((hourMs - (now.getTime() % hourMs)) / secondMs) },
  );
