import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { activityIdSchema } from '#shared/lib/ids';
import type { NamedActivity } from '#shared/school/activity';
import { schoolRoutes } from '#shared/school/admin-routes';
import { AreaScreen } from '../../../components/screen.tsx';
import { Stack } from '../../../components/ui/stack.tsx';
import { routeQuery } from '../../../lib/api/route-query.ts';
import type { Column } from '../tables/column.ts';
import { DataTable } from '../tables/data-table.tsx';
import { Loaded, TableSkeleton } from '../tables/loaded.tsx';
import { Pager, usePage } from '../tables/pager.tsx';
import { activityText, actorText, instantText } from './activity-text.ts';

const columns: readonly Column<NamedActivity>[] = [
  {
    id: 'when',
    header: 'When',
    kind: 'short',
    line: 'detailEnd',
    cell: ({ at }) => instantText(at),
    sortBy: ({ at }) => at,
  },
  {
    id: 'who',
    header: 'Who',
    line: 'detail',
    cell: actorText,
    sortBy: actorText,
  },
  { id: 'what', header: 'What', kind: 'title', line: 'lead', cell: activityText, sortBy: activityText },
  {
    id: 'of',
    header: 'Of',
    cell: ({ subject_label, changes }) => subject_label ?? (changes ? 'Settings' : 'Deleted'),
  },
];

export const ActivityScreen = () => {
  const page = usePage();
  const cursor = activityIdSchema.safeParse(page.cursor).data;
  const activity = useQuery({
    ...routeQuery(schoolRoutes.listActivity, { query: { cursor } }, 'Failed to load the activity log'),
    placeholderData: keepPreviousData,
  });
  return (
    <AreaScreen title="Activity Log">
      <Loaded query={activity} skeleton={<TableSkeleton />}>
        {({ entries, next_cursor }) => (
          <Stack gap="4">
            <DataTable
              label="Activity"
              empty="Nothing has been changed yet"
              columns={columns}
              rows={entries}
              rowKey={({ id }) => id}
              rowName={activityText}
              isStale={activity.isPlaceholderData}
              isWhole={page.isFirst && next_cursor === null}
            />
            <Pager page={page} next={next_cursor} />
          </Stack>
        )}
      </Loaded>
    </AreaScreen>
  );
};
