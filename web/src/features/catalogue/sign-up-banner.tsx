import { HStack, Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { Link } from 'react-router-dom';
import { paths } from '#shared/paths';
import { Button } from '../../components/button.tsx';
import { Heading } from '../../components/heading.tsx';
import { useIsHydrated } from '../../lib/browser/use-is-hydrated.ts';
import { hiddenWhenSignedIn } from '../../lib/sign-in/stored-tokens.ts';

/** Asks visitors to sign up (PUB-34, PUB-35). */
export const SignUpBanner = () => {
  const isHydrated = useIsHydrated();
  return (
    <HStack
      css={isHydrated ? undefined : hiddenWhenSignedIn}
      justify="space-between"
      wrap="wrap"
      gap="4"
      p={{ base: '5', md: '6' }}
      borderRadius="xl"
      bg="brand.subtle"
      borderWidth="1px"
      borderColor="brand.line"
    >
      <Stack gap="1" flex="1" minWidth="16rem">
        <Heading size="md">Sign Up to Book Classes</Heading>
        <Text>Save your children once, then book a place in two minutes.</Text>
      </Stack>
      <Button asChild variant="accent">
        <Link to={paths.signUp}>Sign Up / Log In</Link>
      </Button>
    </HStack>
  );
};
