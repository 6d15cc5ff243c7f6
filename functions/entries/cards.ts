import type { Context } from 'aws-lambda';
import { cardRoutes } from '#shared/cards/routes';
import { isAdminNow, memberships } from '../accounts/accounts.ts';
import { compareAndStore } from '../cards/compare.ts';
import { type CardsDeps, connectStripe } from '../cards/stripe.ts';
import { readEnv } from '../functions.ts';
import { systemClock } from '../lib/clock.ts';
import { type ApiEvent, createHandler } from '../lib/http/create-handler.ts';
import { problem } from '../lib/http/problem-error.ts';
import { connectTable } from '../lib/table.ts';
import { cardsOperations } from './cards-operations.ts';

const { TABLE_NAME, BUSINESS_TIME_ZONE, SITE_URL, STRIPE_API, CARD_KEY_SECRET } = readEnv('cards');

const deps: CardsDeps = {
  table: connectTable(TABLE_NAME),
  clock: systemClock,
  timeZone: BUSINESS_TIME_ZONE,
  siteUrl: SITE_URL,
  stripe: connectStripe(CARD_KEY_SECRET, STRIPE_API),
};

const answer = createHandler(cardRoutes, cardsOperations, deps, {
  memberships: memberships(deps.table),
  requireCurrentRole: async ({ userId }) => {
    if (!(await isAdminNow(deps.table, userId))) throw problem('adminOnly');
  },
});

/** What the schedule sends once a day, in place of a request (CRD-05). */
interface DailyComparison {
  readonly compare: true;
}

/** Answers requests, and compares with Stripe once a day where an account is connected. */
export const handler = async (event: ApiEvent | DailyComparison, context: Context) => {
  if (!('compare' in event)) return answer(event, context);
  const access = await deps.stripe.access();
  if (access) await compareAndStore(access.client, deps);
  return undefined;
};
