import { HStack, Stack } from '@chakra-ui/react/stack';
import { useState } from 'react';
import * as z from 'zod/mini';
import { adminRoutes } from '#shared/contract/admin-routes';
import { type CreateClass, createClassSchema, pictureHostRule } from '#shared/schemas/class-input';
import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { DraftNotice } from '../../../components/draft-notice.tsx';
import { Heading } from '../../../components/heading.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { attemptKeys } from '../../../lib/api/attempt-key.ts';
import { siteConfig } from '../../../lib/api/config.ts';
import { showIssues } from '../../../lib/forms/use-schema-form.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { showToast } from '../../../lib/toasts/toasts.ts';
import { everyRead } from '../reads.ts';
import { ClassFields } from './class-fields.tsx';
import { type ClassFormValues, enteredClass } from './class-form-values.ts';
import { useClassForm } from './use-class-form.ts';

const schemaFor = (pictureHosts: readonly string[]) =>
  z.pipe(
    z.transform((values: ClassFormValues): unknown => enteredClass(values)),
    createClassSchema.check(pictureHostRule(pictureHosts)),
  );

interface CreateClassFormProps {
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** Creates a class with its time slots. */
export const CreateClassForm = ({ onDone, onCancel }: CreateClassFormProps) => {
  const { form, isRestored, startOver, discardDraft } = useClassForm<CreateClass>(
    schemaFor(siteConfig().pictureHosts),
    null,
  );
  const [keyOf] = useState(attemptKeys);
  const creation = useSubmission({
    send: (body: CreateClass) => callRoute(adminRoutes.createClass, { body, idempotencyKey: keyOf(body) }),
    failure: 'Failed to create class',
    changes: everyRead,
    onDone: () => {
      discardDraft();
      showToast({ type: 'success', title: 'Class created successfully' });
      onDone();
    },
    onFailed: (error) => showIssues(error, form.setError),
  });
  return (
    <Card p={{ base: '4', md: '6' }}>
      <form noValidate aria-label="Create Class" onSubmit={form.handleSubmit(creation.submit)}>
        <Stack gap="5">
          <Heading size="md">New Class</Heading>
          {isRestored && <DraftNotice onStartOver={startOver} />}
          <ClassFields form={form} />
          <HStack wrap="wrap" gap="3">
            <Button type="submit" disabled={creation.isPending}>
              {creation.isPending ? 'Creating...' : 'Save Class'}
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
