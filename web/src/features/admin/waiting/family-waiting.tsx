import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDeadline } from '#shared/lib/calendar';
import type { FamilyId } from '#shared/lib/ids';
import { formatCents } from '#shared/lib/money';
import { listed } from '#shared/lib/text';
import { waitingListRoutes } from '#shared/waiting/admin-routes';
import type { WaitingView } from '#shared/waiting/waiting-view';
import { LoadFailure } from '../../../components/loading.tsx';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Heading } from '../../../components/ui/heading.tsx';
import { HStack, Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { businessNow } from '../../../lib/time/today.ts';
import { ConfirmChange } from '../dialogs.tsx';
import { OfferAnswers, offeredPlaceText, toAnswered } from './offer-answers.tsx';

export const FamilyWaitingSection = ({ parentId }: { readonly parentId: FamilyId }) => {
  const { data, isLoadingError, refetch } = useQuery(
    routeQuery(waitingListRoutes.getFamilyWaiting, { params: { parentId } }, 'Failed to load waiting lists'),
  );
  const [leaving, setLeaving] = useState<WaitingView>();
  const waiting = data?.entries.filter(({ rank }) => rank !== null) ?? [];
  return (
    <Stack as="section" gap="3" aria-label="Waiting lists and offers" _print={{ display: 'none' }}>
      <Heading size="md">Waiting Lists and Offers</Heading>
      {isLoadingError && <LoadFailure onRetry={() => void refetch()} />}
      {data && data.offers.length + waiting.length === 0 && (
        <Text color="fg.muted">The family waits for no place.</Text>
      )}
      <Stack as="ul" gap="2" listStyleType="none">
        {data?.offers.map((offer) => (
          <Card.Root as="li" key={offer.id} size="sm">
            <Card.Body>
              <HStack wrap="wrap" justify="space-between" gap="3">
                <Stack gap="1" flex="[1 1 16rem]">
                  <HStack gap="2" wrap="wrap">
                    <Badge variant="solid" colorPalette="accent">
                      Offer until {formatDeadline(offer.until, businessNow())}
                    </Badge>
                    <Text fontWeight="bold">{listed(offer.child_names)}</Text>
                  </HStack>
                  <Text color="fg.muted">
                    {offeredPlaceText(offer)}, {formatCents(offer.amount)}
                  </Text>
                </Stack>
                <HStack wrap="wrap" gap="2">
                  <OfferAnswers offer={toAnswered(offer)} />
                </HStack>
              </HStack>
            </Card.Body>
          </Card.Root>
        ))}
        {waiting.map((application) => (
          <Card.Root as="li" key={application.id} size="sm">
            <Card.Body>
              <HStack wrap="wrap" justify="space-between" gap="3">
                <Stack gap="1" flex="[1 1 16rem]">
                  <HStack gap="2" wrap="wrap">
                    <Badge colorPalette="brand">{application.rank}.</Badge>
                    <Text fontWeight="bold">{listed(application.child_names)}</Text>
                    {application.child_ids.length > 1 && <Badge>Only together</Badge>}
                  </HStack>
                  <Text color="fg.muted">{offeredPlaceText(application)}</Text>
                </Stack>
                <Button
                  type="button"
                  variant="outline"
                  size="sm"
                  aria-label={`Leave the list: ${listed(application.child_names)}`}
                  onClick={() => setLeaving(application)}
                >
                  Leave the List
                </Button>
              </HStack>
            </Card.Body>
          </Card.Root>
        ))}
      </Stack>
      <ConfirmChange
        of={leaving}
        onClose={() => setLeaving(undefined)}
        title={({ child_names }) => `Take ${listed(child_names)} off the waiting list?`}
        action={['Leave the List', 'Leaving...']}
        send={({ time_slot_id, id }) =>
          callRoute(waitingListRoutes.removeFromWaitingList, {
            params: { slotId: time_slot_id, entryId: id },
          })
        }
        failure="Failed to change the waiting list"
        done="The family is off the list"
      >
        {(application) => <Text>{offeredPlaceText(application)}. The family is not told by email.</Text>}
      </ConfirmChange>
    </Stack>
  );
};
