import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { classTypeName, formatLongDate, formatTimeRange } from '#shared/lib/format';
import { callLink } from '#shared/lib/phone-number';
import { registerRoutes, type UnlistedTask } from '#shared/registers/admin-routes';
import { css } from '#styled-system/css';
import { ConfirmDialog } from '../../../components/modal.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Heading } from '../../../components/ui/heading.tsx';
import { Link } from '../../../components/ui/link.tsx';
import { HStack, Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { ListRow } from '../notices.tsx';
import { TrailButtons, useTrail } from '../tables/row-actions.tsx';

export const unlistedQuery = (cursor?: string) =>
  routeQuery(
    registerRoutes.listUnlisted,
    { query: { cursor } },
    'Failed to load children who are on no list',
  );

/** The office calls, and says when it is done, or deletes a child who was added by mistake (REG-08, REG-16). */
export const UnlistedTasks = () => {
  const page = useTrail();
  const { data } = useQuery({ ...unlistedQuery(page.cursor), placeholderData: keepPreviousData });
  if (!data || (data.unlisted.length === 0 && page.cursor === undefined)) return null;
  return (
    <Stack as="section" aria-labelledby="unlisted-heading" gap="1" pt="3">
      <Heading as="h3" id="unlisted-heading" fontSize="lg">
        Children Not on a List
      </Heading>
      <ul className={css({ listStyleType: 'none' })}>
        {data.unlisted.map((task) => (
          <UnlistedRow key={task.id} task={task} />
        ))}
      </ul>
      <TrailButtons page={page} next={data.next_cursor} of="Children" />
    </Stack>
  );
};

const UnlistedRow = ({ task }: { readonly task: UnlistedTask }) => {
  const { id, slot_id, date, name, phone_number, session } = task;
  const { submit, isPending } = useSubmission({
    send: () =>
      callRoute(registerRoutes.finishUnlisted, { params: { unlistedId: id }, body: { slot_id, date } }),
    failure: 'This could not be saved. Please try again.',
    changes: [registerRoutes.listUnlisted],
  });
  const [isDeleting, setIsDeleting] = useState(false);
  const link = callLink(phone_number);
  return (
    <ListRow>
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
            <Link asChild>
              <a href={link} aria-label={`Call for ${name}: ${phone_number}`}>
                {phone_number}
              </a>
            </Link>
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
          <Button
            type="button"
            variant="ghost"
            aria-label={`Delete: ${name}`}
            onClick={() => setIsDeleting(true)}
          >
            Delete
          </Button>
        </HStack>
      </HStack>
      <DeleteUnlisted task={task} isOpen={isDeleting} onClose={() => setIsDeleting(false)} />
    </ListRow>
  );
};

interface DeleteUnlistedProps {
  readonly task: UnlistedTask;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

const DeleteUnlisted = ({ task, isOpen, onClose }: DeleteUnlistedProps) => {
  const { id, slot_id, date, name } = task;
  const { submit, isPending } = useSubmission({
    send: () =>
      callRoute(registerRoutes.deleteUnlisted, { params: { slotId: slot_id, date, unlistedId: id } }),
    failure: 'The child could not be deleted. Please try again.',
    changes: [registerRoutes.listUnlisted],
  });
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      isOpen={isOpen}
      onClose={onClose}
      action={['Delete', 'Deleting…']}
      isPending={isPending}
      onConfirm={() => submit(undefined)}
    >
      <Text>
        Name and number go from the register, and nobody is told. Where the child was there, press “Done”
        instead.
      </Text>
    </ConfirmDialog>
  );
};
