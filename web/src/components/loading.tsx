import { useIsNewVersion } from './new-version.tsx';
import { Screen } from './screen.tsx';
import { Button } from './ui/button.tsx';
import { Skeleton } from './ui/skeleton.tsx';
import { Stack } from './ui/stack.tsx';
import { Text } from './ui/text.tsx';

export const ScreenSkeleton = () => (
  <Screen pageTitle="Loading..." aria-busy="true">
    <Text as="span" srOnly>
      Loading...
    </Text>
    <Stack gap="6">
      <Skeleton height="10" width="[60%]" maxWidth="[24rem]" />
      <Skeleton height="48" />
    </Stack>
  </Screen>
);

/** Longer than each text of the loaded screen, so that browsers count the page as loaded (LCP) before its data. */
export const LoadingText = ({ children }: { readonly children: string }) => (
  <Text role="status" color="fg.muted">
    {children}
  </Text>
);

/** A toast names the contents that did not load. */
export const LoadFailure = ({ onRetry }: { readonly onRetry: () => void }) =>
  !useIsNewVersion() && (
    <Stack align="center" gap="4" py="10" textAlign="center">
      <Text color="fg.muted">Something went wrong on the way. Please check your connection.</Text>
      <Button variant="outline" onClick={onRetry}>
        Try again
      </Button>
    </Stack>
  );
