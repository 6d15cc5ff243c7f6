import Stripe from 'stripe';
import * as z from 'zod/mini';
import { cardModeSchema } from '#shared/ledger/entry';
import { stretched } from '../lib/clock.ts';
import type { TimedDeps } from '../lib/deps.ts';
import { createSecretReader, type SecretReader } from '../lib/secrets.ts';

/** What the function that calls Stripe reads: the key, and for which account and mode it is. */
export const cardKeySchema = z.object({ key: z.string(), mode: cardModeSchema, account: z.string() });
export type CardKey = z.infer<typeof cardKeySchema>;

/** What the function that receives events reads. Two secrets are valid while they are rotated. */
export const cardEventSecretsSchema = z.object({
  secrets: z.array(z.string()).check(z.minLength(1), z.maxLength(2)),
  mode: cardModeSchema,
});

export interface StripeAccess extends Omit<CardKey, 'key'> {
  readonly client: Stripe;
}

/** The school's account at Stripe, reached by the key that is stored now. */
export interface StripeGateway {
  /** Undefined where no account is connected. */
  access(wasRefused?: boolean): Promise<StripeAccess | undefined>;
}

export interface CardsDeps extends TimedDeps {
  readonly stripe: StripeGateway;
  /** Origin of the site, to which Stripe's page leads back. */
  readonly siteUrl: string;
}

/** A person waits for the answer: all attempts end before the function does. */
const clientLimits = { timeout: 5_000, maxNetworkRetries: 1 } as const;

/** @param apiUrl origin of Stripe's API, or of what stands for it on one machine */
export const createStripeClient = (key: string, apiUrl: string): Stripe => {
  const { protocol, hostname, port } = new URL(apiUrl);
  return new Stripe(key, {
    ...{ host: hostname, protocol: protocol === 'http:' ? 'http' : 'https' },
    ...(port && { port }),
    ...{ timeout: stretched(clientLimits.timeout), maxNetworkRetries: clientLimits.maxNetworkRetries },
    telemetry: false,
  });
};

export const connectStripe = (
  secretId: string,
  apiUrl: string,
  reader: SecretReader<CardKey> = createSecretReader(secretId, cardKeySchema),
): StripeGateway => {
  let made: { readonly key: string; readonly client: Stripe } | undefined;
  return {
    access: async (wasRefused) => {
      const stored = await reader.read(wasRefused);
      if (!stored) return undefined;
      const { key, ...account } = stored;
      if (made?.key !== key) made = { key, client: createStripeClient(key, apiUrl) };
      return { ...account, client: made.client };
    },
  };
};

/** Whether Stripe refuses the key: it was revoked, or may not do this. */
export const isKeyRefused = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeAuthenticationError ||
  error instanceof Stripe.errors.StripePermissionError;

/** Whether Stripe gave no answer, or none that says what became of the request. */
export const isStripeUnavailable = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeConnectionError ||
  error instanceof Stripe.errors.StripeRateLimitError ||
  error instanceof Stripe.errors.StripeAPIError;

/** Whether Stripe refuses what was asked for. */
export const isStripeRefusal = (
  error: unknown,
): error is InstanceType<typeof Stripe.errors.StripeInvalidRequestError> =>
  error instanceof Stripe.errors.StripeInvalidRequestError;
