import { EmptyPitch } from '../../../components/badge.tsx';
import { Screen } from '../../../components/screen.tsx';
import { listingLabels } from '../../../components/slot-box.tsx';
import { Heading } from '../../../components/ui/heading.tsx';
import { Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { ClassList, ListingHeader } from './class-list.tsx';

export const BrowseClassesScreen = () => (
  <Screen pageTitle="Book A Class">
    <Stack gap="8">
      <ListingHeader />
      <ClassList
        labels={listingLabels}
        empty={
          <EmptyPitch>
            <Stack gap="1">
              <Heading size="md">No classes available at the moment</Heading>
              <Text color="fg.muted">Check back soon for new classes!</Text>
            </Stack>
          </EmptyPitch>
        }
      />
    </Stack>
  </Screen>
);
