import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useDeferredValue, useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { coachCheckNames, dueChecks } from '#shared/accounts/coaches';
import { bookingRoutes } from '#shared/booking/admin-routes';
import { classTypeName, formatDate, formatDay, formatTime, weekdayName } from '#shared/lib/format';
import { counted } from '#shared/lib/text';
import type { UnsentMessage } from '#shared/messages/admin-routes';
import { paths } from '#shared/paths';
import type { Dashboard } from '#shared/school/admin-routes';
import type { SessionKey } from '#shared/sessions/admin-routes';
import { waitingListRoutes } from '#shared/waiting/admin-routes';
import { css } from '#styled-system/css';
import { lateDialog } from '../../../components/modal.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Link } from '../../../components/ui/link.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { useBusinessToday } from '../../../lib/time/today.ts';
import { LateEndingRow } from '../booking/late-endings.tsx';
import { orMissing } from '../cells.tsx';
import type { DialogProps } from '../dialogs.tsx';
import { UnsentMailRow, UnsentMessageRows, unsentQuery } from '../messages/unsent-rows.tsx';
import { ListRow, WrappingRow } from '../notices.tsx';
import { coachesQuery, unassignedQuery } from '../queries.ts';
import { dayRegistersQuery } from '../registers/day-registers.tsx';
import { UnlistedTasks, unlistedQuery } from '../registers/unlisted-tasks.tsx';

const RemedyDialog = lateDialog<'RemedyDialog', DialogProps<SessionKey>>(
  () => import('../sessions/remedy.tsx'),
  'RemedyDialog',
);

const ReachDialog = lateDialog<'ReachDialog', DialogProps<UnsentMessage>>(
  () => import('../messages/reach-list.tsx'),
  'ReachDialog',
);

type NamedSession = Dashboard['undecided'][number];

/** "Sat, Nov 28, 9:00 AM: Miniballerz, Riverside". */
const sessionText = ({ class_type, venue, date, start_time }: NamedSession): string =>
  `${weekdayName(date).slice(0, 3)}, ${formatDay(date)}, ${formatTime(start_time)}: ${classTypeName(class_type)}, ${venue}`;

const SessionLink = ({ session }: { readonly session: NamedSession }) => (
  <Link asChild>
    <RouterLink to={paths.adminSlot(session.class_id, session.slot_id)}>{sessionText(session)}</RouterLink>
  </Link>
);

const FamilyLink = ({
  family: { id, full_name },
}: {
  readonly family: Dashboard['without_login'][number];
}) => (
  <Link asChild>
    <RouterLink to={paths.adminParent(id)}>{orMissing(full_name)}</RouterLink>
  </Link>
);

/** Open offers to families that no email reaches. */
const unheardQuery = routeQuery(
  waitingListRoutes.listUnheardOffers,
  {},
  'Failed to load offers that no email reaches',
);

/** The row has two dialogs, which most days do not need. */
const UnheardOfferRow = lazy(async () => ({
  default: (await import('../waiting/offer-answers.tsx')).UnheardOfferRow,
}));

const CardRows = lazy(async () => ({ default: (await import('./card-rows.tsx')).CardRows }));

const lateEndingsQuery = routeQuery(bookingRoutes.listLateEndings, {}, 'Failed to load late cancellations');

export const useToDo = () => {
  const unheard = useQuery(unheardQuery);
  const lateEndings = useQuery(lateEndingsQuery);
  const registers = useQuery(dayRegistersQuery);
  const unlisted = useQuery(unlistedQuery());
  const coaches = useQuery(coachesQuery);
  const unassigned = useQuery(unassignedQuery(undefined));
  const unsent = useQuery(unsentQuery);
  const isReading = [lateEndings, registers, unlisted, coaches, unassigned, unsent].some(
    ({ isPending }) => isPending,
  );
  return {
    // The value is deferred, so that the list is rendered in short tasks.
    isReading: useDeferredValue(isReading || unheard.isPending),
    lateEndings: lateEndings.data?.late_endings ?? [],
    unheard: unheard.data?.offers ?? [],
    registers: registers.data?.registers ?? [],
    coaches: coaches.data?.coaches ?? [],
    unlisted: unlisted.data?.unlisted.length ?? 0,
    unassigned: unassigned.data?.total ?? 0,
    unsent: unsent.data ?? { stop: null, mails: [], messages: [] },
  };
};
export type ToDoFacts = ReturnType<typeof useToDo>;

interface ToDoProps {
  readonly dashboard: Dashboard;
  readonly facts: ToDoFacts;
}

/** The other rows of sessions without a coach show when the list is opened: of 200 classes, few may have a coach. */
const firstRows = 3;

