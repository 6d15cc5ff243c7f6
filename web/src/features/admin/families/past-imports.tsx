import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { type ImportId, importLimits } from '#shared/families/import';
import { importRoutes } from '#shared/families/import-routes';
import { formatTime } from '#shared/lib/format';
import { counted, listed } from '#shared/lib/text';
import { paths } from '#shared/paths';
import { ConfirmDialog } from '../../../components/modal.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Link } from '../../../components/ui/link.tsx';
import { HStack, Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { businessClock, businessDate } from '../../../lib/time/today.ts';
import { showToast } from '../../../lib/toasts/toasts.ts';
import { FailureNotice } from '../notices.tsx';
import { everyRead } from '../queries.ts';
import { Rows, useEnd } from './import-lists.tsx';
import { undoWhole } from './import-run.ts';

/** Imports of the last days. A question says how many families an undo removes. */
export const Imports = () => {
  const imports = useQuery(routeQuery(importRoutes.listImports, {}, 'Failed to load the imports'));
  const list = imports.data?.imports ?? [];
  const [retained, setRetained] = useState<Awaited<ReturnType<typeof undoWhole>>['retained']>([]);
  const [undone, setUndone] = useState(0);
  const [asked, setAsked] = useState<(typeof list)[number]>();
  const [unproved, setUnproved] = useState(0);
  const signalNow = useEnd();
  const failure = 'Failed to take the import back';
  const undoing = useSubmission({
    send: (importId: ImportId) => undoWhole(importId, { signal: signalNow(), onProgress: setUndone }),
    failure,
    changes: everyRead,
    onDone: (result) => {
      setRetained(result.retained);
      showToast({
        type: 'success',
        title: `${counted(result.undone, 'family', 'families')} taken back`,
      });
    },
  });
  const inviteFailure = 'Failed to invite all families. Please press again';
  const inviting = useSubmission({
    send: (importId: ImportId) => callRoute(importRoutes.inviteImported, { params: { importId } }),
    failure: inviteFailure,
    changes: everyRead,
    onDone: ({ invited, unproved }) => {
      setUnproved(unproved);
      showToast({
        type: 'success',
        title:
          invited > 0
            ? `${counted(invited, 'family', 'families')} invited. The emails go out one after the other`
            : 'Nobody is left to invite: all have a login or an invitation, or no email',
      });
    },
  });
  if (list.length === 0 && retained.length === 0) return null;
  return (
    <Stack gap="3">
      <Rows title="Imports that can be taken back" count={list.length}>
        {list.map((one) => {
          const { import_id, file_name = 'A file', started_at, started_by_name, families } = one;
          return (
            <li key={import_id}>
              <Text overflowWrap="anywhere">
                <strong>{file_name}</strong>, {counted(families, 'family', 'families')},{' '}
                {businessDate(started_at)}, {formatTime(businessClock(started_at).time)}
                {started_by_name && ` by ${started_by_name}`}. Until {importLimits.undoDays} days after the
                import.
              </Text>
              <HStack gap="2" wrap="wrap" mt="1">
                <Button
                  type="button"
                  variant="outline"
                  disabled={undoing.isPending}
                  onClick={() => setAsked(one)}
                >
                  {undoing.isPending ? `Taking back... ${undone}` : 'Take the Import Back'}
                </Button>
                <Button
                  type="button"
                  disabled={inviting.isPending}
                  onClick={() => inviting.submit(import_id)}
                >
                  {inviting.isPending ? 'Inviting...' : 'Invite the Families'}
                </Button>
              </HStack>
            </li>
          );
        })}
      </Rows>
      <ConfirmDialog
        title="Take This Import Back?"
        isOpen={asked !== undefined}
        action={['Take It Back', 'Taking back...']}
        isPending={undoing.isPending}
        onClose={() => setAsked(undefined)}
        onConfirm={() => {
          if (asked) undoing.submit(asked.import_id);
          setAsked(undefined);
        }}
      >
        <Text>
          {counted(asked?.families ?? 0, 'family', 'families')} of {asked?.file_name ?? 'this import'} are
          deleted with their children. Those that were worked with since stay, and are named. This cannot be
          undone.
        </Text>
      </ConfirmDialog>
      <FailureNotice error={inviting.error} failure={inviteFailure} />
      {unproved > 0 && (
        <Text>
          {counted(unproved, 'family', 'families')} not invited: without a child and a phone number nothing
          can be asked of whoever reads the email. Please add a phone number.
        </Text>
      )}
      <FailureNotice error={undoing.error} failure={failure} />
      <Rows title="Not taken back" count={retained.length}>
        {retained.map(({ parent_id, full_name, built }) => (
          <li key={parent_id}>
            <Link asChild>
              <RouterLink to={paths.adminParent(parent_id)}>{full_name || 'No name'}</RouterLink>
            </Link>{' '}
            stays: it {listed(built)}
          </li>
        ))}
      </Rows>
    </Stack>
  );
};
