import { chakra } from '@chakra-ui/react/styled-system';
import { Button } from './controls.tsx';
import { Stack, Text } from './plain.tsx';
import styles from './screen.module.css';
import { Screen } from './screen.tsx';

/** A grey placeholder for loading content. */
export const Skeleton = chakra('div', {}, { defaultProps: { className: styles.skeleton } });

/** Shown while a screen's chunk or the session is loading. */
export const ScreenSkeleton = () => (
  <Screen pageTitle="Loading..." aria-busy="true">
    <span className={styles.unseen}>Loading...</span>
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
  <Stack align="center" gap="4" className={styles.failure}>
    <Text color="fg.muted">Something went wrong on the way. Please check your connection.</Text>
    <Button variant="outline" onClick={onRetry}>
      Try again
    </Button>
  </Stack>
);
