import { Heading } from '../../components/heading.tsx';
import { Screen } from '../../components/screen.tsx';

/** Where an admin lands. */
export const DashboardScreen = () => (
  <Screen pageTitle="Dashboard">
    <Heading as="h1" size="xl">
      Dashboard
    </Heading>
  </Screen>
);
