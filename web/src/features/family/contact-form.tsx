import { Stack } from '@chakra-ui/react/stack';
import { useMemo } from 'react';
import type * as z from 'zod/mini';
import { familyRoutes } from '#shared/contract/family-routes';
import type { Profile } from '#shared/schemas/profile';
import { updateMyProfileSchema } from '#shared/schemas/profile-input';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { CheckBox } from '../../components/check-box.tsx';
import { DraftNotice } from '../../components/draft-notice.tsx';
import { Heading } from '../../components/heading.tsx';
import { PhoneField } from '../../components/phone-field.tsx';
import { TextField } from '../../components/text-field.tsx';
import { callRoute } from '../../lib/api/api-client.ts';
import { createDrafts } from '../../lib/forms/form-draft.ts';
import { useFormDraft } from '../../lib/forms/use-form-draft.ts';
import { showIssues, useSchemaForm } from '../../lib/forms/use-schema-form.ts';
import { useSubmission } from '../../lib/forms/use-submission.ts';
import { showToast } from '../../lib/toasts/toasts.ts';

type Details = z.input<typeof updateMyProfileSchema>;

/** By account. */
const drafts = createDrafts<Details>();

const detailsOf = ({ full_name, phone_number, remind_every_session = false }: Profile): Details => ({
  full_name,
  phone_number,
  remind_every_session,
});

/**
 * The parent's name, phone and wish for reminders (MSG-05); the email is the login and cannot be changed (PAR-22 to
 * PAR-24, PRM-04).
 */
export const ContactForm = ({ profile }: { readonly profile: Profile }) => {
  const saved = useMemo(() => detailsOf(profile), [profile]);
  const draft = useMemo(() => drafts(profile.id), [profile.id]);
  const form = useSchemaForm(updateMyProfileSchema, draft.read() ?? saved);
  const { isRestored, startOver, settle } = useFormDraft(form, saved, draft);
  const { register, handleSubmit, setError, formState } = form;
  const { errors } = formState;
  const save = useSubmission({
    send: (body: z.infer<typeof updateMyProfileSchema>) => callRoute(familyRoutes.updateMyProfile, { body }),
    failure: 'Failed to update profile',
    changes: [familyRoutes.getMyFamily],
    onDone: (changed) => {
      settle(detailsOf(changed));
      showToast({ type: 'success', title: 'Profile updated successfully' });
    },
    onFailed: (error) => showIssues(error, setError),
  });
  return (
    <Card p={{ base: '4', md: '6' }}>
      <form noValidate onSubmit={handleSubmit(save.submit)}>
        <Stack gap="4">
          <Heading size="md">Your Details</Heading>
          {isRestored && <DraftNotice onStartOver={startOver} />}
          <TextField
            label="Email"
            type="email"
            readOnly
            value={profile.email}
            hint="Your login. It cannot be changed here: please write to us."
          />
          <TextField
            label="Full Name"
            autoComplete="name"
            required
            error={errors.full_name?.message}
            {...register('full_name')}
          />
          <PhoneField required error={errors.phone_number?.message} {...register('phone_number')} />
          <CheckBox {...register('remind_every_session')}>Remind me before every session</CheckBox>
          <Button type="submit" disabled={save.isPending} alignSelf={{ sm: 'start' }}>
            {save.isPending ? 'Saving...' : 'Save Changes'}
          </Button>
        </Stack>
      </form>
    </Card>
  );
};
