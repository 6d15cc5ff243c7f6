import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { HeartPulse, Mail, Phone, UserRound } from 'lucide-react';
import { ageOn } from '#shared/domain/age';
import { formatDate } from '#shared/domain/format';
import type { Family } from '#shared/schemas/profile';
import { AreaScreen } from '../../components/area-screen.tsx';
import { Card } from '../../components/card.tsx';
import { Heading } from '../../components/heading.tsx';
import { IconLine } from '../../components/icon-line.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { businessToday } from '../../lib/today.ts';
import { familyQuery } from './queries.ts';

/** The parent's details and children. */
export const ProfileScreen = () => (
  <AreaScreen title="My Profile">
    <Profile />
  </AreaScreen>
);

const Profile = () => {
  const { data, isPending, isError, refetch } = useQuery(familyQuery);
  if (isPending) return <Skeleton height="64" borderRadius="xl" aria-busy="true" />;
  if (isError) return <LoadFailure onRetry={() => void refetch()} />;
  return (
    <>
      <Card p="5">
        <Stack gap="3">
          <IconLine icon={UserRound}>{data.profile.full_name}</IconLine>
          <IconLine icon={Mail}>{data.profile.email}</IconLine>
          <IconLine icon={Phone}>{data.profile.phone_number}</IconLine>
        </Stack>
      </Card>
      <ChildrenList family={data} />
    </>
  );
};

const ChildrenList = ({ family }: { family: Family }) => {
  const today = businessToday();
  return (
    <Stack gap="4">
      <Heading>My Children</Heading>
      {family.children.length === 0 && <Text color="fg.muted">No children yet.</Text>}
      {family.children.map((child) => (
        <Card key={child.id} p="5">
          <Stack gap="2">
            <Text fontWeight="bold">
              {child.name} (age {ageOn(child.date_of_birth, today)})
            </Text>
            <Text color="fg.muted">Born {formatDate(child.date_of_birth)}</Text>
            {child.medical_conditions && <IconLine icon={HeartPulse}>{child.medical_conditions}</IconLine>}
          </Stack>
        </Card>
      ))}
    </Stack>
  );
};
