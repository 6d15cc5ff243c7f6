import { defineSlotRecipe } from '@chakra-ui/react/styled-system';
import { Tabs } from '@chakra-ui/react/tabs';
import { Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { Card } from '../../components/card.tsx';
import { Heading } from '../../components/heading.tsx';
import { Screen } from '../../components/screen.tsx';
import { ScreenSkeleton } from '../../components/screen-skeleton.tsx';
import { landingPath } from '../../lib/return-to.ts';
import { useSession } from '../../lib/session.ts';
import { LoginForm } from './login-form.tsx';
import { SignUpPanel } from './sign-up-panel.tsx';

const tabNames = ['login', 'signup'] as const;

/** Login and sign-up (AUT-01); whoever is signed in already goes on as after a login (AUT-11). */
export const AuthScreen = () => {
  const session = useSession();
  const { state } = useLocation();
  const [search, setSearch] = useSearchParams();
  if (session.status === 'restoring') return <ScreenSkeleton />;
  if (session.status === 'signedIn') return <Navigate to={landingPath(session.role, state)} replace />;
  const tab = tabNames.find((name) => name === search.get('tab')) ?? 'login';
  return (
    <Screen pageTitle={tab === 'login' ? 'Log in' : 'Sign up'} maxWidth="30rem">
      <Heading as="h1" size="xl" mb="6" textAlign="center">
        {tab === 'login' ? 'Welcome back' : 'Join the team'}
      </Heading>
      <Card p={{ base: '4', md: '6' }}>
        <Tabs.Root
          recipe={tabsRecipe}
          value={tab}
          onValueChange={({ value }) => setSearch({ tab: value }, { replace: true, state })}
        >
          <Tabs.List>
            <Tabs.Trigger value="login">Login</Tabs.Trigger>
            <Tabs.Trigger value="signup">Sign Up</Tabs.Trigger>
          </Tabs.List>
          <Tabs.Content value="login">
            <LoginForm />
          </Tabs.Content>
          <Tabs.Content value="signup">
            <SignUpPanel />
          </Tabs.Content>
        </Tabs.Root>
      </Card>
    </Screen>
  );
};

const tabsRecipe = defineSlotRecipe({
  slots: ['root', 'list', 'trigger', 'content'],
  base: {
    list: {
      display: 'grid',
      gridTemplateColumns: '1fr 1fr',
      gap: '1',
      p: '1',
      mb: '6',
      borderRadius: 'full',
      bg: 'bg.subtle',
    },
    trigger: {
      minHeight: 'touch',
      borderRadius: 'full',
      fontWeight: 'bold',
      cursor: 'pointer',
      color: 'fg.muted',
      _selected: { bg: 'bg.surface', color: 'fg', boxShadow: 'card' },
    },
  },
});
