import { HStack, Stack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { adminRoutes } from '#shared/contract/admin-routes';
import { classTypeName, formatLongDate, formatTimeRange } from '#shared/domain/text/format';
import { callLink } from '#shared/domain/text/phone-number';
import type { UnlistedTask } from '#shared/schemas/register-admin';
import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { Heading } from '../../../components/heading.tsx';
import { TextLink } from '../../../components/text-link.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';

/** Children who were in a session and are on no list: the office calls, and says when it is done (REG-08). */
export const UnlistedTasks = ({ tasks }: { readonly tasks: readonly UnlistedTask[] }) => (
  <Card as="section" aria-labelledby="unlisted-heading" p={{ base: '4', md: '5' }}>
    <Stack gap="2">
      <Heading id="unlisted-heading" size="md">
        Children Not on a List
      </Heading>
      <chakra.ul listStyleType="none">
        {tasks.map((task) => (
          <UnlistedRow key={task.id} task={task} />
        ))}
      </chakra.ul>
    </Stack>
  </Card>
);

const UnlistedRow = ({ task }: { readonly task: UnlistedTask }) => {
  const { id, slot_id, date, name, phone_number, session } = task;
  const { submit, isPending } = useSubmission({
    send: () =>
      callRoute(adminRoutes.finishUnlisted, { params: { unlistedId: id }, body: { slot_id, date } }),
    failure: 'This could not be saved. Please try again.',
    changes: [adminRoutes.listDayRegisters],
  });
  const link = callLink(phone_number);
  return (
    <Row>
      <HStack gap="3" wrap="wrap" justify="space-between">
        <Stack gap="0">
          <Text fontWeight="bold" overflowWrap="anywhere">
            {name}
          </Text>
          <Text>
            {formatLongDate(date)}
            {session &&
              `, ${formatTimeRange(session)}, ${classTypeName(session.class_type)}, ${session.venue}`}
          </Text>
        </Stack>
        <HStack gap="3">
          {link ? (
            <TextLink asChild>
              <a href={link} aria-label={`Call for ${name}: ${phone_number}`}>
                {phone_number}
              </a>
            </TextLink>
          ) : (
            <Text>{phone_number}</Text>
          )}
          <Button
            type="button"
            variant="outline"
            aria-label={`Done: ${name}`}
            disabled={isPending}
            onClick={() => submit(undefined)}
          >
            Done
          </Button>
        </HStack>
      </HStack>
    </Row>
  );
};

const Row = chakra('li', {
  base: { py: '2', borderTopWidth: '1px', borderColor: 'border' },
});
