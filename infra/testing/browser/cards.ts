import { getCardConnection, storeCardConnection } from '#functions/cards/connection';
import { systemClock } from '#functions/lib/clock';
import type { TestStack } from '#infra/testing/stack/test-stack';
import type { CardConnection } from '#shared/cards/office';
import { resourceNames } from '../../local/addresses.ts';
import { runOnCards } from '../../tools/admin/cards.ts';

/** The connections of stacks that were connected before: their keys stay when a table is emptied. */
const connections = new WeakMap<TestStack['table'], CardConnection>();

/** Connects the stand-in for Stripe, as the operator's command does. */
export const connectCards = async ({ table, url }: TestStack): Promise<void> => {
  const before = connections.get(table);
  if (before) return storeCardConnection(table, before);
  await runOnCards(['connect'], {
    ...{ table, clock: systemClock, siteUrl: url, stripeApi: url, stage: undefined },
    cardSecrets: { key: resourceNames.cardKeySecret, events: resourceNames.cardEventsSecret },
    askHidden: async () => 'sk_test_local',
    confirm: async () => true,
  });
  const connection = await getCardConnection(table);
  if (connection) connections.set(table, connection);
};
