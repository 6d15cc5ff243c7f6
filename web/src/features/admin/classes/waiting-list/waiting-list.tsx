import { HStack, Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { PhoneCall } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { adminRoutes } from '#shared/contract/admin-routes';
import { isFull } from '#shared/domain/classes/capacity';
import { counted } from '#shared/domain/text/counted';
import { listed } from '#shared/domain/text/listed';
import { formatDeadline } from '#shared/domain/time/deadline';
import { paths } from '#shared/paths';
import type { TimeSlot } from '#shared/schemas/slot';
import type { ListedEntry } from '#shared/schemas/waiting-admin';
import { Badge } from '../../../../components/badge.tsx';
import { Button } from '../../../../components/button.tsx';
import { Card } from '../../../../components/card.tsx';
import { Heading } from '../../../../components/heading.tsx';
import { IconLine } from '../../../../components/icon-line.tsx';
import { LoadFailure } from '../../../../components/load-failure.tsx';
import { TextLink } from '../../../../components/text-link.tsx';
import { routeQuery } from '../../../../lib/api/route-query.ts';
import { businessDate, businessNow } from '../../../../lib/time/today.ts';
import { PhoneLink } from '../../phone-link.tsx';
import { AddToListDialog } from './add-to-list-dialog.tsx';
import { type EntryAction, EntryDialog } from './entry-dialog.tsx';
import { putFirstTexts } from './waiting-texts.ts';

/** The waiting list of a time slot beside its roster (WAI-11); nothing for a slot with places and without a list. */
export const WaitingList = ({ slot }: { readonly slot: TimeSlot }) => {
  const { class_id: classId, id: slotId } = slot;
  // Nobody has waited for a slot without held places.
  const hasList = slot.held !== undefined;
  const { data, isError, refetch } = useQuery({
    ...routeQuery(
      adminRoutes.getWaitingList,
      { params: { classId, slotId } },
      'Failed to load the waiting list',
    ),
    enabled: hasList,
    refetchInterval: ({ state }) => (state.data && state.data.kept > 0 ? whileAskedMs : false),
  });
  const [action, setAction] = useState<EntryAction>();
  const [isAdding, setIsAdding] = useState(false);
  const entries = data?.entries ?? [];
  const isKnown = !hasList || data !== undefined;
  if (!isFull(slot) && entries.length === 0) return null;
  return (
    <Stack as="section" gap="4" aria-label="Waiting list" _print={{ display: 'none' }}>
      <HStack wrap="wrap" justify="space-between" gap="3">
        <Heading size="md">Waiting list{isKnown && ` (${entries.length})`}</Heading>
        <Button type="button" variant="outline" onClick={() => setIsAdding(true)}>
          Add a family
        </Button>
      </HStack>
      {data && data.kept > 0 && (
        <Text>{counted(data.kept, 'free place is', 'free places are')} being offered to the list.</Text>
      )}
      {isError && !isKnown && <LoadFailure onRetry={() => void refetch()} />}
      {isKnown && entries.length === 0 && <Text color="fg.muted">Nobody waits for a place.</Text>}
      <Stack as="ul" gap="3" listStyleType="none">
        {entries.map((entry) => (
          <li key={entry.id}>
            <EntryRow entry={entry} onAction={(kind) => setAction({ kind, entry })} />
          </li>
        ))}
      </Stack>
      <EntryDialog slotId={slotId} action={action} onClose={() => setAction(undefined)} />
      <AddToListDialog slot={slot} isOpen={isAdding} onClose={() => setIsAdding(false)} />
    </Stack>
  );
};

/** A list is asked within seconds after a place became free. */
const whileAskedMs = 2_000;

interface EntryRowProps {
  readonly entry: ListedEntry;
  readonly onAction: (kind: EntryAction['kind']) => void;
}

const EntryRow = ({ entry, onAction }: EntryRowProps) => (
  <Card p="4">
    <HStack wrap="wrap" justify="space-between" gap="3">
      <Stack gap="1" flex="1 1 16rem">
        <HStack gap="2" wrap="wrap">
          <EntryState entry={entry} />
          <Text fontWeight="bold">{listed(entry.child_names)}</Text>
          {entry.child_names.length > 1 && <Badge>Only together</Badge>}
        </HStack>
        <Text color="fg.muted">
          <TextLink asChild>
            <Link to={paths.adminParent(entry.parent_id)}>{entry.parent_name}</Link>
          </TextLink>
          , since {businessDate(entry.since)}
          {entry.put_first_reason && `, put first: ${putFirstTexts[entry.put_first_reason].toLowerCase()}`}
        </Text>
        {entry.offer && entry.takes_no_mail && (
          <IconLine icon={PhoneCall} color="danger.fg" fontWeight="bold">
            No email reaches this family. Call <PhoneLink phone={entry.phone_number} />
          </IconLine>
        )}
      </Stack>
      <HStack wrap="wrap" gap="2">
        {entry.offer ? (
          <Button type="button" variant="outline" size="compact" onClick={() => onAction('withdraw')}>
            Withdraw offer
          </Button>
        ) : (
          <Button type="button" variant="outline" size="compact" onClick={() => onAction('first')}>
            Put first
          </Button>
        )}
        <Button type="button" variant="outline" size="compact" onClick={() => onAction('remove')}>
          Remove
        </Button>
      </HStack>
    </HStack>
  </Card>
);

const EntryState = ({ entry: { rank, offer } }: Pick<EntryRowProps, 'entry'>) =>
  offer ? (
    <Badge variant="accent">Offer until {formatDeadline(offer.until, businessNow())}</Badge>
  ) : (
    <Badge variant="brand">{rank}.</Badge>
  );
