import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import type { EmailProblem } from '#shared/schemas/email-problem';
import type { ManagedProfile } from '#shared/schemas/managed-profile';
import { Badge } from '../../../components/badge.tsx';
import { businessDate } from '../../../lib/time/today.ts';
import { orMissing } from '../or-missing.ts';

const problems: Record<EmailProblem['kind'], { badge: string; text: (date: string) => string }> = {
  bounced: {
    badge: 'Bounced',
    text: (date) => `Emails come back since ${date}, so bookings are not confirmed. Please call.`,
  },
  complained: {
    badge: 'Reported as spam',
    text: (date) => `Reported on ${date}, so bookings are no longer confirmed. Please call.`,
  },
};

/** The email of a parent, with its delivery problem if there is one. */
export const EmailFact = ({ profile: { email, email_problem } }: { readonly profile: ManagedProfile }) => {
  if (!email_problem) return orMissing(email);
  const { badge, text } = problems[email_problem.kind];
  return (
    <Stack gap="1" align="start">
      {orMissing(email)}
      <Badge variant="danger">{badge}</Badge>
      <Text fontSize="sm" fontWeight="normal">
        {text(businessDate(email_problem.at))}
      </Text>
    </Stack>
  );
};
