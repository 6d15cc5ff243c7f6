import { Link } from 'react-router-dom';
import { paths } from '#shared/paths';
import { EmptyPitch } from '../../../components/badge.tsx';
import { Screen } from '../../../components/screen.tsx';
import { listingLabels } from '../../../components/slot-box.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Heading } from '../../../components/ui/heading.tsx';
import { HStack, Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { useIsHydrated } from '../../../lib/pages/page.ts';
import { publicPages } from '../../../lib/pages/public-pages.ts';
import { ofVisitors, useIsVisitor } from '../../../lib/sign-in/sign-in.ts';
import { ClassList, ListingHeader } from './class-list.tsx';

const SignUpBanner = () => {
  const isHydrated = useIsHydrated();
  return (
    <HStack
      wrap="wrap"
      justify="space-between"
      gap={{ base: '2', md: '4' }}
      p={{ base: '4', md: '6' }}
      borderWidth="1px"
      borderColor="brand.line"
      borderRadius="xl"
      bg="brand.subtle"
      className={isHydrated ? undefined : ofVisitors}
    >
      <Stack gap="1" flex="1" minWidth="64">
        <Heading size="md">Sign Up to Book Classes</Heading>
        <Text display={{ smDown: 'none' }}>Save your children once, then book a place in two minutes.</Text>
      </Stack>
      <Button asChild colorPalette="accent">
        <Link to={paths.signUp}>Sign Up / Log In</Link>
      </Button>
    </HStack>
  );
};

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
