import { SimpleGrid } from '@chakra-ui/react/simple-grid';
import { HStack, Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { ArrowRight, CalendarCheck, type LucideIcon, Search, UsersRound } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '#shared/paths';
import { AreaScreen } from '../../components/area-screen.tsx';
import { Card } from '../../components/card.tsx';
import { Heading } from '../../components/heading.tsx';
import { NextSessionCard } from './next-session-card.tsx';

/** The start screen of the parent area (PAR-05, PAR-06). */
export const ParentDashboardScreen = () => (
  <AreaScreen title="Welcome to Your Dashboard">
    <NextSessionCard />
    <SimpleGrid columns={{ base: 1, lg: 3 }} gap="4">
      <LinkCard
        to={paths.parentClasses}
        icon={Search}
        title="Available Classes"
        text="Find a class and book a place."
      />
      <LinkCard
        to={paths.parentBookings}
        icon={CalendarCheck}
        title="My Bookings"
        text="See what is booked, for whom and when."
      />
      <LinkCard
        to={paths.parentProfile}
        icon={UsersRound}
        title="My Profile"
        text="Your details and your children."
      />
    </SimpleGrid>
  </AreaScreen>
);

interface LinkCardProps {
  readonly to: string;
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text: string;
}

const LinkCard = ({ to, icon: Icon, title, text }: LinkCardProps) => (
  <Card asChild p="5" _hover={{ borderColor: 'border.control' }}>
    <Link to={to}>
      <Stack gap="2" height="full">
        <HStack justify="space-between" color="brand.fg">
          <Icon aria-hidden />
          <ArrowRight aria-hidden />
        </HStack>
        <Heading size="md">{title}</Heading>
        <Text color="fg.muted">{text}</Text>
      </Stack>
    </Link>
  </Card>
);
