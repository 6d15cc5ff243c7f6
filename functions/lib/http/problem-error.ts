import { mergeEdit } from '#shared/contract/edits';
import {
  type Problem,
  type ProblemCode,
  type ProblemParams,
  problems,
  problemText,
} from '#shared/contract/errors';
import { notKept } from '#shared/contract/route';
import { type FieldIssue, problemContentType } from '#shared/contract/shown-problems';
import { durationText, hourMs, secondMs } from '#shared/lib/durations';
import { busyRetryAfterSeconds } from '../../limits.ts';

interface ProblemOptions {
  /** What is stored now in the fields of an edit, for its caller, who may read them. */
  readonly stored?: object;
  readonly issues?: readonly FieldIssue[];
  /** Seconds after which a retry may succeed. */
  readonly retryAfter?: number;
}

type Arguments<Code extends ProblemCode> = [keyof ProblemParams<Code>] extends [never]
  ? [params?: Record<never, string>, options?: ProblemOptions]
  : [params: ProblemParams<Code>, options?: ProblemOptions];

/** An expected refusal: operations throw it, the handler answers with problem details (RFC 9457). */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly code: ProblemCode;
  readonly detail: string;
  readonly options: ProblemOptions;

  constructor(code: ProblemCode, detail: string, options: ProblemOptions) {
    // The message is the code alone: the detail may name a child and must not reach a log.
    super(code);
    this.code = code;
    this.detail = detail;
    this.options = options;
  }
}

/** Makes the error for a code, with the values its text needs. */
export const problem = <Code extends ProblemCode>(code: Code, ...args: Arguments<Code>): ProblemError => {
  const [params, options] = args;
  // Codes without placeholders need no params; `Arguments` requires them for all others.
  return new ProblemError(code, problemText(code, (params ?? {}) as ProblemParams<Code>), options ?? {});
};

/** The same refusal, with the field of the request that it is about. */
export const problemOfField = ({ code, detail, options }: ProblemError, field: string): ProblemError =>
  new ProblemError(code, detail, { ...options, issues: [{ field, message: detail }] });

/** The refusal of an edit of fields that were changed meanwhile, with what is stored in them now (PRF-01). */
export const changedMeanwhile = (stored: object): ProblemError => problem('changedMeanwhile', {}, { stored });

/**
 * A stored thing after an edit, for whoever read it and writes it on the condition that it is as it was read.
 * @throws ProblemError changedMeanwhile
 */
export const edited = <Values extends object>(stored: Values, edit: { readonly shown: object }): Values => {
  const merged = mergeEdit(stored, edit);
  if (merged.outcome === 'changed-meanwhile') throw changedMeanwhile(merged.stored);
  return merged.values;
};

/**
 * The error of a request that may be sent again in a moment: with `contention` it stored nothing, with `unavailable` it may
 * have stored what it was to store (API-42).
 */
export const busy = (cause: keyof typeof busyRetryAfterSeconds = 'contention'): ProblemError =>
  problem('busy', {}, { retryAfter: busyRetryAfterSeconds[cause] });

/** The HTTP answer to a problem, as API Gateway takes it. */
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
      'cache-control': notKept,
      ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
    },
    body: JSON.stringify(body),
  };
};

/** The refusal by a limit, which says how long its period is. */
export const tooManyAttempts = ({ periodSeconds }: { readonly periodSeconds: number }) =>
  problem('tooManyAttempts', { time: durationText(periodSeconds) }, { retryAfter: periodSeconds });

/** The refusal of what a family may do only so often in an hour of the clock (UTC): until the next one. */
export const tooManyInHour = (what: 'bookings' | 'changes', now: Date) =>
  problem(
    what === 'bookings' ? 'tooManyBookings' : 'tooManyChanges',
    {},
    { retryAfter: Math.ceil((hourMs - (now.getTime() % hourMs)) / secondMs) },
  );
