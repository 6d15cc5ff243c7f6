/**
 * Fields of a log line; Lambda's JSON format adds time, level and request id. Only ids, codes, names of things and figures
 * are allowed: no names of people, emails, medical notes, tokens or bodies.
 */
export interface LogFields {
  readonly [field: string]: string | number | boolean | undefined;
}

/**
 * The event of a request that failed unexpectedly. An alarm of the infrastructure counts these lines by the version of
 * the function, which Lambda sets.
 */
export const requestFailed = 'request.failed';
export const runningVersion = { version: process.env.AWS_LAMBDA_FUNCTION_VERSION };

/** The event of a request that was answered with 503, because the table or the user pool gave no answer (API-42). */
export const requestUnavailable = 'request.unavailable';

/**
 * The event of a sign-in or renewal that was refused because the email is not verified. A refusal is an error of the
 * function for Lambda (`logUnexpected`); an alarm of the infrastructure subtracts these lines from the errors.
 */
export const tokensRefused = 'tokens.refused';

/**
 * The event of a batch that the mailer fails on purpose, so that Lambda halves it. An alarm subtracts these lines as well.
 */
export const batchSplit = 'batch.split';

/** The event of an email that SES refuses as it refuses all. Alarms count these lines by their `cause`. */
export const mailStopped = 'mail.stopped';

/** The event of an email that waits for a person. An alarm counts these lines. */
export const mailParked = 'mail.parked';

/** The event of a message to several recipients that makes no progress. An alarm counts these lines. */
export const messageStalled = 'message.stalled';

/** The event of timed work that was set aside, at each run of the timer until it is done. An alarm counts these lines. */
export const workSetAside = 'due.set-aside';

/** The event of cards that a coach was shown without a record of it. An alarm counts these lines. */
export const cardViewUnrecorded = 'card-view.unrecorded';

/** What a log may hold of an error: name, message and stack. Its other properties may hold items. */
const describeError = (error: unknown) =>
  error instanceof Error ? { error: error.name, stack: error.stack } : { error: typeof error };

export const log = {
  info: (event: string, fields: LogFields = {}): void => console.info({ event, ...fields }),
  warn: (event: string, fields: LogFields = {}): void => console.warn({ event, ...fields }),
  error: (event: string, error: unknown, fields: LogFields = {}): void =>
    console.error({ event, ...fields, ...describeError(error) }),
};

/**
 * A handler that throws one kind of error on purpose: it logs every other error as a failed request, with the version,
 * and throws it as well. Lambda counts both kinds alike, and what it counts cannot be told apart in time to stop a
 * deployment.
 */
export const logUnexpected =
  <Event, Result>(
    handle: (event: Event) => Promise<Result>,
    Expected: new (...args: never[]) => Error,
  ): ((event: Event) => Promise<Result>) =>
  async (event) => {
    try {
      return await handle(event);
    } catch (error) {
      if (!(error instanceof Expected)) log.error(requestFailed, error, runningVersion);
      throw error;
    }
  };
