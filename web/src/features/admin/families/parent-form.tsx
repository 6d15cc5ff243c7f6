import { SimpleGrid } from '@chakra-ui/react/simple-grid';
import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { useMemo } from 'react';
import type * as z from 'zod/mini';
import { type ManagedFamily, parentRoutes } from '#shared/families/admin-routes';
import type { EmailProblem } from '#shared/families/family';
import { updateProfileSchema } from '#shared/families/profile-input';
import { roleNames } from '#shared/roles';
import { Badge } from '../../../components/badge.tsx';
import { Card } from '../../../components/card.tsx';
import { DraftNotice, useFormDraft } from '../../../components/draft-notice.tsx';
import { PhoneField, TextField } from '../../../components/fields.tsx';
import { StyledButton } from '../../../components/styled.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { createDrafts } from '../../../lib/forms/form-draft.ts';
import { businessDate } from '../../../lib/time/today.ts';
import { Facts, orMissing } from '../cells.tsx';
import { useChangeForm } from '../form-dialogs.tsx';

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
const EmailFact = ({ profile: { email, email_problem } }: { readonly profile: ManagedFamily }) => {
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

type Details = z.input<typeof updateProfileSchema>;

/** By parent. */
const drafts = createDrafts<Details>();

/** A parent's details; only name and phone can be changed (ADM-55). */
export const ParentForm = ({ profile }: { readonly profile: ManagedFamily }) => {
  const { id, full_name, phone_number } = profile;
  const saved = useMemo(() => ({ full_name, phone_number }), [full_name, phone_number]);
  const draft = useMemo(() => drafts(id), [id]);
  const { form, field, frame } = useChangeForm(updateProfileSchema, draft.read() ?? saved, {
    send: (body) => callRoute(parentRoutes.updateParent, { params: { parentId: id }, body }),
    failure: 'Failed to update parent information',
    done: 'Parent information updated successfully',
    onDone: (changed) => settle({ full_name: changed.full_name, phone_number: changed.phone_number }),
  });
  const { isRestored, startOver, settle } = useFormDraft(form, saved, draft);
  return (
    <Card p={{ base: '4', md: '5' }} _print={{ display: 'none' }}>
      <form noValidate aria-label="Parent details" onSubmit={frame.onSubmit}>
        <Stack gap="5">
          <Facts
            facts={[
              ['Email', <EmailFact key="email" profile={profile} />],
              profile.has_login
                ? ['Email verified', profile.email_verified ? 'Yes' : 'No']
                : ['Login', 'No login'],
              ['Role', roleNames[profile.role]],
              ['Joined', businessDate(profile.created_at)],
            ]}
          />
          {isRestored && <DraftNotice onStartOver={startOver} />}
          <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
            <TextField label="Full Name" autoComplete="off" required {...field('full_name')} />
            <PhoneField autoComplete="off" required {...field('phone_number')} />
          </SimpleGrid>
          <StyledButton type="submit" disabled={frame.change.isPending} alignSelf={{ sm: 'start' }}>
            {frame.change.isPending ? 'Saving...' : 'Save Changes'}
          </StyledButton>
        </Stack>
      </form>
    </Card>
  );
};
