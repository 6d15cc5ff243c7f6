import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type MessageSummary, messageRoutes } from '#shared/messages/admin-routes';
import { AreaScreen } from '../../../components/screen.tsx';
import { Heading } from '../../../components/ui/heading.tsx';
import { Stack } from '../../../components/ui/stack.tsx';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { instantText } from '../school/activity-text.ts';
import type { Column } from '../tables/column.ts';
import { DataTable } from '../tables/data-table.tsx';
import { Loaded, TableSkeleton } from '../tables/loaded.tsx';
import { Pager, usePage } from '../tables/pager.tsx';
import { RowButton } from '../tables/row-actions.tsx';
import { ComposeForm } from './compose-form.tsx';
import { kindNames, titleOf } from './message-names.ts';
import { progressText, ReachDialog } from './reach-list.tsx';

const columns: readonly Column<MessageSummary>[] = [
  { id: 'what', header: 'Message', kind: 'title', line: 'lead', cell: titleOf, sortBy: titleOf },
  { id: 'kind', header: 'Kind', kind: 'short', cell: ({ kind }) => kindNames[kind] },
  { id: 'audience', header: 'To', cell: ({ audience }) => audience },
  {
    id: 'when',
    header: 'When',
    kind: 'short',
    line: 'detailEnd',
    cell: ({ created_at }) => instantText(created_at),
    sortBy: ({ created_at }) => created_at,
  },
  {
    id: 'who',
    header: 'By',
    cell: ({ made_by, made_by_name }) => made_by_name ?? (made_by ? 'A deleted account' : 'Automatic'),
  },
  { id: 'state', header: 'State', kind: 'short', line: 'detail', cell: progressText },
];

const MessageLog = () => {
  const page = usePage();
  const [opened, setOpened] = useState<MessageSummary>();
  const messages = useQuery({
    ...routeQuery(messageRoutes.listMessages, { query: { cursor: page.cursor } }, 'Failed to load messages'),
    placeholderData: keepPreviousData,
  });
  const withDetails: readonly Column<MessageSummary>[] = [
    ...columns,
    {
      id: 'details',
      header: 'Details',
      kind: 'actions',
      cell: (message) => (
        <RowButton label={`Who Got It: ${titleOf(message)}`} onClick={() => setOpened(message)}>
          Who Got It
        </RowButton>
      ),
    },
  ];
  return (
    <Stack as="section" aria-labelledby="sent-messages" gap="3">
      <Heading id="sent-messages" size="md">
        Sent Messages
      </Heading>
      <Loaded query={messages} skeleton={<TableSkeleton />}>
        {({ messages: rows, next_cursor }) => (
          <Stack gap="4">
            <DataTable
              label="Messages"
              empty="No message has been sent yet"
              emptyHint="Write the first one in the form."
              columns={withDetails}
              rows={rows}
              rowKey={({ id }) => id}
              rowName={titleOf}
              isStale={messages.isPlaceholderData}
              isWhole={page.isFirst && next_cursor === null}
            />
            <Pager page={page} next={next_cursor} />
          </Stack>
        )}
      </Loaded>
      <ReachDialog of={opened} onClose={() => setOpened(undefined)} />
    </Stack>
  );
};

export const MessagesScreen = () => (
  <AreaScreen title="Messages">
    <Stack gap="6">
      <ComposeForm />
      <MessageLog />
    </Stack>
  </AreaScreen>
);
