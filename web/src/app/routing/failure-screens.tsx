import { Component, type PropsWithChildren, useEffect } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { palette } from '#shared/palette';
import { paths } from '#shared/paths';
import { css } from '#styled-system/css';
import { NewVersionNotice, useIsNewVersion } from '../../components/new-version.tsx';
import { Screen } from '../../components/screen.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Heading } from '../../components/ui/heading.tsx';
import { Stack } from '../../components/ui/stack.tsx';
import { Text } from '../../components/ui/text.tsx';
import { lookForNewVersion } from '../../lib/browser/new-version.ts';
import { lazyScreen } from '../../lib/pages/lazy-screen.tsx';

export const NotFoundScreen = () => {
  const { pathname } = useLocation();
  useEffect(() => {
    console.error('No page at this path:', pathname);
  }, [pathname]);
  return (
    <Screen pageTitle="Page not found">
      <Stack align="center" textAlign="center" gap="6" py="8">
        <svg
          viewBox="0 0 240 130"
          aria-hidden="true"
          className={css({ width: '[min(20rem, 80%)]', color: 'border.control' })}
        >
          <path
            d="M20 120V24h150v96"
            fill="none"
            stroke="currentColor"
            strokeWidth="5"
            strokeLinejoin="round"
          />
          <path
            d="M20 48h150M20 72h150M20 96h150M45 24v96M70 24v96M95 24v96M120 24v96M145 24v96"
            stroke="currentColor"
            opacity="0.35"
          />
          <path d="M6 122h228" stroke={palette.pitchBright} strokeWidth="4" strokeLinecap="round" />
          <path
            d="M96 118Q150 40 205 92"
            fill="none"
            stroke={palette.pitchBright}
            strokeWidth="2.5"
            strokeDasharray="6 7"
          />
          <circle cx="210" cy="104" r="15" fill={palette.ball} stroke={palette.navy} strokeWidth="3" />
        </svg>
        <Heading as="h1" size="2xl">
          Oops! Page not found
        </Heading>
        <Button asChild size="lg">
          <Link to={paths.home}>Return to Home</Link>
        </Button>
      </Stack>
    </Screen>
  );
};

export const BrokenScreen = () => {
  const isNewVersion = useIsNewVersion();
  useEffect(() => void lookForNewVersion(), []);
  if (isNewVersion)
    return (
      <Screen pageTitle="There is a new version">
        <NewVersionNotice />
      </Screen>
    );
  return (
    <Screen pageTitle="Something went wrong">
      <Stack gap="4" align="start" maxWidth="prose">
        <Heading as="h1" size="xl">
          This page did not load
        </Heading>
        <Text>Please check your connection and load it again. Nothing you have booked is lost.</Text>
        <Button onClick={() => window.location.reload()}>Load again</Button>
      </Stack>
    </Screen>
  );
};

/** Replaces an area whose role needs a second factor. The areas of pages import it. */
export const { Screen: SecondFactorNeeded } = lazyScreen(
  () => import('../../features/visitors/accounts/second-factor-screen.tsx'),
  'SecondFactorNeededScreen',
);

/** React logs the error. */
export class ScreenErrorBoundary extends Component<PropsWithChildren, { readonly failed: boolean }> {
  override readonly state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? <BrokenScreen /> : this.props.children;
  }
}
