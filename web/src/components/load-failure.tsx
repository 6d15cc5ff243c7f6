import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { Button } from './button.tsx';

/** Shown in place of content that could not be loaded; the toast names the content. */
export const LoadFailure = ({ onRetry }: { readonly onRetry: () => void }) => (
  <Stack align="center" textAlign="center" gap="4" py="10">
    <Text color="fg.muted">Something went wrong on the way. Please check your connection.</Text>
    <Button variant="outline" onClick={onRetry}>
      Try again
    </Button>
  </Stack>
);
