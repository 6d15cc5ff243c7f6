import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { Card } from '../../components/card.tsx';
import { CardGrid } from '../../components/card-grid.tsx';
import { Skeleton } from '../../components/skeleton.tsx';

/** Class cards in their shape, before their data is there (PUB-36). */
export const ClassListSkeleton = () => (
  <>
    <Text role="status" color="fg.muted" mb="-2">
      Loading classes...
    </Text>
    <CardGrid aria-busy="true">
      {['first', 'second', 'third'].map((place) => (
        <Card key={place}>
          <Skeleton height={{ base: '28', sm: '36' }} borderRadius="0" />
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
