import Stripe from 'stripe';
import type * as z from 'zod/mini';
import { factsOf, parseStripeEvent } from '#shared/cards/events';
import type { CardEventRoutes } from '#shared/cards/routes';
import type { RawBody } from '#shared/contract/route';
import { instantOf } from '#shared/lib/values';
import type { TimedDeps } from '../lib/deps.ts';
import type { Operation } from '../lib/http/operation.ts';
import { problem } from '../lib/http/problem-error.ts';
import { cardEventRefused, log } from '../lib/log.ts';
import type { SecretReader } from '../lib/secrets.ts';
import { applyFact } from './apply-facts.ts';
import { noteCardEvent } from './connection.ts';
import type { cardEventSecretsSchema } from './stripe.ts';

export interface CardEventsDeps extends TimedDeps {
  readonly secrets: SecretReader<z.infer<typeof cardEventSecretsSchema>>;
}

/** How old the signature of an event may be, in seconds: Stripe signs each delivery anew. */
const toleranceSeconds = 300;

const refused = (reason: string): Error => {
  log.warn(cardEventRefused, { reason });
  return problem('cardEventRefused');
};

/** The event, if one of the secrets has signed it within the tolerance. @throws ProblemError where it is no JSON */
const verify = ({ bytes, signature }: RawBody, secrets: readonly string[], now: Date): unknown => {
  for (const secret of secrets)
    try {
      return Stripe.webhooks.constructEvent(
        Buffer.from(bytes),
        signature,
        secret,
        toleranceSeconds,
        undefined,
        now.getTime(),
      );
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw refused('body');
    }
  return undefined;
};

/**
 * Stores what a signed event of Stripe says (CRD-02). What is not signed, is too old, or is of the other mode or of another
 * account is refused before anything of it is read; an event that means nothing here is accepted and forgotten.
 */
export const receiveCardEvent: Operation<CardEventRoutes['receiveCardEvent'], CardEventsDeps> = async (
  { raw },
  deps,
) => {
  // An account may have been connected since an empty secret was read.
  const known = (await deps.secrets.read()) ?? (await deps.secrets.read(true));
  if (!known) throw refused('not-connected');
  const now = deps.clock();
  const signed = verify(raw, known.secrets, now);
  // A secret may have been rotated since it was read.
  const stored = signed === undefined ? await deps.secrets.read(true) : known;
  const verified = signed ?? (stored && verify(raw, stored.secrets, now));
  if (verified === undefined || !stored) throw refused('signature');
  const event = parseStripeEvent(verified);
  if (!event) throw refused('body');
  if (event.account !== undefined) throw refused('account');
  if (event.livemode !== (stored.mode === 'live')) throw refused('mode');
  const facts = factsOf(event);
  for (const fact of facts) await applyFact(deps, fact);
  if (facts.length > 0) await noteCardEvent(deps.table, instantOf(now));
};
