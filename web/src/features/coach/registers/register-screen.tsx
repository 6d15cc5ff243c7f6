import { ChevronLeft } from 'lucide-react';
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { Link, useParams } from 'react-router-dom';
import { shownProblems } from '#shared/contract/shown-problems';
import { photosText } from '#shared/families/children';
import { counted } from '#shared/lib/text';
import { type CalendarDate, instantOf } from '#shared/lib/values';
import { paths } from '#shared/paths';
import { programmes } from '#shared/programmes';
import { cardWindowText, mayHaveCards, registerWindowText } from '#shared/registers/marks';
import { isNewNote, type Mark, registerParamsSchema } from '#shared/registers/register';
import { CheckBox } from '../../../components/choices.tsx';
import { TextField } from '../../../components/fields.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Heading } from '../../../components/ui/heading.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { HStack, Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { isNotFound } from '../../../lib/api/api-error.ts';
import { siteConfig } from '../../../lib/api/config.ts';
import { usePageTitle } from '../../../lib/pages/page.ts';
import { serverNow } from '../../../lib/time/server-clock.ts';
import { useBusinessToday } from '../../../lib/time/today.ts';
import { ChildRow } from './child-row.tsx';
import { registerRows } from './coach-store.ts';
import { countsText, dayText, progressText } from './coach-texts.ts';
import { retryMs } from './coach-work.ts';
import { useCoachWork } from './coach-work-provider.tsx';
import { type ChildInCopy, childKey, sessionKey } from './copies.ts';
import { RefusedMarks, SentLine, TimeOf } from './sent-line.tsx';
import { UnlistedChildren } from './unlisted-children.tsx';

const namedSession = (params: unknown) => {
  const { data } = registerParamsSchema.safeParse(params);
  return data ? { class_id: data.classId, slot_id: data.slotId, date: data.date } : null;
};

const DayOf = ({ date }: { readonly date: CalendarDate }) => dayText(date, useBusinessToday());

export const RegisterScreen = () => {
  usePageTitle('Register');
  const { work, state } = useCoachWork();
  const { classId, slotId, date } = useParams();
  const session = useMemo(() => namedSession({ classId, slotId, date }), [classId, slotId, date]);
  const key = session ? sessionKey(session) : '';
  const register = state.copies.registers[key];
  const [reason, setReason] = useState('');
  const [areNotesFirst, setAreNotesFirst] = useState(false);
  const isAsked = state.phase === 'asked' || state.phase === 'failed';
  // An administrator's register, or one that is not the coach's, is not among the copies.
  const { problem, ask } = useMissingRegister(register || !isAsked ? null : session);
  const now = serverNow();
  const isClosed = register !== undefined && now.toISOString() >= register.session.closes_at;
  // Stable functions, so that a mark renders only its row.
  const mark = useCallback(
    (child: ChildInCopy, attendance: Mark['attendance']): void => {
      if (session) void work.mark(session, child, attendance, isClosed ? reason.trim() || null : null);
    },
    [work, session, isClosed, reason],
  );
  const openNote = useCallback((child: ChildInCopy): void => void work.openNote(child), [work]);
  if (!session || ((problem || state.isEnded) && !register))
    return <MissingRegister isUnread={problem === 'unread'} onRetry={ask} />;
  if (!register)
    return (
      <Stack gap="4" role="status">
        <Text>
          {state.phase === 'reading'
            ? 'Loading the register'
            : 'This phone has no copy of this register. It is asked for.'}
        </Text>
        <Skeleton height="64" borderRadius="xl" />
      </Stack>
    );
  const hasCards = mayHaveCards(register.session, instantOf(now), siteConfig().timeZone);
  const { rows, present } = registerRows(register, state.marks);
  const unmarked = present.filter(({ mark }) => mark === null);
  // Absent children are not marked with the others.
  const expected = unmarked.filter(({ child }) => !child.not_coming);
  const isReadOnly = isClosed && work.account.role !== 'admin';
  const name = programmes[register.session.class_type].name;
  const ofMost = photosOfMost(rows.map(({ child }) => child));
  const shown = areNotesFirst ? exceptionsFirst(rows) : rows;
  const refused = state.marks.filter((one) => one.refused !== null && sessionKey(one.session) === key);
  return (
    <Stack gap="4">
      <Stack gap="1">
        <Button asChild variant="ghost" size="sm" alignSelf="start" ms="-3">
          <Link to={paths.coach}>
            <ChevronLeft aria-hidden />
            Your sessions
          </Link>
        </Button>
        <Heading as="h1" size="lg">
          <TimeOf session={register.session} /> {name}
        </Heading>
        <Text fontWeight="semibold">
          <DayOf date={register.session.date} />, {register.session.venue}
        </Text>
        <Text color="fg.muted">{countsText(register.session, hasCards)}</Text>
        {!hasCards && <Text color="fg.muted">{cardWindowText}</Text>}
        {/* A line of its own, so that a longer text moves nothing. */}
        <Text color="fg.muted">{progressText(present.length - unmarked.length, present.length)}.</Text>
      </Stack>
      <SentLine />
      {isClosed && !isReadOnly && (
        <TextField
          label="Reason for a change after the next day"
          autoComplete="off"
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
      {register.session.state === 'on' && present.length > 0 && !isReadOnly && (
        <Button
          type="button"
          variant="outline"
          size="lg"
          // The button stays, so that nothing moves under a finger.
          disabled={expected.length === 0 || (isClosed && reason.trim() === '')}
          onClick={() => {
            for (const { child } of expected) mark(child, 'present');
          }}
        >
          {allPresentText(expected.length, unmarked.length, present.length)}
        </Button>
      )}
      {rows.length > 0 && (
        <HStack wrap="wrap" justify="space-between" columnGap="3">
          <CheckBox checked={areNotesFirst} onChange={({ target: { checked } }) => setAreNotesFirst(checked)}>
            Notes and “Not coming” first
          </CheckBox>
          {ofMost && <Text color="fg.muted">{ofMost}, unless the name says otherwise</Text>}
        </HStack>
      )}
      <Stack as="ul" gap="2" aria-label="Children">
        {shown.map((row) => (
          <li key={`${row.child.parent_id} ${row.child.child_id}`}>
            <ChildRow
              {...row}
              photos={photosSign(row.child, ofMost)}
              isNew={
                row.child.card !== null && isNewNote(row.child.card, state.seen.get(childKey(row.child)))
              }
              onOpen={openNote}
              isReadOnly={isReadOnly || (isClosed && reason.trim() === '')}
              onMark={mark}
            />
          </li>
        ))}
      </Stack>
      {rows.length === 0 && <Text fontSize="lg">Nobody has a place in this session.</Text>}
      <UnlistedChildren
        register={register}
        marks={state.marks}
        onAdd={isReadOnly ? undefined : (child) => void work.addUnlisted(session, child)}
        onRemove={isReadOnly ? undefined : (id) => work.removeUnlisted(session, id)}
      />
      {/* Below the children, so that it moves no button while others are tapped. */}
      <RefusedMarks marks={refused} />
    </Stack>
  );
};

const photosOfMost = (children: readonly ChildInCopy[]): string | null => {
  const texts = children.flatMap(({ card }) => (card ? (photosText(card.photos) ?? []) : []));
  return texts.find((text) => texts.filter((other) => other === text).length * 2 > children.length) ?? null;
};

const photosSign = ({ card }: ChildInCopy, ofMost: string | null): string | null => {
  const text = card && photosText(card.photos);
  if (text === ofMost) return null;
  return text ?? (card ? 'Photos allowed' : null);
};

type Row = ReturnType<typeof registerRows>['rows'][number];

// Children with a medical note or an absence come first.
const exceptionsFirst = (rows: readonly Row[]): Row[] => {
  const isException = ({ child }: Row) => child.not_coming || child.card?.medical_conditions != null;
  return [...rows.filter(isException), ...rows.filter((row) => !isException(row))];
};

const allPresentText = (expected: number, unmarked: number, all: number): string => {
  if (unmarked === 0) return 'All marked';
  if (expected === 0) return 'All expected are marked';
  return expected === all
    ? 'All present'
    : `${counted(expected, 'unmarked child', 'unmarked children')} present`;
};

// `none`: the server has no such register. `unread`: no answer came.
type Problem = 'none' | 'unread';

// Repeats the request every 15 seconds, when the network returns, and when the page becomes visible (REG-17).
// @param session null while nothing is missing
const useMissingRegister = (session: ReturnType<typeof namedSession>) => {
  const { work } = useCoachWork();
  const [problem, setProblem] = useState<Problem>();
  const ask = useCallback(async (): Promise<void> => {
    if (!session) return;
    try {
      await work.openRegister(session);
      setProblem(undefined);
    } catch (failure) {
      setProblem(isNotFound(failure) ? 'none' : 'unread');
    }
  }, [session, work]);
  useEffect(() => void ask(), [ask]);
  const isUnread = problem === 'unread';
  useEffect(() => {
    if (!isUnread) return;
    const again = () => void ask();
    const seen = () => document.visibilityState === 'visible' && again();
    window.addEventListener('online', again);
    document.addEventListener('visibilitychange', seen);
    const timer = setInterval(again, retryMs);
    return () => {
      window.removeEventListener('online', again);
      document.removeEventListener('visibilitychange', seen);
      clearInterval(timer);
    };
  }, [isUnread, ask]);
  return { problem, ask };
};

const onNetworkChange = (changed: () => void): (() => void) => {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
};

const useHasNetwork = (): boolean =>
  useSyncExternalStore(
    onNetworkChange,
    () => navigator.onLine,
    () => true,
  );

interface MissingRegisterProps {
  readonly isUnread: boolean;
  readonly onRetry: () => Promise<void>;
}

const MissingRegister = ({ isUnread, onRetry }: MissingRegisterProps) => {
  const { state } = useCoachWork();
  const hasNetwork = useHasNetwork();
  const [isAsking, setIsAsking] = useState(false);
  const retry = async (): Promise<void> => {
    setIsAsking(true);
    await onRetry();
    setIsAsking(false);
  };
  const mayComeYet = isUnread && !state.isEnded;
  return (
    <Stack gap="4">
      <Heading as="h1" size="xl">
        {mayComeYet ? 'Register not loaded' : 'Register not here'}
      </Heading>
      <SentLine />
      <RefusedMarks marks={state.marks.filter(({ refused }) => refused !== null)} />
      {state.isEnded ? (
        <Text fontSize="lg">{shownProblems.coachOnly.text}</Text>
      ) : (
        <Text>
          {mayComeYet
            ? `${hasNetwork ? 'The register could not be loaded' : 'There is no network'}, and this phone has no copy of it. It keeps those that it opened online in the last 24 hours. The page tries again by itself.`
            : `This register is not one of yours at the moment. ${registerWindowText}`}
        </Text>
      )}
      {mayComeYet && (
        <Button type="button" disabled={isAsking} alignSelf="start" onClick={() => void retry()}>
          {isAsking ? 'Loading...' : 'Try again'}
        </Button>
      )}
      <Button asChild alignSelf="start">
        <Link to={paths.coach}>Your sessions</Link>
      </Button>
    </Stack>
  );
};
