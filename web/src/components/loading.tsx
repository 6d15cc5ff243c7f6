import type { HTMLAttributes } from 'react';
import { Button, classNames } from './controls.tsx';
import { Stack, Text } from './plain.tsx';
import styles from './screen.module.css';
import { Screen } from './screen.tsx';

interface SkeletonProps extends HTMLAttributes<HTMLDivElement> {
  /** In quarters of a rem. */
  readonly height?:
    | '10'
    | '11'
    | '14'
    | '16'
    | '20'
    | '28'
    | '32'
    | '40'
    | '48'
    | '56'
    | '60'
    | '64'
    | '80'
    | '96';
  readonly borderRadius?: 'sm' | 'md' | 'xl';
}

/** A grey placeholder for loading content. */
export const Skeleton = ({ height, borderRadius, className, ...box }: SkeletonProps) => (
  <div
    {...box}
    className={classNames(styles.skeleton, className)}
    data-height={height}
    data-radius={borderRadius}
  />
);

/** Shown while a screen's chunk or the session is loading. */
export const ScreenSkeleton = () => (
  <Screen pageTitle="Loading..." aria-busy="true">
    <span className={styles.unseen}>Loading...</span>
    <Stack gap="6">
      <Skeleton height="10" className={styles.titleToCome} />
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
