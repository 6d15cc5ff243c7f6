import { Stack } from '@chakra-ui/react/stack';
import { VisuallyHidden } from '@chakra-ui/react/visually-hidden';
import { Screen } from './screen.tsx';
import { Skeleton } from './skeleton.tsx';

/** What shows while a screen's code or the session is being read: a heading and a block, as tall as a screen. */
export const ScreenSkeleton = () => (
  <Screen pageTitle="Loading..." minHeight="80vh" aria-busy="true">
    <VisuallyHidden>Loading...</VisuallyHidden>
    <Stack gap="6">
      <Skeleton height="10" width="60%" maxWidth="24rem" />
      <Skeleton height="48" />
    </Stack>
  </Screen>
);
