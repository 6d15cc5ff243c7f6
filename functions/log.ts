/**
 * Structured log lines; Lambda's JSON format adds time, level and request id.
 * Only ids, codes, names of things and figures belong here: never names of people, emails, medical notes,
 * tokens or bodies.
 */
export interface LogFields {
  readonly [field: string]: string | number | boolean | undefined;
}

/**
 * The line of a request that met something unexpected. Infrastructure counts these by the version of the function that
 * wrote them; Lambda sets it.
 */
export const requestFailed = 'request.failed';
export const runningVersion = { version: process.env.AWS_LAMBDA_FUNCTION_VERSION };

/** What may be said of an error: its kind, message and place. Never its properties, which may hold items. */
const describeError = (error: unknown) =>
  error instanceof Error ? { error: error.name, stack: error.stack } : { error: typeof error };

export const log = {
  info: (event: string, fields: LogFields = {}): void => console.info({ event, ...fields }),
  warn: (event: string, fields: LogFields = {}): void => console.warn({ event, ...fields }),
  error: (event: string, error: unknown, fields: LogFields = {}): void =>
    console.error({ event, ...fields, ...describeError(error) }),
};
