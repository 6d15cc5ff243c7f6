import { SimpleGrid } from '@chakra-ui/react/simple-grid';
import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { familyRoutes } from '#shared/contract/family-routes';
import { laterText } from '#shared/domain/ledger/due-text';
import { balanceText, ledgerLines } from '#shared/domain/ledger/ledger-lines';
import type { Statement } from '#shared/schemas/statement';
import { AccountList } from '../../components/account-list.tsx';
import { AreaScreen } from '../../components/area-screen.tsx';
import { Card } from '../../components/card.tsx';
import { EmptyPitch } from '../../components/empty-pitch.tsx';
import { Heading } from '../../components/heading.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { routeQuery } from '../../lib/api/route-query.ts';
import { HowToPay } from './how-to-pay.tsx';

const ledgerQuery = routeQuery(familyRoutes.getMyLedger, {}, 'Failed to load payments');

/** The family's balance, how to pay what is open, and every entry of its account (PAY-04). */
export const PaymentsScreen = () => (
  <AreaScreen title="Payments">
    <Account />
  </AreaScreen>
);

const Account = () => {
  const { data, isPending, isLoadingError, refetch } = useQuery(ledgerQuery);
  // Deferred, so that the first data is rendered in short tasks.
  const isWaiting = useDeferredValue(isPending);
  if (isLoadingError) return <LoadFailure onRetry={() => void refetch()} />;
  const statement = isWaiting ? undefined : data;
  // What is open but not due yet may be paid earlier.
  const owes = !statement || statement.balance > 0;
  return (
    <Stack gap="6" aria-busy={!statement}>
      <SimpleGrid columns={{ base: 1, lg: owes ? 2 : 1 }} gap="4">
        <Balance statement={statement} />
        {owes && <HowToPay statement={statement} />}
      </SimpleGrid>
      {statement ? <Entries statement={statement} /> : <Skeleton height="64" borderRadius="xl" />}
    </Stack>
  );
};

/** @param statement undefined while it loads */
const Balance = ({ statement }: { readonly statement: Statement | undefined }) => {
  const later = statement && laterText(statement.later);
  return (
    <Card p="5">
      <Text color="fg.muted" fontWeight="medium">
        Your balance
      </Text>
      <Text
        fontFamily="heading"
        fontWeight="extrabold"
        fontSize="2xl"
        lineHeight="display"
        fontVariantNumeric="tabular-nums"
      >
        {statement ? (
          balanceText(statement)
        ) : (
          <Skeleton as="span" display="inline-block" height="1em" width="48" verticalAlign="top" />
        )}
      </Text>
      {later && <Text mt="1">{later}.</Text>}
    </Card>
  );
};

const Entries = ({ statement }: { readonly statement: Statement }) => {
  const lines = ledgerLines(statement);
  if (lines.length === 0) {
    return (
      <EmptyPitch>
        <Text fontSize="lg">Nothing was booked yet, so there is nothing to pay.</Text>
      </EmptyPitch>
    );
  }
  return (
    <Card p="5">
      <Heading size="md" mb="2">
        All entries
      </Heading>
      <AccountList lines={lines} />
    </Card>
  );
};
