import { InvokeCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import * as z from 'zod/mini';

/** The new version did not answer, or answered with a failure. */
class SmokeCheckError extends Error {
  override readonly name = 'SmokeCheckError';
}

/** What tells a failure: the status of an API answer, or the records that the mailer asks for again. */
const answerSchema = z.nullable(
  z.object({
    statusCode: z.optional(z.number()),
    batchItemFailures: z.optional(z.array(z.unknown())),
  }),
);

/**
 * Invokes one version of a function with an event.
 * @param versionArn ARN of the function with the version
 * @throws SmokeCheckError where it crashes, times out, answers 5xx or does not handle a record
 */
export const checkVersion = async (
  client: LambdaClient,
  versionArn: string,
  event: unknown,
): Promise<void> => {
  const { FunctionError, Payload } = await client.send(
    new InvokeCommand({ FunctionName: versionArn, Payload: JSON.stringify(event) }),
  );
  if (FunctionError) throw new SmokeCheckError(`The function ended with ${FunctionError}`);
  const text = Payload ? Buffer.from(Payload).toString('utf8') : '';
  const answer = answerSchema.parse(text === '' ? null : JSON.parse(text));
  const { statusCode = 200, batchItemFailures = [] } = answer ?? {};
  if (statusCode >= 500) throw new SmokeCheckError(`The function answered ${statusCode}`);
  if (batchItemFailures.length > 0) throw new SmokeCheckError('The function did not handle its record');
};
