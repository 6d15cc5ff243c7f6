import { Stack } from '@chakra-ui/react/stack';
import { VisuallyHidden } from '@chakra-ui/react/visually-hidden';
import { Screen } from './screen.tsx';
import { Skeleton } from './skeleton.tsx';

/** Shown while a screen's chunk or the session is loading. */
export const ScreenSkeleton = () => (
  <Screen pageTitle="Loading..." aria-busy="true">
    <VisuallyHidden>Loading...</VisuallyHidden>
    <Stack gap="6">
      <Skeleton height="10" width="60%" maxWidth="24rem" />
      <Skeleton height="48" />
    </Stack>
  </Screen>
);
