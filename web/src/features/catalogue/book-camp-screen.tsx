import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { EmptyPitch } from '../../components/empty-pitch.tsx';
import { Screen } from '../../components/screen.tsx';
import { listingLabels } from '../../components/slot-box.tsx';
import { publicPages } from '../../lib/pages/public-pages.ts';
import { useIsVisitor } from '../../lib/sign-in/sign-in.ts';
import { ClassList } from './class-list.tsx';
import { ListingHeader } from './listing-header.tsx';
import { SignUpBanner } from './sign-up-banner.tsx';

/** The public class listing (PUB-32). */
export const BookCampScreen = () => {
  const isVisitor = useIsVisitor();
  return (
    <Screen pageTitle={publicPages.bookCamp.title}>
      <Stack gap="8">
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
