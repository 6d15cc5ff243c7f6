import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { Component, type PropsWithChildren } from 'react';
import { Button } from '../../components/button.tsx';
import { Heading } from '../../components/heading.tsx';
import { Screen } from '../../components/screen.tsx';

/** Shown when the site or a screen could not be loaded or has thrown. */
export const BrokenScreen = () => (
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

/** Shows `BrokenScreen` between header and footer when a screen throws; React logs the error. */
export class ScreenErrorBoundary extends Component<PropsWithChildren, { readonly failed: boolean }> {
  override readonly state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? <BrokenScreen /> : this.props.children;
  }
}
