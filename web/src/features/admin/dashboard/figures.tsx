import { SimpleGrid } from '@chakra-ui/react/simple-grid';
import { HStack, Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { ArrowRight, CalendarDays, type LucideIcon, Ticket, UsersRound, Wallet } from 'lucide-react';
import { Link } from 'react-router-dom';
import { formatCents } from '#shared/domain/money';
import { paths } from '#shared/paths';
import type { Dashboard } from '#shared/schemas/dashboard';
import { Card } from '../../../components/card.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';

const counted = new Intl.NumberFormat('en-US');
const columns = { base: 2, lg: 4 };

/** The four key figures; three of them link to their lists. */
export const Figures = ({ dashboard }: { readonly dashboard: Dashboard }) => {
  const { classes, bookings, members, revenue } = dashboard;
  return (
    <SimpleGrid columns={columns} gap={{ base: '3', md: '4' }}>
      <Figure
        name="Total Classes"
        value={counted.format(classes)}
        icon={CalendarDays}
        to={paths.adminClasses}
      />
      <Figure name="Total Bookings" value={counted.format(bookings)} icon={Ticket} to={paths.adminBookings} />
      <Figure name="Members" value={counted.format(members)} icon={UsersRound} to={paths.adminUsers} />
      <Figure name="Total Revenue" value={formatCents(revenue)} icon={Wallet} />
    </SimpleGrid>
  );
};

interface FigureProps {
  readonly name: string;
  readonly value: string;
  readonly icon: LucideIcon;
  readonly to?: string;
}

const Figure = ({ to, ...content }: FigureProps) =>
  to ? (
    <Card
      asChild
      px={{ base: '3', md: '4' }}
      py={{ base: '2.5', md: '3' }}
      _hover={{ borderColor: 'border.control' }}
    >
      <Link to={to}>
        <FigureContent {...content} isLink />
      </Link>
    </Card>
  ) : (
    <Card px={{ base: '3', md: '4' }} py={{ base: '2.5', md: '3' }}>
      <FigureContent {...content} />
    </Card>
  );

const FigureContent = ({ name, value, icon: Icon, isLink }: Omit<FigureProps, 'to'> & { isLink?: true }) => (
  <Stack gap="1">
    <HStack gap="2" color="fg.muted" lineHeight="heading">
      <Icon size="1.2em" aria-hidden />
      <Text fontWeight="medium" flex="1">
        {name}
      </Text>
      {isLink && <ArrowRight size="1.2em" aria-hidden />}
    </HStack>
    <Text
      fontFamily="heading"
      fontWeight="extrabold"
      fontSize={{ base: 'xl', sm: '3xl' }}
      lineHeight="display"
      fontVariantNumeric="tabular-nums"
      overflowWrap="anywhere"
    >
      {value}
    </Text>
  </Stack>
);

export const FiguresSkeleton = () => (
  <SimpleGrid columns={columns} gap={{ base: '3', md: '4' }}>
    {['classes', 'bookings', 'members', 'revenue'].map((figure) => (
      <Skeleton key={figure} height="20" borderRadius="xl" />
    ))}
  </SimpleGrid>
);
