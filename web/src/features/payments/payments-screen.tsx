import { SimpleGrid } from '@chakra-ui/react/simple-grid';
import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { familyRoutes } from '#shared/contract/family-routes';
import { accountLines, balanceText } from '#shared/domain/account/account-lines';
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

const accountQuery = routeQuery(familyRoutes.getMyAccount, {}, 'Failed to load payments');

/** The family's balance, how to pay, and every entry of its account (PAY-04). */
export const PaymentsScreen = () => (
  <AreaScreen title="Payments">
    <Account />
  </AreaScreen>
);

const Account = () => {
  const { data, isPending, isLoadingError, refetch } = useQuery(accountQuery);
  // Deferred, so that the first data is rendered in short tasks.
  const isWaiting = useDeferredValue(isPending);
  if (isPending || isWaiting) return <AccountSkeleton />;
  if (isLoadingError) return <LoadFailure onRetry={() => void refetch()} />;
  return <LoadedAccount statement={data} />;
};

const LoadedAccount = ({ statement }: { readonly statement: Statement }) => {
  const lines = accountLines(statement);
  return (
    <Stack gap="6">
      <SimpleGrid columns={{ base: 1, lg: 2 }} gap="4">
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
            {balanceText(statement.balance)}
          </Text>
        </Card>
        <HowToPay reference={statement.reference} />
      </SimpleGrid>
      {lines.length === 0 ? (
        <EmptyPitch>
          <Text fontSize="lg">Nothing was booked yet, so there is nothing to pay.</Text>
        </EmptyPitch>
      ) : (
        <Card p="5">
          <Heading size="md" mb="2">
            All entries
          </Heading>
          <AccountList lines={lines} />
        </Card>
      )}
    </Stack>
  );
};

const AccountSkeleton = () => (
  <Stack gap="6" aria-busy="true">
    <SimpleGrid columns={{ base: 1, lg: 2 }} gap="4">
      <Skeleton height="24" borderRadius="xl" />
      <Skeleton height="48" borderRadius="xl" />
    </SimpleGrid>
    <Skeleton height="64" borderRadius="xl" />
  </Stack>
);
