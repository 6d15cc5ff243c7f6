import { join } from 'node:path';
import { Hono } from 'hono';
import * as z from 'zod/mini';
import { localPaths } from '../addresses.ts';
import { createJsonWriter, readOrSetAside } from '../json-file.ts';
import { createStripePages } from './page.ts';
import { createStripeStandIn, emptyState, type StripeState } from './stand-in.ts';

/** Stands for the two calls of Secrets Manager: a secret that nobody stored is empty, as in the cloud. */
const createSecrets = (secrets: Record<string, string>, onChange: () => void) =>
  new Hono().post('/', async (c) => {
    const { SecretId: id = '', SecretString: text } = Object(await c.req.json());
    if (c.req.header('x-amz-target') === 'secretsmanager.PutSecretValue') {
      secrets[id] = String(text);
      onChange();
    }
    return c.json({ ARN: id, Name: id, SecretString: secrets[id] ?? '{}' });
  });

const storedSchema = z.object({ stripe: z.unknown(), secrets: z.record(z.string(), z.string()) });

interface LocalStripeOptions {
  readonly folder: string;
  readonly clock: () => Date;
  /** Origin of the local system. */
  readonly url: string;
}

/** Stripe and Secrets Manager on this machine, as they were left. */
export const openLocalStripe = async ({ folder, clock, url }: LocalStripeOptions) => {
  const file = join(folder, 'stripe.json');
  const stored = await readOrSetAside(file, storedSchema);
  // What this program wrote itself.
  const state = { ...emptyState(), ...Object(stored?.stripe) } as StripeState;
  const secrets: Record<string, string> = { ...stored?.secrets };
  const save = createJsonWriter(file, () => ({ stripe: state, secrets }));
  const onChange = (): void => {
    save().catch((error: unknown) => console.error(error));
  };
  const standIn = createStripeStandIn({
    ...{ state, clock, onChange },
    pageOf: (session) => `${url}${localPaths.stripe}/pay/${session}`,
    send: async (to, body, signature) => {
      const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
      return (await fetch(to, { method: 'POST', headers, body })).status;
    },
  });
  return { api: standIn.api, pages: createStripePages(standIn), secrets: createSecrets(secrets, onChange) };
};

export type LocalStripe = Awaited<ReturnType<typeof openLocalStripe>>;
