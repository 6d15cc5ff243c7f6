import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type * as z from 'zod/mini';
import {
  askCheck,
  beforeRequest,
  endWithPatience,
  limitRequests,
  onEachAttempt,
  requestLimits,
} from './aws-requests.ts';

const connectSecrets = (): SecretsManagerClient => {
  const client = new SecretsManagerClient(limitRequests(requestLimits.answering));
  client.middlewareStack.add(askCheck, beforeRequest);
  client.middlewareStack.add(endWithPatience, onEachAttempt);
  return client;
};

/** How long a secret is used before it is read again, and before it is read again where it was refused, in milliseconds. */
const reread = { usual: 5 * 60_000, refused: 20_000 } as const;

/** A secret as one function reads it: undefined where nothing was stored in it yet. */
export interface SecretReader<Value> {
  /** @param wasRefused where the value that was read last was not accepted: another may be stored by now */
  read(wasRefused?: boolean): Promise<Value | undefined>;
}

/** Reads a secret, and keeps it for some minutes, also an empty one. @param elapsed milliseconds, which never go back */
export const createSecretReader = <Schema extends z.core.$ZodType>(
  id: string,
  schema: Schema,
  elapsed: () => number = () => performance.now(),
): SecretReader<z.output<Schema>> => {
  const client = connectSecrets();
  let known: { readonly value: z.output<Schema> | undefined; readonly at: number } | undefined;
  return {
    read: async (wasRefused = false) => {
      if (known && elapsed() - known.at < reread[wasRefused ? 'refused' : 'usual']) return known.value;
      const { SecretString = '{}' } = await client.send(new GetSecretValueCommand({ SecretId: id }));
      const parsed = schema['~standard'].validate(JSON.parse(SecretString));
      const { value } = { value: undefined, ...(await parsed) };
      known = { value: value as z.output<Schema> | undefined, at: elapsed() };
      return known.value;
    },
  };
};
