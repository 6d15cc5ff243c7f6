import { useMemo } from 'react';
import { type ManagedFamily, parentRoutes } from '#shared/families/admin-routes';
import type { EmailProblem } from '#shared/families/family';
import { type contactValues, personSchema } from '#shared/families/profile-input';
import { roleNames } from '#shared/roles';
import { DraftNotice } from '../../../components/draft-notice.tsx';
import {
  type EditDraft,
  type EditedFields,
  type EditOf,
  useEditForm,
} from '../../../components/edited-form.tsx';
import { PhoneField, TextField } from '../../../components/fields.tsx';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { SimpleGrid } from '../../../components/ui/simple-grid.tsx';
import { Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { createDrafts } from '../../../lib/forms/form-draft.ts';
import { showIssues } from '../../../lib/forms/use-schema-form.ts';
import { businessDate } from '../../../lib/time/today.ts';
import { Facts, orMissing } from '../cells.tsx';
import { useChange } from '../use-change.ts';

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

const EmailFact = ({ profile: { email, email_problem } }: { readonly profile: ManagedFamily }) => {
  if (!email_problem) return orMissing(email);
  const { badge, text } = problems[email_problem.kind];
  return (
    <Stack gap="1" align="start">
      {orMissing(email)}
      <Badge variant="solid" colorPalette="danger">
        {badge}
      </Badge>
      <Text fontSize="sm" fontWeight="normal">
        {text(businessDate(email_problem.at))}
      </Text>
    </Stack>
  );
};

type Details = Omit<ReturnType<typeof contactValues>, 'remind_every_session'>;

const drafts = createDrafts<EditDraft<Details, Details>>('parent');

const detailsOf = ({ full_name, phone_number }: Details): Details => ({ full_name, phone_number });

const detailFields: EditedFields<Details, Details> = {
  full_name: { label: 'Full Name', text: String },
  phone_number: { label: 'Phone Number', text: String },
};

export const ParentForm = ({ profile }: { readonly profile: ManagedFamily }) => {
  const { id } = profile;
  const draft = useMemo(() => drafts(id), [id]);
  const edit = useEditForm({
    schema: personSchema,
    stored: detailsOf(profile),
    toInput: detailsOf,
    fields: detailFields,
    draft,
  });
  const { form, field } = edit;
  const change = useChange({
    send: (body: EditOf<Details, Details>) =>
      callRoute(parentRoutes.updateParent, { params: { parentId: id }, body }),
    failure: 'Failed to update parent information',
    done: 'Parent information updated successfully',
    onDone: (changed) => edit.settle(detailsOf(changed)),
    isShown: edit.isShown,
    onFailed: (error) => {
      edit.onFailed(error);
      showIssues(error, form.setError);
    },
  });
  const submit = form.handleSubmit((entered) =>
    edit.save(entered, change.submit, () => edit.settle(edit.shown)),
  );
  return (
    <Card.Root _print={{ display: 'none' }}>
      <form noValidate aria-label="Parent details" onSubmit={submit}>
        <Card.Body gap="5">
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
          {edit.conflict}
          {edit.isRestored && <DraftNotice onStartOver={edit.startOver} />}
          <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
            <TextField label="Full Name" autoComplete="off" required {...field('full_name')} />
            <PhoneField autoComplete="off" required {...field('phone_number')} />
          </SimpleGrid>
          <Button type="submit" disabled={change.isPending} alignSelf={{ sm: 'start' }}>
            {change.isPending ? 'Saving...' : 'Save Changes'}
          </Button>
        </Card.Body>
      </form>
    </Card.Root>
  );
};
