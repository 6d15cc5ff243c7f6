import { Stack } from '@chakra-ui/react/stack';
import { cardConfirmedOn, isCardDue } from '#shared/domain/children/card';
import type { Child } from '#shared/schemas/child';
import { ChildCardCheck } from '../../components/child-card-check.tsx';
import { Heading } from '../../components/heading.tsx';
import { siteConfig } from '../../lib/api/config.ts';
import { useBusinessNow } from '../../lib/time/today.ts';
import { comingSessions } from './next-session.ts';
import type { ShownBooking } from './shown-sessions.ts';

interface CardsDueProps {
  readonly entries: readonly Child[];
  readonly bookings: readonly ShownBooking[];
}

/** Asks about the cards of children with a session to come that were not confirmed for long, or never (EME-03). */
export const CardsDue = ({ entries, bookings }: CardsDueProps) => {
  const moment = useBusinessNow();
  const coming = new Set(comingSessions(bookings, moment).map(({ booking }) => booking.child_id));
  const due = entries.filter(
    (child) => coming.has(child.id) && isCardDue(cardConfirmedOn(child, siteConfig().timeZone), moment.today),
  );
  if (due.length === 0) return null;
  return (
    <Stack as="section" gap="4" aria-label="Cards to confirm">
      <Heading size="lg">Is this still right?</Heading>
      {due.map((child) => (
        <ChildCardCheck key={child.id} child={child} isAsked />
      ))}
    </Stack>
  );
};
