import { Stack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { VisuallyHidden } from '@chakra-ui/react/visually-hidden';
import { Button } from './controls.tsx';
import styles from './screen.module.css';
import { Screen } from './screen.tsx';

/** A grey placeholder for loading content. */
export const Skeleton = chakra('div', {}, { defaultProps: { className: styles.skeleton } });

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

/**
 * What is loading. Longer than each text of the loaded screen: a browser counts a page as loaded when its largest text is
 * painted (LCP), which is then before its data.
 */
export const LoadingText = ({ children }: { readonly children: string }) => (
  <Text role="status" color="fg.muted">
    {children}
  </Text>
);

/** Shown in place of content that could not be loaded; the toast names the content. */
export const LoadFailure = ({ onRetry }: { readonly onRetry: () => void }) => (
  <Stack align="center" textAlign="center" gap="4" py="10">
    <Text color="fg.muted">Something went wrong on the way. Please check your connection.</Text>
    <Button variant="outline" onClick={onRetry}>
      Try again
    </Button>
  </Stack>
);
