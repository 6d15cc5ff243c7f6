import { Stack } from '@chakra-ui/react/stack';
import { useState } from 'react';
import { familyRoutes } from '#shared/contract/family-routes';
import { type NewChild, newChildSchema } from '#shared/schemas/child-input';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { ChildFields } from '../../components/child-fields.tsx';
import { DraftNotice } from '../../components/draft-notice.tsx';
import { Heading } from '../../components/heading.tsx';
import { callRoute } from '../../lib/api/api-client.ts';
import { formKeys } from '../../lib/api/attempt-key.ts';
import { type ChildInput, emptyChild, useChildForm, withBirthDateCheck } from '../../lib/forms/child-form.ts';
import { createDrafts } from '../../lib/forms/form-draft.ts';
import { useFormDraft } from '../../lib/forms/use-form-draft.ts';
import { showIssues } from '../../lib/forms/use-schema-form.ts';
import { useSubmission } from '../../lib/forms/use-submission.ts';
import { showToast } from '../../lib/toasts/toasts.ts';

const childSchema = withBirthDateCheck(newChildSchema);

const draft = createDrafts<ChildInput>()('new');

/** Adds one child to the family (PAR-26, PAR-27). */
export const AddChildForm = () => {
  const form = useChildForm(childSchema, draft.read());
  const { isRestored, startOver, settle } = useFormDraft(form, emptyChild, draft);
  const [keyOf] = useState(formKeys);
  const add = useSubmission({
    send: (child: NewChild) => {
      const body = { children: [child] };
      return callRoute(familyRoutes.addChildren, { body, idempotencyKey: keyOf(body) });
    },
    failure: 'Failed to add child',
    changes: [familyRoutes.getMyFamily],
    onDone: () => {
      // The same child can be entered again after it was removed.
      keyOf.renew();
      settle(emptyChild);
      showToast({ type: 'success', title: 'Child added successfully' });
    },
    onFailed: (error) => showIssues(error, form.setError, (field) => field.replace(/^children\.0\./, '')),
  });
  return (
    <Card p={{ base: '4', md: '6' }}>
      <form noValidate onSubmit={form.handleSubmit(add.submit)}>
        <Stack gap="4">
          <Heading as="h3" size="md">
            Add a Child
          </Heading>
          {isRestored && <DraftNotice onStartOver={startOver} />}
          <ChildFields form={form} />
          <Button type="submit" disabled={add.isPending} alignSelf={{ sm: 'start' }}>
            {add.isPending ? 'Adding...' : 'Add Child'}
          </Button>
        </Stack>
      </form>
    </Card>
  );
};