/** The most urgent task is first (DAY-01, CAN-03, END-07, COA-07, REG-07, REG-08, FID-07, FID-09, FID-11, OPS-02, OPS-03). */
export const ToDo = ({ dashboard, facts }: ToDoProps) => {
  const { undecided, without_coach: withoutCoach, settings_saved } = dashboard;
  const { registers, lateEndings, coaches, unassigned, unsent } = facts;
  const checks = dueChecks(coaches, useBusinessToday());
  const [isOpen, setIsOpen] = useState(false);
  const [remedied, setRemedied] = useState<NamedSession>();
  const [shown, setShown] = useState<UnsentMessage>();
  const hidden = isOpen || withoutCoach.length <= firstRows + 1 ? 0 : withoutCoach.length - firstRows;
  const rows: ReactNode[] = [
    !settings_saved && (
      <ListRow key="payments">
        How families pay is not set yet.{' '}
        <Link asChild>
          <RouterLink to={paths.adminSettings}>Set up payments</RouterLink>
        </Link>
      </ListRow>
    ),
    ...unsent.messages.map((message) => (
      <UnsentMessageRows key={`message ${message.id}`} message={message} onShow={setShown} />
    )),
    ...unsent.mails.map((mail) => <UnsentMailRow key={`mail ${mail.id}`} mail={mail} />),
    (dashboard.card_tasks.length > 0 || dashboard.card_differences > 0) && (
      <Suspense key="cards" fallback={<ListRow>Card payments are loading...</ListRow>}>
        <CardRows tasks={dashboard.card_tasks} differences={dashboard.card_differences} />
      </Suspense>
    ),
    ...registers
      .filter(({ is_late }) => is_late)
      .map((register) => (
        <ListRow key={`register ${register.slot_id}`}>
          Register not started: <SessionLink session={register} />
        </ListRow>
      )),
    ...facts.unheard.map((offer) => (
      <Suspense key={`offer ${offer.id}`} fallback={<ListRow>An offer is loading...</ListRow>}>
        <UnheardOfferRow offer={offer} />
      </Suspense>
    )),
    ...undecided.map((session) => (
      <WrappingRow key={`undecided ${session.slot_id} ${session.date}`}>
        <Text flex="[1 1 14rem]">
          Cancelled: <SessionLink session={session} />
        </Text>
        <Button
          type="button"
          variant="outline"
          size="sm"
          aria-label={`Make-Up or Credit: ${sessionText(session)}`}
          onClick={() => setRemedied(session)}
        >
          Make-Up or Credit
        </Button>
      </WrappingRow>
    )),
    ...lateEndings.map(({ parent, adults, ...record }) => (
      <LateEndingRow key={record.id} record={record} family={{ parent, adults }} />
    )),
    ...withoutCoach.slice(0, withoutCoach.length - hidden).map((session) => (
      <ListRow key={`coach ${session.slot_id} ${session.date}`}>
        No coach: <SessionLink session={session} />
      </ListRow>
    )),
    hidden > 0 && (
      <ListRow key="more">
        <Button type="button" variant="outline" size="sm" onClick={() => setIsOpen(true)}>
          {hidden} more sessions without a coach
        </Button>
      </ListRow>
    ),
    ...checks.map(({ coach, check, until, hasEnded }) => (
      <ListRow key={`${coach.id} ${check}`}>
        <Link asChild>
          <RouterLink to={paths.adminCoaches}>{coach.full_name}</RouterLink>
        </Link>
        : {coachCheckNames[check].toLowerCase()} {hasEnded ? 'ended' : 'ends'} on {formatDate(until)}
      </ListRow>
    )),
    ...dashboard.without_login.map((family) => (
      <ListRow key={`login ${family.id}`}>
        Nobody has a login any more: <FamilyLink family={family} />
      </ListRow>
    )),
    ...dashboard.wrong_answers.map((family) => (
      <ListRow key={`answers ${family.id}`}>
        Wrong answers ended the invitation: <FamilyLink family={family} />
      </ListRow>
    )),
    ...dashboard.same_families.map(({ one, other }) => (
      <ListRow key={`same ${one.id} ${other.id}`}>
        May be the same family: <FamilyLink family={one} /> and <FamilyLink family={other} />
      </ListRow>
    )),
    unassigned > 0 && (
      <ListRow key="bank">
        <Link asChild>
          <RouterLink to={paths.adminPayments}>
            {counted(unassigned, 'payment', 'payments')} to assign
          </RouterLink>
        </Link>{' '}
        to families
      </ListRow>
    ),
  ].filter(Boolean);
  return (
    <Card.Root as="section" aria-labelledby="to-do">
      <Card.Header>
        <Card.Title id="to-do">To Do</Card.Title>
        <Link asChild display={{ base: 'none', md: 'inline-flex' }}>
          <RouterLink to={paths.adminActivity}>Activity log</RouterLink>
        </Link>
      </Card.Header>
      <Card.Body pt="1" gap="1">
        {rows.length === 0 && facts.unlisted === 0 && <Text color="fg.muted">Nothing waits for you.</Text>}
        {rows.length > 0 && (
          <ul aria-labelledby="to-do" className={rowsOfLinks}>
            {rows}
          </ul>
        )}
        <UnlistedTasks />
      </Card.Body>
      <RemedyDialog of={remedied} onClose={() => setRemedied(undefined)} />
      <ReachDialog of={shown} onClose={() => setShown(undefined)} />
    </Card.Root>
  );
};

const rowsOfLinks = css({ '& > li': { py: '0.5' } });
