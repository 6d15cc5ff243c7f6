import * as z from 'zod/mini';
import type { ProblemCode } from '#shared/contract/errors';
import {
  type FieldIssue,
  problemBodySchema,
  problemContentType,
  shownProblems,
} from '#shared/contract/shown-problems';

const problemSchema = z.extend(problemBodySchema, {
  code: z.custom<ProblemCode>((code) => typeof code === 'string'),
});

export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly code: ProblemCode,
    readonly status: number,
    detail: string,
    readonly issues: readonly FieldIssue[] = [],
    /** Seconds to wait before the next request; 0 where the answer does not say. */
    readonly retryAfterSeconds = 0,
    /** Whether the API itself answered. An answer of a proxy or a guest network decides nothing (REG-15). */
    readonly isOfApi = true,
    readonly stored: object = {},
  ) {
    super(detail);
  }
}

/** No answer came: whether the request took effect is unknown. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';

  constructor(cause: unknown) {
    super('We could not reach the server. Please check your connection and try again.', { cause });
  }
}

export class UnreadableAnswerError extends Error {
  override readonly name = 'UnreadableAnswerError';

  constructor(cause: unknown) {
    super('There is a new version. Please reload the page.', { cause });
  }
}

/** Codes for answers without a problem document. They only say that a request can be repeated, or must be smaller. */
const codeOfStatus = new Map<number, keyof typeof shownProblems>([
  [413, 'payloadTooLarge'],
  [429, 'tooManyRequests'],
  [503, 'busy'],
]);

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

type Answer = Pick<Response, 'status' | 'headers'>;

const mediaTypeOf = ({ headers }: Answer): string | undefined =>
  headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();

/** Whether the gateway refused a token, with its own document, before a function saw the request. */
const isGatewaysRefusal = (answer: Answer, text: string): boolean =>
  answer.status === 401 &&
  mediaTypeOf(answer) === 'application/json' &&
  Object(parseJson(text)).message === 'Unauthorized';

/**
 * Makes the error of a failed answer. Only a problem document and the gateway's refusal of a token are answers of the
 * API: a proxy, a guest network or an error page says nothing about a sign-in, a role or a missing item (REG-15).
 */
export const toApiError = (answer: Answer, text: string): ApiError => {
  const { status, headers } = answer;
  // The header can also be a date, which is ignored.
  const seconds = Number(headers.get('retry-after')) || 0;
  const problem = problemSchema.safeParse(parseJson(text));
  if (problem.success && mediaTypeOf(answer) === problemContentType) {
    const { code, detail, issues, stored } = problem.data;
    return new ApiError(code, status, detail, issues, seconds, true, Object(stored));
  }
  if (isGatewaysRefusal(answer, text))
    return new ApiError('notAuthenticated', status, shownProblems.notAuthenticated.text);
  const code = codeOfStatus.get(status) ?? 'internalError';
  return new ApiError(code, status, shownProblems[code].text, [], seconds, false);
};

/** Codes whose text does not say which action failed. */
const vagueCodes: readonly ProblemCode[] = ['internalError', 'invalidRequest', 'malformedJson', 'notFound'];

/** Returns the server's message if it is specific, else the fallback (ERR-02). */
export const errorText = (error: unknown, fallback: string): string => {
  const isSpecific = error instanceof ApiError && !vagueCodes.includes(error.code);
  return isSpecific || error instanceof UnreadableAnswerError ? error.message : fallback;
};

export const isNotAuthenticated = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'notAuthenticated';

export const isNotFound = (error: unknown): boolean =>
  error instanceof ApiError && error.isOfApi && error.status === 404;

/** Whether there is too much to do: the gateway refuses with 429 before any function, a service with a busy database with 503. */
export const isBusy = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.code === 'tooManyRequests' || error.code === 'busy');

/** Whether nothing was stored with the key. Form, sign-in and rate are refused before the first request is compared. */
export const isDecided = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.isOfApi &&
  [403, 404, 409].includes(error.status) &&
  error.code !== 'sentBefore';
