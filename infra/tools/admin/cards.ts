import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type Stripe from 'stripe';
import { getCardConnection, readCardOffice, storeCardConnection } from '#functions/cards/connection';
import {
  type CardKey,
  cardEventSecretsSchema,
  cardKeySchema,
  createStripeClient,
  isKeyRefused,
} from '#functions/cards/stripe';
import type { Clock } from '#functions/lib/clock';
import { createSecretReader } from '#functions/lib/secrets';
import type { Table } from '#functions/lib/table';
import { cardEventTypes } from '#shared/cards/events';
import { cardEventRoutes } from '#shared/cards/routes';
import { instantOf } from '#shared/lib/values';
import { CommandError } from '../../command.ts';

interface CardSecrets {
  readonly key: string;
  readonly events: string;
}

interface CardsCommandDeps {
  readonly table: Table;
  readonly clock: Clock;
  readonly siteUrl: string;
  /** Undefined where the stage has no payments by card. */
  readonly cardSecrets: CardSecrets | undefined;
  /** Origin of Stripe's API. */
  readonly stripeApi: string;
  /** Undefined for the local system. */
  readonly stage: string | undefined;
  /** Asks for a text that is not shown while it is typed. */
  readonly askHidden: (question: string) => Promise<string>;
  readonly confirm: (question: string) => Promise<boolean>;
}

/** Asks for a secret without an echo; without a terminal it is the first line of the input. */
export const askHiddenInTerminal = async (question: string): Promise<string> => {
  process.stderr.write(question);
  const nothing = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({
    ...{ input: process.stdin, output: nothing },
    terminal: process.stdin.isTTY === true,
  });
  const answer = await terminal.question('');
  terminal.close();
  process.stderr.write('\n');
  return answer.trim();
};

const requireSecrets = ({ cardSecrets }: CardsCommandDeps): CardSecrets => {
  if (!cardSecrets)
    throw new CommandError(
      'This stage has no payments by card.',
      'Set `cards: true` in its file in infra/settings/, and deploy it.',
    );
  return cardSecrets;
};

const store = async (id: string, value: object): Promise<void> => {
  const client = new SecretsManagerClient({});
  await client.send(new PutSecretValueCommand({ SecretId: id, SecretString: JSON.stringify(value) }));
  client.destroy();
};

/** Live keys move money: they belong in prod, and test keys everywhere else (CRD-07). */
const readMode = (key: string, stage: string | undefined): CardKey['mode'] => {
  const mode = /^(?:sk|rk)_(test|live)_\w+$/.exec(key)?.[1];
  if (mode !== 'test' && mode !== 'live')
    throw new CommandError('This is no key of Stripe.', 'Use a restricted or secret key: rk_… or sk_….');
  if (stage === 'prod' && mode === 'test')
    throw new CommandError('A test key cannot be used in prod.', 'Use a key of live mode.');
  if (stage !== 'prod' && mode === 'live')
    throw new CommandError('A live key would move money of a test.', 'Use a key of test mode.');
  return mode;
};

/** Asks for the key, and Stripe whether it is one, before anything is stored (CRD-06). */
const askForKey = async ({ askHidden, stage, stripeApi }: CardsCommandDeps) => {
  const key = await askHidden('Key of Stripe (not shown): ');
  const mode = readMode(key, stage);
  const client = createStripeClient(key, stripeApi);
  try {
    const { id: account } = await client.accounts.retrieveCurrent();
    await client.balance.retrieve();
    return { client, stored: { key, mode, account } satisfies CardKey };
  } catch (error) {
    if (!isKeyRefused(error)) throw error;
    throw new CommandError(
      'Stripe refuses the key. Nothing was stored.',
      'See docs/operations.md for what it may do.',
    );
  }
};

const addressOf = (siteUrl: string): string => new URL(cardEventRoutes.receiveCardEvent.path, siteUrl).href;

const createEndpoint = async (client: Stripe, siteUrl: string) => {
  const { id, secret } = await client.webhookEndpoints.create({
    url: addressOf(siteUrl),
    enabled_events: [...cardEventTypes],
    description: 'Bookings: payments by card',
  });
  if (!secret) throw new Error('Stripe made an endpoint without a secret');
  return { id, secret };
};

/** Deletes the endpoints of this system at Stripe, but one. */
const deleteEndpoints = async (client: Stripe, siteUrl: string, but?: string): Promise<void> => {
  const endpoints = await client.webhookEndpoints.list({ limit: 100 });
  const own = endpoints.data.filter(({ id, url }) => url === addressOf(siteUrl) && id !== but);
  for (const { id } of own) await client.webhookEndpoints.del(id);
};

/**
 * Ends the pages of this system on which families could still pay: the events of these payments would not arrive any more. A page of
 * another stage, or of another shop, leads elsewhere afterwards.
 */
const endPages = async (client: Stripe, siteUrl: string): Promise<void> => {
  const ownSite = new URL('/', siteUrl).href;
  for await (const { id, success_url } of client.checkout.sessions.list({ status: 'open' }))
    if (success_url?.startsWith(ownSite)) await client.checkout.sessions.expire(id);
};

