import { SimpleGrid } from '@chakra-ui/react/simple-grid';
import { Stack } from '@chakra-ui/react/stack';
import { useMemo } from 'react';
import type * as z from 'zod/mini';
import { adminRoutes } from '#shared/contract/admin-routes';
import { roleNames } from '#shared/roles';
import type { ManagedProfile } from '#shared/schemas/managed-profile';
import { updateProfileSchema } from '#shared/schemas/profile-input';
import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { DraftNotice } from '../../../components/draft-notice.tsx';
import { PhoneField } from '../../../components/phone-field.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { createDrafts } from '../../../lib/forms/form-draft.ts';
import { useFormDraft } from '../../../lib/forms/use-form-draft.ts';
import { showIssues, useSchemaForm } from '../../../lib/forms/use-schema-form.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { businessDate } from '../../../lib/time/today.ts';
import { showToast } from '../../../lib/toasts/toasts.ts';
import { Facts } from '../facts.tsx';
import { everyRead } from '../reads.ts';
import { EmailFact } from './email-fact.tsx';

type Details = z.input<typeof updateProfileSchema>;

/** By parent. */
const drafts = createDrafts<Details>();

/** A parent's details; only name and phone can be changed (ADM-55). */
export const ParentForm = ({ profile }: { readonly profile: ManagedProfile }) => {
  const { id, full_name, phone_number } = profile;
  const saved = useMemo(() => ({ full_name, phone_number }), [full_name, phone_number]);
  const draft = useMemo(() => drafts(id), [id]);
  const form = useSchemaForm(updateProfileSchema, draft.read() ?? saved);
  const { isRestored, startOver, settle } = useFormDraft(form, saved, draft);
  const { errors } = form.formState;
  const save = useSubmission({
    send: (body: z.infer<typeof updateProfileSchema>) =>
      callRoute(adminRoutes.updateParent, { params: { parentId: id }, body }),
    failure: 'Failed to update parent information',
    changes: everyRead,
    onDone: (changed) => {
      settle({ full_name: changed.full_name, phone_number: changed.phone_number });
      showToast({ type: 'success', title: 'Parent information updated successfully' });
    },
    onFailed: (error) => showIssues(error, form.setError),
  });
  return (
    <Card p={{ base: '4', md: '5' }}>
      <form noValidate aria-label="Parent details" onSubmit={form.handleSubmit(save.submit)}>
        <Stack gap="5">
          <Facts
            facts={[
              ['Email', <EmailFact key="email" profile={profile} />],
              ['Email verified', profile.email_verified ? 'Yes' : 'No'],
              ['Role', roleNames[profile.role]],
              ['Joined', businessDate(profile.created_at)],
            ]}
          />
          {isRestored && <DraftNotice onStartOver={startOver} />}
          <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
            <TextField
              label="Full Name"
              autoComplete="off"
              required
              error={errors.full_name?.message}
              {...form.register('full_name')}
            />
            <PhoneField
              autoComplete="off"
              required
              error={errors.phone_number?.message}
              {...form.register('phone_number')}
            />
          </SimpleGrid>
          <Button type="submit" disabled={save.isPending} alignSelf={{ sm: 'start' }}>
            {save.isPending ? 'Saving...' : 'Save Changes'}
          </Button>
        </Stack>
      </form>
    </Card>
  );
};
