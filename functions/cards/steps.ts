import { problem } from '../lib/http/problem-error.ts';
import { cardKeyRefused, log } from '../lib/log.ts';
import { isKeyRefused, isStripeUnavailable, type StripeAccess, type StripeGateway } from './stripe.ts';

/** @throws ProblemError cardsNotConnected */
export const requireStripe = async (stripe: StripeGateway, wasRefused = false): Promise<StripeAccess> => {
  // An account may have been connected since an empty secret was read.
  const access = (await stripe.access(wasRefused)) ?? (await stripe.access(true));
  if (!access) throw problem('cardsNotConnected');
  return access;
};

/**
 * Asks Stripe. A key that is refused may have been rotated: it is read again, once.
 * @throws ProblemError cardsNotConnected; cardPageUnavailable where Stripe does not answer or refuses the key; what else Stripe
 * refuses
 */
export const askStripe = async <Answer>(
  stripe: StripeGateway,
  ask: (access: StripeAccess) => Promise<Answer>,
): Promise<Answer> => {
  try {
    return await ask(await requireStripe(stripe));
  } catch (error) {
    if (isStripeUnavailable(error)) throw problem('cardPageUnavailable');
    if (!isKeyRefused(error)) throw error;
  }
  try {
    return await ask(await requireStripe(stripe, true));
  } catch (error) {
    if (isKeyRefused(error)) log.error(cardKeyRefused, error);
    if (isKeyRefused(error) || isStripeUnavailable(error)) throw problem('cardPageUnavailable');
    throw error;
  }
};
