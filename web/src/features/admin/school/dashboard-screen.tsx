import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paymentRoutes } from '#shared/ledger/admin-routes';
import type { MoneyFigures } from '#shared/ledger/balance';
import { formatCents } from '#shared/lib/money';
import { grouped } from '#shared/lib/text';
import { paths } from '#shared/paths';
import { type Dashboard, schoolRoutes } from '#shared/school/admin-routes';
import { css } from '#styled-system/css';
import { AreaScreen } from '../../../components/screen.tsx';
import { Heading } from '../../../components/ui/heading.tsx';
import { SimpleGrid } from '../../../components/ui/simple-grid.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { Stack } from '../../../components/ui/stack.tsx';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { useBusinessToday } from '../../../lib/time/today.ts';
import { MailStopNotice } from '../messages/unsent-rows.tsx';
import { Loaded } from '../tables/loaded.tsx';
import { OpeningList } from './opening-list.tsx';
import { SeasonCharts } from './season-charts.tsx';
import { CancellableTimetable, timetableDays } from './timetable.tsx';
import { ToDo, type ToDoFacts, useToDo } from './to-do.tsx';
import { TodaySessions } from './today-sessions.tsx';

/** The sign has the size of an amount that is loading or did not load. */
const unknown = '–';

/** The other figures do not wait for all accounts (PAY-09). */
const moneyQuery = routeQuery(paymentRoutes.getMoneyFigures, {}, 'Failed to load the payments');

const moneyWords = [
  ['Charged', 'charged'],
  ['Credited', 'credited'],
  ['Received', 'received'],
  ['Due', 'due'],
  ['Not Yet Due', 'not_yet_due'],
  ['In Credit', 'in_credit'],
] as const satisfies readonly (readonly [name: string, figure: keyof MoneyFigures])[];

const Figures = ({ dashboard }: { readonly dashboard: Dashboard }) => {
  const { classes, bookings, members } = dashboard;
  const money = useQuery(moneyQuery);
  const amount = (figure: keyof MoneyFigures) => (money.data ? formatCents(money.data[figure]) : unknown);
  return (
    <SimpleGrid columns={{ base: 2, md: 3, xl: 5 }} gap="2">
      <Figure name="Total Classes" value={grouped(classes)} to={paths.adminClasses} />
      <Figure name="Total Bookings" value={grouped(bookings)} to={paths.adminBookings} />
      <Figure name="Members" value={grouped(members)} to={paths.adminUsers} />
      <Figure name="Total Revenue" value={amount('revenue')} about="Charged less credited" />
      {moneyWords.map(([name, figure]) => (
        <Figure key={name} name={name} value={amount(figure)} to={paths.adminPayments} />
      ))}
    </SimpleGrid>
  );
};

interface FigureProps {
  readonly name: string;
  readonly value: string;
  readonly to?: string;
  readonly about?: string;
}

const Figure = ({ name, value, to, about }: FigureProps) =>
  to ? (
    <Link to={to} className={figureBox}>
      <p>{name}</p>
      <strong>{value}</strong>
      <ArrowRight size="1.1em" aria-hidden />
    </Link>
  ) : (
    <div className={figureBox}>
      <p>{name}</p>
      <strong>{value}</strong>
      {about && <small>{about}</small>}
    </div>
  );

const figureBox = css({
  position: 'relative',
  display: 'grid',
  gap: '0.5',
  minHeight: 'touch',
  px: '3',
  py: '2',
  borderWidth: '1px',
  borderColor: 'border',
  borderRadius: 'lg',
  bg: 'bg.surface',
  lineHeight: 'heading',
  '& > p': { color: 'fg.muted', fontSize: 'sm', fontWeight: 'medium' },
  '& > strong': {
    fontFamily: 'heading',
    fontSize: { base: 'lg', md: 'xl' },
    fontVariantNumeric: 'tabular-nums',
    fontWeight: 'extrabold',
    overflowWrap: 'anywhere',
  },
  '& > small': { color: 'fg.muted', fontSize: '[0.75rem]' },
  '& > svg': { position: 'absolute', insetInlineEnd: '2.5', top: '2.5', color: 'fg.muted' },
  '&:any-link': { _hover: { borderColor: 'border.control' } },
});

const dashboardQuery = routeQuery(schoolRoutes.getDashboard, {}, 'Failed to load the dashboard');

/** Shows tasks, the sessions of today and the next seven days, figures and the season's weeks (DAY-01, ADM-05 to ADM-09). */
export const DashboardScreen = () => {
  const dashboard = useQuery(dashboardQuery);
  const facts = useToDo();
  return (
    <AreaScreen title="Admin Dashboard">
      <Loaded query={dashboard} skeleton={<DashboardSkeleton />}>
        {(data) => (facts.isReading ? <DashboardSkeleton /> : <Content dashboard={data} facts={facts} />)}
      </Loaded>
    </AreaScreen>
  );
};

interface ContentProps {
  readonly dashboard: Dashboard;
  readonly facts: ToDoFacts;
}

const Content = ({ dashboard, facts }: ContentProps) => {
  const [today, ...week] = timetableDays(dashboard.upcoming, useBusinessToday());
  const { same_families, without_login, wrong_answers } = dashboard;
  // A school may import its families before it has a class.
  const familyTasks = same_families.length + without_login.length + wrong_answers.length;
  const { stop, mails, messages } = facts.unsent;
  const hasTasks = familyTasks + mails.length + messages.length > 0;
  return (
    <Stack gap="4">
      {stop && <MailStopNotice stop={stop} />}
      {dashboard.opening.length > 0 && <OpeningList steps={dashboard.opening} />}
      {dashboard.classes === 0 && hasTasks && <ToDo dashboard={dashboard} facts={facts} />}
      {dashboard.classes > 0 && (
        <>
          <div className={firstLook}>
            <ToDo dashboard={dashboard} facts={facts} />
            {today && <TodaySessions day={today} registers={facts.registers} />}
          </div>
          <Stack gap="2">
            <Heading size="md">The Next Seven Days</Heading>
            <CancellableTimetable days={week} />
          </Stack>
        </>
      )}
      <Figures dashboard={dashboard} />
      {dashboard.weeks.length > 0 && <SeasonCharts weeks={dashboard.weeks} />}
    </Stack>
  );
};

/** The tasks are beside today's sessions, where both have room. */
const firstLook = css({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignItems: 'start',
  gap: '4',
  '@media screen and (width >= 72rem)': { gridTemplateColumns: 'minmax(0, 3fr) minmax(0, 2fr)' },
});

const DashboardSkeleton = () => (
  <Stack gap="4" aria-busy="true">
    <div className={firstLook}>
      <Skeleton height="64" borderRadius="xl" />
      <Skeleton height="64" borderRadius="xl" />
    </div>
    <Skeleton height="64" borderRadius="xl" />
  </Stack>
);
