import { HStack, Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { Link } from 'react-router-dom';
import { paths } from '#shared/paths';
import { EmptyPitch } from '../../../components/badge.tsx';
import { Button } from '../../../components/controls.tsx';
import { Heading, Screen } from '../../../components/screen.tsx';
import { listingLabels } from '../../../components/slot-box.tsx';
import { useIsHydrated } from '../../../lib/pages/page.ts';
import { publicPages } from '../../../lib/pages/public-pages.ts';
import { hiddenWhenSignedIn, useIsVisitor } from '../../../lib/sign-in/sign-in.ts';
import { ClassList, ListingHeader } from './class-list.tsx';

/** Asks visitors to sign up (PUB-34, PUB-35). */
const SignUpBanner = () => {
  const isHydrated = useIsHydrated();
  return (
    <HStack
      css={isHydrated ? undefined : hiddenWhenSignedIn}
      justify="space-between"
      wrap="wrap"
      gap={{ base: '2', md: '4' }}
      p={{ base: '4', md: '6' }}
      borderRadius="xl"
      bg="brand.subtle"
      borderWidth="1px"
      borderColor="brand.line"
    >
      <Stack gap="1" flex="1" minWidth="16rem">
        <Heading size="md">Sign Up to Book Classes</Heading>
        <Text hideBelow="sm">Save your children once, then book a place in two minutes.</Text>
      </Stack>
      <Button asChild variant="accent">
        <Link to={paths.signUp}>Sign Up / Log In</Link>
      </Button>
    </HStack>
  );
};

/** The public class listing (PUB-32). */
export const BookCampScreen = () => {
  const isVisitor = useIsVisitor();
  return (
    <Screen pageTitle={publicPages.bookCamp.title}>
      <Stack gap={{ base: '5', md: '8' }}>
        <ListingHeader />
        {isVisitor && <SignUpBanner />}
        <ClassList
          labels={listingLabels}
          empty={
            <EmptyPitch>
              <Text fontSize="lg">No classes available at the moment. Check back soon!</Text>
            </EmptyPitch>
          }
        />
      </Stack>
    </Screen>
  );
};
