/**
 * Lambda's JSON format adds time, level and request id. Only ids, codes, names of things and figures: no names of people,
 * emails, medical notes, tokens or bodies.
 */
export interface LogFields {
  readonly [field: string]: string | number | boolean | undefined;
}

/** A request failed unexpectedly. An alarm counts these lines by version. */
export const requestFailed = 'request.failed';
export const runningVersion = { version: process.env.AWS_LAMBDA_FUNCTION_VERSION };

export const requestUnavailable = 'request.unavailable';

/** An unverified email. Lambda counts the refusal as an error (`logUnexpected`); an alarm subtracts these lines. */
export const tokensRefused = 'tokens.refused';

/** The mailer failed a batch on purpose, so that Lambda halves it. An alarm subtracts these lines too. */
export const batchSplit = 'batch.split';

/** SES refused an email as it refuses all. Alarms count these lines by `cause`. */
export const mailStopped = 'mail.stopped';

/** An email waits for a person. An alarm counts these lines. */
export const mailParked = 'mail.parked';

export const messageStalled = 'message.stalled';

/** Timed work was set aside; repeated at each run until done. An alarm counts these lines. */
export const workSetAside = 'due.set-aside';

/** A coach saw cards without a record of it. An alarm counts these lines. */
export const cardViewUnrecorded = 'card-view.unrecorded';

/** Stripe reported something that is not as it was asked for. An alarm counts these lines. */
export const cardEventAside = 'card-event.aside';

/** An event was refused: its signature, time, account or mode is not Stripe's for this school. An alarm counts these lines. */
export const cardEventRefused = 'card-event.refused';

/** Stripe refuses the key. An alarm counts these lines. */
export const cardKeyRefused = 'card-key.refused';

/** The comparison with Stripe found differences. An alarm counts these lines. */
export const cardsDiffer = 'card-comparison.different';

/** Only name, message and stack: other properties may contain items. */
const describeError = (error: unknown) =>
  error instanceof Error ? { error: error.name, stack: error.stack } : { error: typeof error };

export const log = {
  info: (event: string, fields: LogFields = {}): void => console.info({ event, ...fields }),
  warn: (event: string, fields: LogFields = {}): void => console.warn({ event, ...fields }),
  error: (event: string, error: unknown, fields: LogFields = {}): void =>
    console.error({ event, ...fields, ...describeError(error) }),
};

/** Lambda counts both kinds alike. The log line, with the version, tells them apart in time to stop a deployment. */
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
