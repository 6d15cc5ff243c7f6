import { Stack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { dueChecks } from '#shared/domain/coaches/checks';
import { classTypeName, formatDate, formatLongDate, formatTime } from '#shared/domain/text/format';
import { paths } from '#shared/paths';
import { type Coach, coachCheckNames } from '#shared/schemas/coach';
import type { Dashboard } from '#shared/schemas/dashboard';
import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { Heading } from '../../../components/heading.tsx';
import { TextLink } from '../../../components/text-link.tsx';
import { useBusinessToday } from '../../../lib/time/today.ts';

interface CoachingProps {
  readonly coaches: readonly Coach[];
  readonly withoutCoach: Dashboard['without_coach'];
}

/** Rows before the list is opened: a school with 200 classes may have coaches for a few of them. */
const firstRows = 5;

/** Checks of coaches that end soon or have ended, and sessions that nobody coaches; nothing where there is none (COA-07). */
export const Coaching = ({ coaches, withoutCoach }: CoachingProps) => {
  const [isOpen, setIsOpen] = useState(false);
  const checks = dueChecks(coaches, useBusinessToday());
  if (checks.length === 0 && withoutCoach.length === 0) return null;
  const hidden = isOpen || withoutCoach.length <= firstRows + 1 ? 0 : withoutCoach.length - firstRows;
  return (
    <Card as="section" aria-labelledby="coaching" p={{ base: '4', md: '5' }}>
      <Stack gap="2">
        <Heading id="coaching" size="md">
          Coaches
        </Heading>
        <chakra.ul listStyleType="none">
          {checks.map(({ coach, check, until, hasEnded }) => (
            <Row key={`${coach.id} ${check}`}>
              <TextLink asChild>
                <Link to={paths.adminCoaches}>{coach.full_name}</Link>
              </TextLink>
              : {coachCheckNames[check].toLowerCase()} {hasEnded ? 'ended' : 'ends'} on {formatDate(until)}
            </Row>
          ))}
          {withoutCoach.slice(0, withoutCoach.length - hidden).map((session) => (
            <Row key={`${session.slot_id} ${session.date}`}>
              No coach:{' '}
              <TextLink asChild>
                <Link to={paths.adminSlot(session.class_id, session.slot_id)}>
                  {formatLongDate(session.date)}, {formatTime(session.start_time)}:{' '}
                  {classTypeName(session.class_type)}, {session.venue}
                </Link>
              </TextLink>
            </Row>
          ))}
        </chakra.ul>
        {hidden > 0 && (
          <Button type="button" variant="outline" alignSelf="start" onClick={() => setIsOpen(true)}>
            {hidden} more sessions without a coach
          </Button>
        )}
      </Stack>
    </Card>
  );
};

const Row = chakra('li', {
  base: { py: '2', borderTopWidth: '1px', borderColor: 'border' },
});