const connect = async (deps: CardsCommandDeps): Promise<string> => {
  const secrets = requireSecrets(deps);
  const { table, clock, siteUrl } = deps;
  if (await getCardConnection(table))
    throw new CommandError('An account is connected.', 'Use `cards rotate`, or `cards disconnect` first.');
  const { client, stored } = await askForKey(deps);
  const { mode, account } = stored;
  const { id, secret } = await createEndpoint(client, siteUrl);
  await store(secrets.events, { secrets: [secret], mode });
  await store(secrets.key, stored);
  await deleteEndpoints(client, siteUrl, id);
  // The last step: from now on families can pay.
  await storeCardConnection(table, { mode, account, connected_at: instantOf(clock()) });
  return `Connected to ${account}, ${mode} mode. Events go to ${addressOf(siteUrl)}.`;
};

const rotate = async (deps: CardsCommandDeps): Promise<string> => {
  const secrets = requireSecrets(deps);
  const { table, siteUrl } = deps;
  const connection = await getCardConnection(table);
  if (!connection) throw new CommandError('No account is connected.', 'Use `cards connect`.');
  const { client, stored } = await askForKey(deps);
  if (stored.account !== connection.account)
    throw new CommandError(
      'This is a key of another account.',
      'Use `cards disconnect`, then `cards connect`.',
    );
  const before = await createSecretReader(secrets.events, cardEventSecretsSchema).read();
  const { id, secret } = await createEndpoint(client, siteUrl);
  // Both are valid: events that were signed before arrive later.
  await store(secrets.events, {
    secrets: [secret, ...(before?.secrets.slice(0, 1) ?? [])],
    mode: stored.mode,
  });
  await store(secrets.key, stored);
  await deleteEndpoints(client, siteUrl, id);
  return 'Rotated. Wait ten minutes, then end the old key at Stripe: until then functions may use it.';
};

const describe = async (deps: CardsCommandDeps): Promise<string> => {
  const secrets = requireSecrets(deps);
  const { table, siteUrl, stripeApi } = deps;
  const connection = await getCardConnection(table);
  if (!connection) return 'No account is connected: families cannot pay by card.';
  const { mode, account, connected_at } = connection;
  const { last_event_at, compared_at, tasks, differences } = await readCardOffice(table);
  const known = await createSecretReader(secrets.key, cardKeySchema).read();
  const look = async (): Promise<string> => {
    if (!known) return 'There is no key.';
    try {
      const { data } = await createStripeClient(known.key, stripeApi).webhookEndpoints.list({ limit: 100 });
      const own = data.filter(({ url }) => url === addressOf(siteUrl));
      return `The key works. Endpoints: ${own.map(({ status }) => status).join(', ') || 'none'}.`;
    } catch (error) {
      if (!isKeyRefused(error)) throw error;
      return 'Stripe refuses the key.';
    }
  };
  return [
    `Connected to ${account}, ${mode} mode, since ${connected_at}.`,
    await look(),
    `Last event: ${last_event_at ?? 'none yet'}. Last comparison: ${compared_at ?? 'none yet'}.`,
    `For the office: ${tasks.length} tasks, ${differences.length} differences.`,
  ].join('\n');
};

const disconnect = async (deps: CardsCommandDeps): Promise<string> => {
  const secrets = requireSecrets(deps);
  const { table, siteUrl, stripeApi, confirm } = deps;
  const known = await createSecretReader(secrets.key, cardKeySchema).read();
  // A command that failed half-way can be repeated.
  if (!known && !(await getCardConnection(table))) return 'No account is connected.';
  const question =
    'Families cannot pay by card any more, and later refunds and disputes are not recorded. Disconnect?';
  if (!(await confirm(question))) return 'Nothing was changed.';
  // The first step: no payment begins any more.
  await storeCardConnection(table, undefined);
  const leave = async (client: Stripe): Promise<void> => {
    await endPages(client, siteUrl);
    await deleteEndpoints(client, siteUrl);
  };
  if (known)
    await leave(createStripeClient(known.key, stripeApi)).catch((error: unknown) => {
      if (!isKeyRefused(error)) throw error;
    });
  for (const id of [secrets.key, secrets.events]) await store(id, {});
  return 'Disconnected. End the key at Stripe.';
};

const commands = { connect, rotate, status: describe, disconnect };

/**
 * `cards connect|rotate|status|disconnect`: the account at Stripe by which families pay (CRD-06). Keys are asked for without an echo,
 * and printed nowhere.
 * @throws CommandError for other words, and for keys that do not fit
 */
export const runOnCards = (words: readonly string[], deps: CardsCommandDeps): Promise<string> => {
  const [name = '', ...rest] = words;
  const command = Object.entries(commands).find(([known]) => known === name)?.[1];
  if (!command || rest.length > 0)
    throw new CommandError('There is no such command.', 'Use: cards connect, rotate, status or disconnect.');
  return command(deps);
};
