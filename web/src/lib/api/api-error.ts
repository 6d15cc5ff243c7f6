import * as z from 'zod/mini';
import type { ProblemCode } from '#shared/contract/errors';
import {
  type FieldIssue,
  problemBodySchema,
  problemContentType,
  shownProblems,
} from '#shared/contract/shown-problems';

/** Any code: the list of codes and texts is not loaded, and a newer server may have more of them. */
const problemSchema = z.extend(problemBodySchema, {
  code: z.custom<ProblemCode>((code) => typeof code === 'string'),
});

/** The API refused or failed: `code` to switch on, `message` is the text for the user. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly code: ProblemCode,
    readonly status: number,
    detail: string,
    readonly issues: readonly FieldIssue[] = [],
    /** After how many seconds the answer asks to be asked again; 0 where it does not say. */
    readonly retryAfterSeconds = 0,
    /** Whether these are the API's own words: what answers in its place decides nothing (REG-15). */
    readonly isOfApi = true,
    /** What is stored now in the fields of an edit that was refused with `changedMeanwhile`. */
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

/** The answer is of a version of the API that this page does not understand. */
export class UnreadableAnswerError extends Error {
  override readonly name = 'UnreadableAnswerError';

  constructor(cause: unknown) {
    super('There is a new version. Please reload the page.', { cause });
  }
}

/** Codes for answers without a problem document that say by themselves to ask again or for less: nobody decides by these. */
const codeOfStatus = new Map<number, keyof typeof shownProblems>([
  [413, 'payloadTooLarge'],
  [429, 'tooManyRequests'],
  [503, 'busy'],
]);

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

type Answer = Pick<Response, 'status' | 'headers'>;

const mediaTypeOf = ({ headers }: Answer): string | undefined =>
  headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();

/** Whether the gateway refused a token, by its own document, before any function saw the request. */
const isGatewaysRefusal = (answer: Answer, text: string): boolean =>
  answer.status === 401 &&
  mediaTypeOf(answer) === 'application/json' &&
  Object(parsed(text)).message === 'Unauthorized';

/**
 * The error for a failed answer with this body. Only a problem document and the gateway's refusal of a token are the API's
 * words: a proxy, a guest network or an error page says nothing of a sign-in, a role or a thing that is not there (REG-15).
 */
export const toApiError = (answer: Answer, text: string): ApiError => {
  const { status, headers } = answer;
  // It may also be a date.
  const seconds = Number(headers.get('retry-after')) || 0;
  const problem = problemSchema.safeParse(parsed(text));
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

/** The text for the user: the server's message if it is specific, else the fallback (ERR-02). */
export const errorText = (error: unknown, fallback: string): string => {
  const isSpecific = error instanceof ApiError && !vagueCodes.includes(error.code);
  return isSpecific || error instanceof UnreadableAnswerError ? error.message : fallback;
};

/** Whether the call failed because there is no valid sign-in. */
export const isNotAuthenticated = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'notAuthenticated';

/** Whether the requested resource does not exist. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof ApiError && error.isOfApi && error.status === 404;

/**
 * Whether a request was refused because there is too much to do: by the gateway (429), which no function saw, or by a service
 * whose database is busy or does not answer (503).
 */
export const isBusy = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.code === 'tooManyRequests' || error.code === 'busy');

/**
 * Whether an error says that nothing was stored with the key of an attempt. What is refused for its form, its sign-in or its rate
 * was not compared with what was sent before.
 */
export const isDecided = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.isOfApi &&
  [403, 404, 409].includes(error.status) &&
  error.code !== 'sentBefore';
