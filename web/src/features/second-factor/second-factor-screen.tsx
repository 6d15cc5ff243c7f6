import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { accountRoutes } from '#shared/contract/account-routes';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Heading } from '../../components/heading.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { Screen } from '../../components/screen.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { routeQuery } from '../../lib/api/route-query.ts';
import { businessDate } from '../../lib/time/today.ts';
import { SetUp } from './set-up.tsx';

const factorQuery = routeQuery(accountRoutes.getMySecondFactor, {}, 'Failed to load your two-step login');

interface ContentProps {
  /** The role of the account needs it, whatever the table says of an earlier set-up. */
  readonly isNeeded: boolean;
}

const Content = ({ isNeeded }: ContentProps) => {
  const factor = useQuery(factorQuery);
  const [isReplacing, setReplacing] = useState(false);
  if (factor.isError) return <LoadFailure onRetry={() => void factor.refetch()} />;
  if (!factor.data) return <Skeleton height="56" />;
  const { email, on_since } = factor.data;
  if (!on_since || isReplacing || isNeeded) return <SetUp email={email} />;
  return (
    <Stack gap="5">
      <Text>
        Two-step login is on since {businessDate(on_since)}: a login needs your password and the code of your
        authenticator app.
      </Text>
      <Text>
        A new phone, or no recovery codes left? Set it up again: the app and the codes that you have now stop
        working when the new app has shown its first code. Once you have entered your password, an area that
        needs two-step login opens only after the set-up is done.
      </Text>
      <Button type="button" variant="outline" onClick={() => setReplacing(true)} alignSelf="start">
        Set up again
      </Button>
    </Stack>
  );
};

const Page = ({ isNeeded, children }: ContentProps & { readonly children?: ReactNode }) => (
  <Screen pageTitle="Two-step login" maxWidth="38rem">
    <Heading as="h1" size="xl" mb="6">
      Two-step login
    </Heading>
    {children}
    <Card p={{ base: '4', md: '6' }}>
      <Content isNeeded={isNeeded} />
    </Card>
  </Screen>
);

/** The second factor of the own account (MFA-02). */
export const SecondFactorScreen = () => <Page isNeeded={false} />;

/** The set-up in place of an area whose role needs a second factor (MFA-01). The login at its end leads back to the area. */
export const SecondFactorNeededScreen = () => (
  <Page isNeeded>
    <Text mb="6">
      This area has the data of other families, so it opens with two-step login only: your password and a code
      that your phone shows. Please set it up now. It takes two minutes, once.
    </Text>
  </Page>
);
