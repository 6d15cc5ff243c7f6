import { SimpleGrid } from '@chakra-ui/react/simple-grid';
import { Stack } from '@chakra-ui/react/stack';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { AreaScreen } from '../../components/area-screen.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { familyQuery } from '../../lib/api/family-query.ts';
import { CardViewsSection } from './card-views-section.tsx';
import { ChildrenSection } from './children-section.tsx';
import { ContactForm } from './contact-form.tsx';
import { PrivacySection } from './privacy-section.tsx';

/** The parent's details, children and stored data (PAR-22 to PAR-28). */
export const ProfileScreen = () => (
  <AreaScreen title="My Profile">
    <Profile />
  </AreaScreen>
);

const Profile = () => {
  const { data, isPending, isLoadingError, refetch } = useQuery(familyQuery);
  // Deferred, so that the first data is rendered in short tasks.
  const isWaiting = useDeferredValue(isPending);
  if (isPending || isWaiting) return <ProfileSkeleton />;
  if (isLoadingError) return <LoadFailure onRetry={() => void refetch()} />;
  return (
    <Stack gap="10" maxWidth="prose">
      <ContactForm profile={data.profile} />
      <ChildrenSection entries={data.children} />
      <CardViewsSection entries={data.children} />
      <PrivacySection />
    </Stack>
  );
};

const ProfileSkeleton = () => (
  <Stack gap="10" maxWidth="prose" aria-busy="true">
    <Skeleton height="96" borderRadius="xl" />
    <SimpleGrid columns={1} gap="3">
      <Skeleton height="20" borderRadius="xl" />
      <Skeleton height="96" borderRadius="xl" />
    </SimpleGrid>
  </Stack>
);
