import { SimpleGrid } from '@chakra-ui/react/simple-grid';
import { HStack, Stack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { ArrowRight, Wallet } from 'lucide-react';
import { Link } from 'react-router-dom';
import { adminRoutes } from '#shared/contract/admin-routes';
import type { MoneyFigures } from '#shared/ledger/payments';
import { formatCents } from '#shared/lib/money';
import { grouped } from '#shared/lib/text';
import { paths } from '#shared/paths';
import type { Dashboard } from '#shared/school/admin-routes';
import { Notice, TextLink } from '../../../components/card.tsx';
import { Skeleton } from '../../../components/loading.tsx';
import { AreaScreen, Heading } from '../../../components/screen.tsx';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { LateRegistersLink } from '../registers/day-registers.tsx';
import { Loaded } from '../tables/loaded.tsx';
import { Decisions, DecisionsLink } from './decisions.tsx';
import { OpeningList } from './opening-list.tsx';
import { SeasonCharts } from './season-charts.tsx';
import { CancellableTimetable } from './timetable.tsx';

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
const Figures = ({ dashboard }: { readonly dashboard: Dashboard }) => {
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

const FiguresSkeleton = () => (
  <SimpleGrid columns={columns} gap="2">
    {['classes', 'bookings', 'members', 'revenue', 'received', 'open'].map((figure) => (
      <Skeleton key={figure} height="14" borderRadius="lg" />
    ))}
  </SimpleGrid>
);

const dashboardQuery = routeQuery(adminRoutes.getDashboard, {}, 'Failed to load the dashboard');

/** A phone has its room for the timetable: the log is in its navigation too. */
const activityLink = { base: 'none', md: 'inline-flex' };

/** On a phone the links have a line of their own, also before it is known whether there is something to decide. */
const linksOfHeading = {
  width: { base: 'full', md: 'auto' },
  minHeight: { base: 'touch', md: 'auto' },
} as const;

/**
 * The start screen of the admin area: key figures, the sessions of today and the next seven days, and the weeks of the
 * season (ADM-05 to ADM-09).
 */
export const DashboardScreen = () => {
  const dashboard = useQuery(dashboardQuery);
  return (
    <AreaScreen title="Admin Dashboard">
      <Loaded query={dashboard} skeleton={<DashboardSkeleton />}>
        {(data) => (
          <Stack gap="4">
            {data.opening.length > 0 && <OpeningList steps={data.opening} />}
            <Figures dashboard={data} />
            <Stack gap="2">
              <HStack wrap="wrap" justify="space-between" columnGap="4">
                <Heading size="md">Today and the Next Seven Days</Heading>
                <HStack columnGap="4" {...linksOfHeading}>
                  <LateRegistersLink />
                  <DecisionsLink dashboard={data} />
                  <TextLink asChild display={activityLink}>
                    <Link to={paths.adminActivity}>Activity log</Link>
                  </TextLink>
                </HStack>
              </HStack>
              <CancellableTimetable classes={data.upcoming} />
            </Stack>
            {!data.settings_saved && <PaymentSettings />}
            <Decisions dashboard={data}>
              {data.weeks.length > 0 && <SeasonCharts weeks={data.weeks} />}
            </Decisions>
          </Stack>
        )}
      </Loaded>
    </AreaScreen>
  );
};

/** The next step of a new school. */
const PaymentSettings = () => (
  <Notice icon={Wallet} tone="warning">
    <Text>How families pay is not set yet.</Text>
    <TextLink asChild>
      <Link to={paths.adminSettings}>Set up payments</Link>
    </TextLink>
  </Notice>
);

const DashboardSkeleton = () => (
  <Stack gap="4" aria-busy="true">
    <FiguresSkeleton />
    <Skeleton height="64" borderRadius="xl" />
  </Stack>
);
