import { HStack, Stack } from '@chakra-ui/react/stack';
import { useState } from 'react';
import { adminRoutes } from '#shared/contract/admin-routes';
import type { CreateClass } from '#shared/schemas/class-input';
import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { DraftNotice } from '../../../components/draft-notice.tsx';
import { Heading } from '../../../components/heading.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { formKeys } from '../../../lib/api/attempt-key.ts';
import { siteConfig } from '../../../lib/api/config.ts';
import { showIssues } from '../../../lib/forms/use-schema-form.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { showToast } from '../../../lib/toasts/toasts.ts';
import { everyRead } from '../reads.ts';
import { ClassFields } from './class-fields.tsx';
import { newClassSchema, useClassForm } from './use-class-form.ts';

interface CreateClassFormProps {
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** Creates a class with its time slots. */
export const CreateClassForm = ({ onDone, onCancel }: CreateClassFormProps) => {
  const { form, isRestored, startOver, discardDraft } = useClassForm<CreateClass>(
    newClassSchema(siteConfig().pictureHosts),
  );
  const [keyOf] = useState(formKeys);
  const [draftKeyOf] = useState(formKeys);
  const settled = (title: string) => ({
    changes: everyRead,
    onDone: () => {
      discardDraft();
      showToast({ type: 'success', title });
      onDone();
    },
    onFailed: (error: unknown) => showIssues(error, form.setError),
  });
  const creation = useSubmission({
    ...settled('Class created successfully'),
    send: (body: CreateClass) => callRoute(adminRoutes.createClass, { body, idempotencyKey: keyOf(body) }),
    failure: 'Failed to create class',
  });
  const drafting = useSubmission({
    ...settled('Draft saved. Only administrators see it'),
    send: (body: CreateClass) =>
      callRoute(adminRoutes.createDraft, { body, idempotencyKey: draftKeyOf(body) }),
    failure: 'Failed to save the draft',
  });
  const isPending = creation.isPending || drafting.isPending;
  return (
    <Card p={{ base: '4', md: '6' }}>
      <form noValidate aria-label="Create Class" onSubmit={form.handleSubmit(creation.submit)}>
        <Stack gap="5">
          <Heading size="md">New Class</Heading>
          {isRestored && <DraftNotice onStartOver={startOver} />}
          <ClassFields form={form} />
          <HStack wrap="wrap" gap="3">
            <Button type="submit" disabled={isPending}>
              {creation.isPending ? 'Creating...' : 'Save Class'}
            </Button>
            <Button
              type="button"
              variant="outline"
              disabled={isPending}
              onClick={form.handleSubmit(drafting.submit)}
            >
              {drafting.isPending ? 'Saving...' : 'Save as Draft'}
            </Button>
            <Button type="button" variant="ghost" onClick={onCancel}>
              Cancel
            </Button>
          </HStack>
        </Stack>
      </form>
    </Card>
  );
};
