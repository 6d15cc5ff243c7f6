import { HStack, Stack } from '@chakra-ui/react/stack';
import { useEffect, useLayoutEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { adminRoutes } from '#shared/contract/admin-routes';
import { audienceMissing } from '#shared/schemas/message-input';
import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { Heading } from '../../../components/heading.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { TextAreaField } from '../../../components/text-area-field.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { attemptKeys, formKeys } from '../../../lib/api/attempt-key.ts';
import { showIssues, useSchemaForm } from '../../../lib/forms/use-schema-form.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { showToast } from '../../../lib/toasts/toasts.ts';
import { AboutBookingBox } from './about-booking-box.tsx';
import { AudienceFields, type ComposeForm as Form } from './audience-fields.tsx';
import {
  audienceKinds,
  audienceNames,
  composeSchema,
  emptyMessage,
  messageDraft,
  readWritten,
  type SendMessage,
} from './compose-values.ts';
import { type Preview, SendDialog } from './send-dialog.tsx';

/** The form with the message that was not sent yet; a family in the address is its audience. */
const useComposeForm = (): Form => {
  const [params] = useSearchParams();
  const family = params.get('family');
  const form: Form = useSchemaForm(composeSchema, messageDraft.read() ?? emptyMessage);
  // After the hydration: the prerendered form is that of an address without a family.
  useLayoutEffect(() => {
    if (!family) return;
    form.setValue('kind', 'family');
    form.setValue('parent_id', family);
  }, [form, family]);
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => messageDraft.keep(structuredClone(values)),
      }),
    [form],
  );
  return form;
};

const useTest = (form: Form) => {
  const [keyOf] = useState(attemptKeys);
  const test = useSubmission({
    send: (body: { subject: string; text: string }) =>
      callRoute(adminRoutes.sendTestMessage, { body, idempotencyKey: keyOf(body) }),
    failure: 'Failed to send the test',
    changes: [adminRoutes.listMessages],
    onDone: () => showToast({ type: 'success', title: 'A test is on its way to you' }),
    onFailed: (error) => showIssues(error, form.setError),
  });
  const submit = () => {
    const written = readWritten(form.getValues());
    if (written.success) test.submit(written.data);
    else void form.trigger(['subject', 'text']);
  };
  return { submit, isPending: test.isPending };
};

/** A message that was entered, and what its recipients will read. */
interface Prepared {
  readonly message: SendMessage;
  readonly shown: Preview;
}

/** Writes a message: audience, subject and text; a preview with the number of recipients comes before it is sent. */
export const ComposeForm = () => {
  const form = useComposeForm();
  const { errors } = form.formState;
  const [keyOf] = useState(formKeys);
  const [prepared, setPrepared] = useState<Prepared>();
  const preview = useSubmission({
    send: ({ audience, subject, text }: SendMessage) =>
      callRoute(adminRoutes.getMessagePreview, { body: { audience, subject, text } }),
    failure: 'Failed to prepare the message',
    onDone: (shown, message) => setPrepared({ shown, message }),
    onFailed: (error) => showIssues(error, form.setError),
  });
  const sending = useSubmission({
    send: (body: SendMessage) => callRoute(adminRoutes.sendMessage, { body, idempotencyKey: keyOf(body) }),
    failure: 'Failed to send the message',
    changes: [adminRoutes.listMessages],
    onDone: () => {
      setPrepared(undefined);
      form.reset(emptyMessage);
      messageDraft.forget();
      showToast({ type: 'success', title: 'The message is being sent' });
    },
    onFailed: () => setPrepared(undefined),
  });
  const test = useTest(form);
  return (
    <Card p={{ base: '4', md: '5' }} maxWidth="56rem">
      <form noValidate aria-label="New message" onSubmit={form.handleSubmit(preview.submit)}>
        <Stack gap="4">
          <Heading size="md">New Message</Heading>
          <SelectField label="To" {...form.register('kind')}>
            {audienceKinds.map((kind) => (
              <option key={kind} value={kind}>
                {audienceNames[kind]}
              </option>
            ))}
          </SelectField>
          <AudienceFields form={form} error={'audience' in errors ? audienceMissing : undefined} />
          <TextField label="Subject" required error={errors.subject?.message} {...form.register('subject')} />
          <TextAreaField
            label="Message"
            rows={6}
            required
            hint="Plain text. Addresses become links."
            error={errors.text?.message}
            {...form.register('text')}
          />
          {form.watch('kind') !== 'readers' && <AboutBookingBox form={form} />}
          <HStack wrap="wrap" gap="3">
            <Button type="submit" disabled={preview.isPending}>
              {preview.isPending ? 'Preparing...' : 'Preview and Send'}
            </Button>
            <Button type="button" variant="outline" disabled={test.isPending} onClick={test.submit}>
              {test.isPending ? 'Sending...' : 'Send a Test to Me'}
            </Button>
          </HStack>
        </Stack>
      </form>
      <SendDialog
        preview={prepared?.shown}
        isPending={sending.isPending}
        onClose={() => setPrepared(undefined)}
        onSend={() => prepared && sending.submit(prepared.message)}
      />
    </Card>
  );
};
