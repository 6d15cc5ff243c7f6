import { CircleCheck, CloudOff, TriangleAlert } from 'lucide-react';
import { formatDate, formatTime, formatTimeRange } from '#shared/lib/format';
import type { CoachSession } from '#shared/registers/register';
import { css } from '#styled-system/css';
import { Notice } from '../../../components/notice.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Link } from '../../../components/ui/link.tsx';
import { HStack, Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { serverNowAfterSleep } from '../../../lib/time/server-clock.ts';
import { businessClock } from '../../../lib/time/today.ts';
import type { UnsentMark } from './coach-store.ts';
import { refusalTexts, sentText, waitsForADay } from './coach-texts.ts';
import { useCoachWork } from './coach-work-provider.tsx';
import { grouped } from './copies.ts';

/** "9:00 AM - 10:00 AM" without a line break. */
export const TimeOf = ({ session }: { readonly session: Pick<CoachSession, 'start_time' | 'end_time'> }) => (
  <Text as="span" whiteSpace="nowrap">
    {formatTimeRange(session)}
  </Text>
);

const refusedMarksId = 'refused-marks';

/** By day and reason, with the children, until they are dismissed (REG-05). */
export const RefusedMarks = ({ marks }: { readonly marks: readonly UnsentMark[] }) => {
  const { work } = useCoachWork();
  if (marks.length === 0) return null;
  const reasons = grouped(marks, ({ session, refused }) => `${session.date} ${refused}`);
  return (
    <Notice status="error" icon={TriangleAlert} role="alert" id={refusedMarksId}>
      <Stack gap="2">
        {reasons.map(([reason, [first, ...others]]) => (
          <Text key={reason}>
            {first && [first, ...others].map(({ name }) => name).join(', ')}
            {first && `, ${formatDate(first.session.date)}: ${first.refused && refusalTexts[first.refused]}`}
          </Text>
        ))}
        <HStack>
          <Button type="button" variant="outline" onClick={() => void work.dismiss(marks)}>
            I have noted it
          </Button>
        </HStack>
      </Stack>
    </Notice>
  );
};

const allSent = css({ borderColor: 'brand.line', bg: 'brand.subtle', color: 'brand.fg' });
const waiting = css({ borderColor: 'warning.line', bg: 'warning.subtle', color: 'warning.fg' });

/** What the server has, how old the copy is, and what the browser may remove (REG-03, REG-05, REG-07). */
export const SentLine = () => {
  const { state } = useCoachWork();
  const { marks, copies, storing, isStored, copiedAt } = state;
  const { lastContact } = copies;
  const isAllSent = marks.length === 0;
  // Before the storage is read, waiting marks are unknown.
  const isReading = isAllSent && state.phase === 'reading' && !state.isEnded;
  const Icon = isAllSent ? CircleCheck : CloudOff;
  return (
    <>
      <HStack
        role="status"
        // A mark counts when it survives closing the browser.
        aria-busy={storing > 0}
        // The line stays below the header while a register scrolls (DAY-05), and has room for three lines on a small phone:
        // nothing below moves when marks are sent or refused.
        position="sticky"
        zIndex="[1]"
        top="[calc(4rem + 1px)]"
        minHeight="14"
        px="3"
        borderWidth="1px"
        borderRadius="md"
        fontWeight="bold"
        lineHeight="heading"
        css={{ _icon: { flexShrink: '0' } }}
        className={isAllSent ? allSent : waiting}
      >
        <Icon size="1.25em" aria-hidden />
        <span>{isReading ? 'Loading' : sentText(marks, lastContact, businessClock)}</span>
        {marks.some(({ refused }) => refused !== null) && (
          <Link href={`#${refusedMarksId}`} flexShrink="0" ms="auto" px="2" fontWeight="bold">
            Why?
          </Link>
        )}
      </HStack>
      {/* Has its height before there is a copy: nothing moves under a finger. */}
      <Text fontSize="sm" color="fg.muted" minHeight="5" mt="-2">
        {copiedAt && `Works without a network: copy of ${formatTime(businessClock(copiedAt).time)}`}
      </Text>
      {!isStored && (
        <Notice status="error" icon={TriangleAlert}>
          This browser cannot keep marks. Leave this page open until it says “All sent”.
        </Notice>
      )}
      {isStored && waitsForADay(marks, serverNowAfterSleep()) && (
        <Notice status="warning" icon={TriangleAlert}>
          Marks wait since yesterday. Please open this page with a network soon, in the same browser or from
          the same icon of the home screen: each keeps its own. A browser can remove what a page keeps, Safari
          after seven days without a visit.
        </Notice>
      )}
    </>
  );
};
