import { SimpleGrid } from '@chakra-ui/react/simple-grid';
import { HStack, Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { ArrowRight, CalendarDays, type LucideIcon, Ticket, UsersRound, Wallet } from 'lucide-react';
import { Link } from 'react-router-dom';
import { adminRoutes } from '#shared/contract/admin-routes';
import { formatCents } from '#shared/domain/money';
import { paths } from '#shared/paths';
import type { Dashboard } from '#shared/schemas/dashboard';
import type { MoneyFigures } from '#shared/schemas/payments';
import { Card } from '../../../components/card.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { routeQuery } from '../../../lib/api/route-query.ts';

const counted = new Intl.NumberFormat('en-US');
const columns = { base: 2, lg: 3 };

/** Keeps the room of an amount that is not known yet, or could not be loaded. */
const unknown = '–';

/** Read apart from the other figures, which do not wait for all accounts (PAY-09). */
const moneyQuery = routeQuery(adminRoutes.getMoneyFigures, {}, 'Failed to load the payments');

const moneyFigures = [
  ['Total Revenue', 'revenue'],
  ['Received', 'received'],
  ['Open', 'open'],
] as const satisfies readonly (readonly [name: string, figure: keyof MoneyFigures])[];

/** The key figures, which link to their lists. */
export const Figures = ({ dashboard }: { readonly dashboard: Dashboard }) => {
  const { classes, bookings, members } = dashboard;
  const money = useQuery(moneyQuery);
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
      {moneyFigures.map(([name, figure]) => (
        <Figure
          key={name}
          name={name}
          value={money.data ? formatCents(money.data[figure]) : unknown}
          icon={Wallet}
          {...(figure !== 'revenue' && { to: paths.adminPayments })}
        />
      ))}
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
    {['classes', 'bookings', 'members', 'revenue', 'received', 'open'].map((figure) => (
      <Skeleton key={figure} height="20" borderRadius="xl" />
    ))}
  </SimpleGrid>
);
