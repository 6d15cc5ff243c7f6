import { useQuery } from '@tanstack/react-query';
import { Link as RouterLink } from 'react-router-dom';
import type { CardDifference } from '#shared/cards/office';
import { cardRoutes } from '#shared/cards/routes';
import { formatTime } from '#shared/lib/format';
import { familyIdSchema } from '#shared/lib/ids';
import { formatCents } from '#shared/lib/money';
import { counted } from '#shared/lib/text';
import type { Instant } from '#shared/lib/values';
import { paths } from '#shared/paths';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Link } from '../../../components/ui/link.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { businessClock, businessDate } from '../../../lib/time/today.ts';
import { Facts } from '../cells.tsx';
import { WrappingRow } from '../notices.tsx';
import { Loaded } from '../tables/loaded.tsx';
import { useChange } from '../use-change.ts';

const statusQuery = routeQuery(cardRoutes.getCardStatus, {}, 'Failed to load the state of card payments');

const momentText = (instant: Instant | null): string =>
  instant ? `${businessDate(instant)}, ${formatTime(businessClock(instant).time)}` : 'None yet';

const whatTexts = {
  payment: 'Payment',
  refund: 'Refund',
  dispute: 'Dispute',
  failed: 'Failed debit',
} as const;

const DifferenceRow = ({ difference }: { readonly difference: CardDifference }) => {
  const { intent, what, missing_in, amount, at, family_id, can_record } = difference;
  const family = familyIdSchema.safeParse(family_id);
  const recording = useChange({
    send: () => callRoute(cardRoutes.recordCardDifference, { params: { intent } }),
    failure: 'Failed to record',
    done: 'Recorded',
  });
  return (
    <WrappingRow>
      <Text flex="[1 1 14rem]">
        {whatTexts[what]} of {formatCents(amount)} on {businessDate(at)}:{' '}
        {missing_in === 'ledger'
          ? 'Stripe has it, the account does not.'
          : 'The account has it, Stripe does not.'}{' '}
        {family.success && (
          <Link asChild>
            <RouterLink to={paths.adminParent(family.data)}>Open the family</RouterLink>
          </Link>
        )}
      </Text>
      {can_record && (
        <Button
          type="button"
          variant="outline"
          size="sm"
          disabled={recording.isPending}
          onClick={() => recording.submit(undefined)}
        >
          Record
        </Button>
      )}
    </WrappingRow>
  );
};

/** Whether payment by card works, and what differs from Stripe (CRD-05, CRD-06). */
export const CardConnection = () => {
  const status = useQuery(statusQuery);
  const comparing = useChange({
    send: () => callRoute(cardRoutes.compareCardPayments, {}),
    failure: 'Failed to compare with Stripe',
    done: ({ differences }) =>
      differences.length === 0
        ? 'Stripe and the accounts agree'
        : counted(differences.length, 'difference found', 'differences found'),
  });
  return (
    <Loaded query={status} skeleton={<Skeleton height="48" borderRadius="xl" aria-busy="true" />}>
      {({ connection, key_works, last_event_at, compared_at, differences }) =>
        connection && (
          <Card.Root as="section" aria-labelledby="card-payments" maxWidth="[52rem]">
            <Card.Body p="5" gap="3">
              <Card.Title id="card-payments">Payment by card</Card.Title>
              {connection.mode === 'test' && <Text>Test payments: no money moves.</Text>}
              <Facts
                facts={[
                  ['Stripe', connection.mode === 'test' ? 'Test mode' : 'Live mode'],
                  [
                    'Key',
                    key_works
                      ? 'Works'
                      : 'Stripe has not accepted it just now. If this stays so, please tell whoever runs the site.',
                  ],
                  ['Events arrive', last_event_at ? `Last one at ${momentText(last_event_at)}` : 'None yet'],
                  ['Last comparison', momentText(compared_at)],
                ]}
              />
              <Button
                type="button"
                variant="outline"
                alignSelf="start"
                disabled={comparing.isPending}
                onClick={() => comparing.submit(undefined)}
              >
                {comparing.isPending ? 'Comparing...' : 'Compare with Stripe'}
              </Button>
              {differences.length > 0 && (
                <Stack as="ul" gap="1" listStyleType="none">
                  {differences.map((difference) => (
                    <DifferenceRow key={`${difference.what} ${difference.id}`} difference={difference} />
                  ))}
                </Stack>
              )}
            </Card.Body>
          </Card.Root>
        )
      }
    </Loaded>
  );
};
