import { type ProblemCode, problems } from '#shared/contract/errors';
import { type FieldIssue, problemSchema } from '#shared/contract/problem';

/** The API refused or failed: `code` to switch on, `message` is the text for the person in front of the screen. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly code: ProblemCode,
    readonly status: number,
    detail: string,
    readonly issues: readonly FieldIssue[] = [],
  ) {
    super(detail);
  }
}

/** No answer came back: whether the request was carried out is unknown. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';

  constructor(cause: unknown) {
    super('We could not reach the server. Please check your connection and try again.', { cause });
  }
}

/** Codes for answers that are not problem documents, such as a gateway's own. */
const codeOfStatus = new Map<number, ProblemCode>([
  [401, 'notAuthenticated'],
  [404, 'notFound'],
  [413, 'payloadTooLarge'],
  [429, 'tooManyRequests'],
  [503, 'busy'],
]);

/** The error a failed answer stands for; reads its body. */
export const toApiError = async (answer: Response): Promise<ApiError> => {
  const problem = problemSchema.safeParse(await answer.json().catch(() => undefined));
  if (problem.success) {
    const { code, detail, issues } = problem.data;
    return new ApiError(code, answer.status, detail, issues);
  }
  const code = codeOfStatus.get(answer.status) ?? 'internalError';
  return new ApiError(code, answer.status, problems[code].text);
};

/** Codes whose text says nothing about what the person was doing. */
const vagueCodes: readonly ProblemCode[] = ['internalError', 'invalidRequest', 'malformedJson', 'notFound'];

/** What to tell the person: the server's message where it has one, else the fallback (ERR-02). */
export const errorText = (error: unknown, fallback: string): string =>
  error instanceof ApiError && !vagueCodes.includes(error.code) ? error.message : fallback;

/** Whether the call failed because there is no session, or no longer one. */
export const isNotAuthenticated = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'notAuthenticated';

/** Whether what the call was about does not exist, or no longer does. */
export const isNotThere = (error: unknown): boolean => error instanceof ApiError && error.status === 404;
