import { Stack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { classTypeName, formatLongDate, formatTime } from '#shared/domain/text/format';
import { paths } from '#shared/paths';
import type { Dashboard } from '#shared/schemas/dashboard';
import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { Heading } from '../../../components/heading.tsx';
import { TextLink } from '../../../components/text-link.tsx';
import { RemedyDialog } from '../sessions/remedy-dialog.tsx';

type UndecidedSession = Dashboard['undecided'][number];

/** Cancelled sessions for which a make-up date or a credit is still to be chosen (CAN-03). */
export const OpenTasks = ({ sessions }: { readonly sessions: readonly UndecidedSession[] }) => {
  const [opened, setOpened] = useState<UndecidedSession>();
  return (
    <Card as="section" aria-labelledby="open-tasks" p={{ base: '4', md: '5' }}>
      <Stack gap="2">
        <Heading id="open-tasks" size="md">
          Open Tasks
        </Heading>
        <Text color="fg.muted">Sessions that were cancelled without a make-up date or a credit.</Text>
        <chakra.ul listStyleType="none">
          {sessions.map((session) => (
            <Row key={`${session.slot_id} ${session.date}`}>
              <Text flex="1 1 14rem">
                <TextLink asChild>
                  <Link to={paths.adminSlot(session.class_id, session.slot_id)}>{sessionText(session)}</Link>
                </TextLink>
              </Text>
              <Button
                type="button"
                variant="outline"
                size="compact"
                aria-label={`Make-Up or Credit: ${sessionText(session)}`}
                onClick={() => setOpened(session)}
              >
                Make-Up or Credit
              </Button>
            </Row>
          ))}
        </chakra.ul>
      </Stack>
      <RemedyDialog session={opened} onClose={() => setOpened(undefined)} />
    </Card>
  );
};

/** "Saturday, November 28, 2026, 9:00 AM: Miniballerz, Riverside". */
const sessionText = ({ class_type, venue, date, start_time }: UndecidedSession): string =>
  `${formatLongDate(date)}, ${formatTime(start_time)}: ${classTypeName(class_type)}, ${venue}`;

const Row = chakra('li', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '3',
    py: '2',
    borderTopWidth: '1px',
    borderColor: 'border',
  },
});
