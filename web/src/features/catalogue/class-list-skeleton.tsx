import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { Card } from '../../components/card.tsx';
import { CardGrid } from '../../components/card-grid.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import pitch from './pitch.svg';

/** Placeholders in the shape of class cards (PUB-36). */
export const ClassListSkeleton = () => (
  <>
    <Text role="status" color="fg.muted" mb="-2">
      Loading classes...
    </Text>
    <CardGrid aria-busy="true">
      {['first', 'second', 'third'].map((place) => (
        <Card key={place}>
          {/* Not smaller than the pictures that follow, however it is rounded: a larger one would be the LCP of the page. */}
          <Skeleton asChild width="full" height="9.125rem" borderRadius="0">
            <img src={pitch} alt="" />
          </Skeleton>
          <Stack gap="4" p="5">
            <Skeleton height="8" width="55%" />
            <Skeleton height="24" width="80%" />
            <Skeleton height="20" />
            <Skeleton height="20" />
            <Skeleton height="20" />
          </Stack>
        </Card>
      ))}
    </CardGrid>
  </>
);
