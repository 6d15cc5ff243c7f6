import { SimpleGrid } from '@chakra-ui/react/simple-grid';
import { chakra } from '@chakra-ui/react/styled-system';
import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { adminRoutes } from '#shared/contract/admin-routes';
import { formatCents } from '#shared/domain/pricing/money';
import { grouped } from '#shared/domain/text/counted';
import { paths } from '#shared/paths';
import type { Dashboard } from '#shared/schemas/dashboard';
import type { MoneyFigures } from '#shared/schemas/payments';
import { Skeleton } from '../../../components/skeleton.tsx';
import { routeQuery } from '../../../lib/api/route-query.ts';

/** One row from 1200 px on, so that a laptop's first screen has room for the timetable. */
const columns = { base: 2, md: 3, xl: 6 };

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
    <SimpleGrid columns={columns} gap="2">
      <Figure name="Total Classes" value={grouped(classes)} to={paths.adminClasses} />
      <Figure name="Total Bookings" value={grouped(bookings)} to={paths.adminBookings} />
      <Figure name="Members" value={grouped(members)} to={paths.adminUsers} />
      {moneyFigures.map(([name, figure]) => (
        <Figure
          key={name}
          name={name}
          value={money.data ? formatCents(money.data[figure]) : unknown}
          {...(figure !== 'revenue' && { to: paths.adminPayments })}
        />
      ))}
    </SimpleGrid>
  );
};

interface FigureProps {
  readonly name: string;
  readonly value: string;
  readonly to?: string;
}

const Figure = ({ name, value, to }: FigureProps) =>
  to ? (
    <FigureBox asChild _hover={{ borderColor: 'border.control' }}>
      <Link to={to}>
        <p>{name}</p>
        <strong>{value}</strong>
        <ArrowRight size="1.1em" aria-hidden />
      </Link>
    </FigureBox>
  ) : (
    <FigureBox>
      <p>{name}</p>
      <strong>{value}</strong>
    </FigureBox>
  );

const FigureBox = chakra('div', {
  base: {
    position: 'relative',
    display: 'grid',
    gap: '0.5',
    minHeight: 'touch',
    px: '3',
    py: '2',
    bg: 'bg.surface',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'lg',
    lineHeight: 'heading',
    '& > p': { color: 'fg.muted', fontSize: 'sm', fontWeight: 'medium' },
    '& > strong': {
      fontFamily: 'heading',
      fontWeight: 'extrabold',
      fontSize: { base: 'lg', md: 'xl' },
      fontVariantNumeric: 'tabular-nums',
      overflowWrap: 'anywhere',
    },
    '& > svg': { position: 'absolute', insetEnd: '2.5', top: '2.5', color: 'fg.muted' },
  },
});

export const FiguresSkeleton = () => (
  <SimpleGrid columns={columns} gap="2">
    {['classes', 'bookings', 'members', 'revenue', 'received', 'open'].map((figure) => (
      <Skeleton key={figure} height="14" borderRadius="lg" />
    ))}
  </SimpleGrid>
);
