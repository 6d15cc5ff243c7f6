import { useId, useState } from 'react';
import { familyRoutes } from '#shared/contract/family-routes';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Input } from '../../../components/ui/input.tsx';
import { HStack, Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { copyText } from '../../../lib/browser/save-file.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';

/** The address is shown once, and a new one ends the old one (ICS-02). */
export const SubscribeSection = () => {
  const headingId = useId();
  const [exists, setExists] = useState(false);
  const [address, setAddress] = useState<string>();
  const feed = useSubmission({
    send: (replace: boolean) => callRoute(familyRoutes.createCalendarFeed, { body: { replace } }),
    failure: 'Failed to make the calendar link',
    onDone: ({ path }) => {
      setExists(true);
      setAddress(new URL(path, window.location.origin).href);
    },
    onFailed: (error) => setExists(error instanceof ApiError && error.code === 'feedExists'),
  });
  return (
    <Card.Root as="section" aria-labelledby={headingId}>
      <Card.Body p="5" gap="3">
        <Card.Title id={headingId}>All sessions in your calendar</Card.Title>
        <Card.Description maxWidth="prose">
          Subscribe once, and new sessions and changes arrive by themselves. Calendars may take a day to look
          for changes: cancellations also come by email. Whoever has the link sees the sessions.
        </Card.Description>
        {address && <FeedAddress address={address} />}
        {exists && !address && <Text>You have a calendar link already. A new link ends the old one.</Text>}
        <Button
          type="button"
          variant="outline"
          alignSelf="start"
          disabled={feed.isPending}
          onClick={() => feed.submit(exists)}
        >
          {exists ? 'New link' : 'Subscribe'}
        </Button>
      </Card.Body>
    </Card.Root>
  );
};

const FeedAddress = ({ address }: { readonly address: string }) => (
  <Stack gap="2">
    <Input
      aria-label="Calendar link"
      readOnly
      value={address}
      onFocus={(event) => event.currentTarget.select()}
    />
    <HStack gap="2" wrap="wrap">
      <Button asChild>
        <a href={address.replace(/^https?:/, 'webcal:')}>Open in my calendar</a>
      </Button>
      <Button type="button" variant="outline" onClick={() => void copyText('Link', address)}>
        Copy link
      </Button>
    </HStack>
  </Stack>
);
