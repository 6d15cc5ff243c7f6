import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useLayoutEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useSearchParams } from 'react-router-dom';
import * as z from 'zod/mini';
import { parentRoutes } from '#shared/families/admin-routes';
import { formatTimeRange } from '#shared/lib/format';
import { familyIdSchema } from '#shared/lib/ids';
import {
  audienceMissing,
  messageRoutes,
  sendMessageSchema,
  writtenMessageSchema,
} from '#shared/messages/admin-routes';
import { css } from '#styled-system/css';
import { CheckBox } from '../../../components/choices.tsx';
import { FormField, TextAreaField, TextField } from '../../../components/fields.tsx';
import { Modal, ModalButtons } from '../../../components/modal.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { HStack, Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { formKeys } from '../../../lib/api/attempt-key.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { createDrafts } from '../../../lib/forms/form-draft.ts';
import { fieldsOf, showIssues, useSchemaForm } from '../../../lib/forms/use-schema-form.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { classAndVenue, useKnownClasses } from '../classes/known-classes.ts';
import { classesQuery, venuesQuery } from '../classes/queries.ts';
import { useChange } from '../use-change.ts';
import { EmailPreview } from './email-preview.tsx';

const audienceKinds = ['class', 'slot', 'venue-day', 'waiting-list', 'family', 'readers'] as const;
type AudienceKind = (typeof audienceKinds)[number];

const withoutClass: readonly AudienceKind[] = ['family', 'readers'];

const audienceNames: Readonly<Record<AudienceKind, string>> = {
  class: 'All families of a class',
  slot: 'All families of a time slot',
  'venue-day': 'Everybody at a venue on a day',
  'waiting-list': 'The waiting list of a time slot',
  family: 'One family',
  readers: 'The readers of the newsletter',
};

/** The fields of other audiences keep their values. */
interface ComposeValues {
  readonly kind: AudienceKind;
  readonly class_id: string;
  readonly slot: string;
  readonly venue_id: string;
  readonly date: string;
  readonly parent_id: string;
  readonly subject: string;
  readonly text: string;
  readonly about_booking: boolean;
}

const emptyMessage: ComposeValues = {
  kind: 'class',
  class_id: '',
  slot: '',
  venue_id: '',
  date: '',
  parent_id: '',
  subject: '',
  text: '',
  about_booking: false,
};

const audienceOf = ({ kind, class_id, slot, venue_id, date, parent_id }: ComposeValues): object => {
  const [slotClass, slotId] = slot.split(' ');
  switch (kind) {
    case 'class':
      return { kind, class_id };
    case 'slot':
    case 'waiting-list':
      return { kind, class_id: slotClass, slot_id: slotId };
    case 'venue-day':
      return { kind, venue_id, date };
    case 'family':
      return { kind, parent_id };
    case 'readers':
      return { kind };
  }
};

const composeSchema = z.pipe(
  z.transform((values: ComposeValues): unknown => ({
    audience: audienceOf(values),
    subject: values.subject,
    text: values.text,
    about_booking: values.about_booking,
  })),
  sendMessageSchema,
);
type SendMessage = z.infer<typeof composeSchema>;

/** A test message has no audience. */
const readWritten = ({ subject, text }: ComposeValues) => writtenMessageSchema.safeParse({ subject, text });

const messageDraft = createDrafts<ComposeValues>(
  'message to families',
  ({ subject, text }) => `${subject}${text}`.trim() !== '',
)('new');

type MessageFields = UseFormReturn<ComposeValues, unknown, SendMessage>;

interface AudienceProps {
  readonly form: MessageFields;
  readonly error: string | undefined;
}

const ClassField = ({ form, error }: AudienceProps) => (
  <SelectField label="Class" error={error} required {...form.register('class_id')}>
    <option value="">Choose a class</option>
    {useKnownClasses().map((cls) => (
      <option key={cls.id} value={cls.id}>
        {classAndVenue(cls)}
      </option>
    ))}
  </SelectField>
);

const SlotField = ({ form, error }: AudienceProps) => (
  <SelectField label="Time slot" error={error} required {...form.register('slot')}>
    <option value="">Choose a time slot</option>
    {useKnownClasses().flatMap((cls) =>
      cls.time_slots.map((slot) => (
        <option key={slot.id} value={`${cls.id} ${slot.id}`}>
          {classAndVenue(cls)}, {formatTimeRange(slot)}
        </option>
      )),
    )}
  </SelectField>
);

const VenueFields = ({ form, error }: AudienceProps) => (
  <>
    <SelectField label="Venue" error={error} required {...form.register('venue_id')}>
      <option value="">Choose a venue</option>
      {useQuery(venuesQuery).data?.venues.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
    <TextField label="Day" type="date" required {...form.register('date')} />
  </>
);

const FamilyField = ({ form, error }: AudienceProps) => {
  const id = useId();
  const parentId = familyIdSchema.safeParse(form.watch('parent_id')).data;
  const parent = useQuery({
    ...routeQuery(
      parentRoutes.getParent,
      { params: { parentId: parentId ?? '' } },
      'Failed to load parent details',
    ),
    enabled: parentId !== undefined,
  });
  return (
    <FormField id={id} label="Family" error={error} hint="Choose a family on the page of its parent.">
      <output id={id} className={css({ fontWeight: 'bold' })}>
        {parent.data?.profile.full_name ?? 'None chosen'}
      </output>
    </FormField>
  );
};

/** The field is as high as the class field, which it replaces in a school without classes. */
const ReadersField = () => {
  const id = useId();
  return (
    <FormField id={id} label="Readers">
      <output
        id={id}
        className={css({ display: 'flex', alignItems: 'center', minHeight: '12', fontWeight: 'bold' })}
      >
        Everybody on the newsletter’s list
      </output>
    </FormField>
  );
};

const AudienceFields = ({ form, error }: AudienceProps) => {
  switch (form.watch('kind')) {
    case 'class':
      return <ClassField form={form} error={error} />;
    case 'slot':
    case 'waiting-list':
      return <SlotField form={form} error={error} />;
    case 'venue-day':
      return <VenueFields form={form} error={error} />;
    case 'family':
      return <FamilyField form={form} error={error} />;
    case 'readers':
      return <ReadersField />;
  }
};

/** Mail to families is about their bookings only (MSG-04). */
const AboutBookingBox = ({ form }: { readonly form: MessageFields }) => (
  <div>
    <CheckBox {...form.register('about_booking')}>
      About a booking only. Offers go to newsletter readers.
    </CheckBox>
    <Text color="danger.fg" fontWeight="medium" role="alert">
      {form.formState.errors.about_booking?.message}
    </Text>
  </div>
);

interface Preview {
  readonly recipients: number;
  readonly subject: string;
  readonly html: string;
}

interface SendDialogProps {
  readonly preview: Preview | undefined;
  readonly isPending: boolean;
  readonly onClose: () => void;
  readonly onSend: () => void;
}

const recipientsText = (count: number): string => {
  if (count === 0) return 'Nobody would get this message.';
  return count === 1 ? 'One email will be sent.' : `${count} emails will be sent, one to each.`;
};

/** Shows the message and the number of recipients before sending (MSG-01). */
const SendDialog = ({ preview, isPending, onClose, onSend }: SendDialogProps) => (
  <Modal title="Send This Message?" isOpen={preview !== undefined} role="dialog" onClose={onClose}>
    {preview && (
      <>
        <Text fontWeight="semibold">{recipientsText(preview.recipients)}</Text>
        <EmailPreview subject={preview.subject} html={preview.html} />
        <ModalButtons onCancel={onClose}>
          <Button type="button" disabled={isPending || preview.recipients === 0} onClick={onSend}>
            {isPending ? 'Sending...' : 'Send Message'}
          </Button>
        </ModalButtons>
      </>
    )}
  </Modal>
);

/** Starts with the unsent message; a family in the address is the audience. */
const useComposeForm = (): MessageFields => {
  const [params] = useSearchParams();
  const family = params.get('family');
  const form: MessageFields = useSchemaForm(composeSchema, messageDraft.read() ?? emptyMessage);
  // The prerendered form does not know the address's family, so this runs after hydration.
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

const useTest = (form: MessageFields) => {
  const test = useChange({
    send: (body: { subject: string; text: string }, keyOf) =>
      callRoute(messageRoutes.sendTestMessage, { body, idempotencyKey: keyOf(body) }),
    failure: 'Failed to send the test',
    done: 'A test is on its way to you',
    changes: [messageRoutes.listMessages],
    onFailed: (error) => showIssues(error, form.setError),
  });
  const submit = () => {
    const written = readWritten(form.getValues());
    if (written.success) test.submit(written.data);
    else void form.trigger(['subject', 'text']);
  };
  return { submit, isPending: test.isPending };
};

interface Prepared {
  readonly message: SendMessage;
  readonly shown: Preview;
}

export const ComposeForm = () => {
  const form = useComposeForm();
  const { errors } = form.formState;
  const field = fieldsOf(form);
  const [prepared, setPrepared] = useState<Prepared>();
  const preview = useSubmission({
    send: ({ audience, subject, text }: SendMessage) =>
      callRoute(messageRoutes.getMessagePreview, { body: { audience, subject, text } }),
    failure: 'Failed to prepare the message',
    onDone: (shown, message) => setPrepared({ shown, message }),
    onFailed: (error) => showIssues(error, form.setError),
  });
  const sending = useChange(
    {
      send: (body: SendMessage, keyOf) =>
        callRoute(messageRoutes.sendMessage, { body, idempotencyKey: keyOf(body) }),
      failure: 'Failed to send the message',
      done: 'The message is being sent',
      changes: [messageRoutes.listMessages],
      onDone: () => {
        setPrepared(undefined);
        form.reset(emptyMessage);
        messageDraft.forget();
      },
      onFailed: () => setPrepared(undefined),
    },
    formKeys,
  );
  const test = useTest(form);
  const hasNoClass = useQuery(classesQuery).data?.classes.length === 0;
  const kind = form.watch('kind');
  const isMissing = hasNoClass && !withoutClass.includes(kind);
  useEffect(() => {
    if (isMissing) form.setValue('kind', 'readers');
  }, [form, isMissing]);
  return (
    <Card.Root maxWidth="[56rem]">
      <Card.Body>
        <form noValidate aria-label="New message" onSubmit={form.handleSubmit(preview.submit)}>
          <Stack gap="4">
            <Card.Title>New Message</Card.Title>
            <SelectField label="To" {...form.register('kind')}>
              {(hasNoClass ? withoutClass : audienceKinds).map((one) => (
                <option key={one} value={one}>
                  {audienceNames[one]}
                </option>
              ))}
            </SelectField>
            <AudienceFields form={form} error={'audience' in errors ? audienceMissing : undefined} />
            <TextField label="Subject" required {...field('subject')} />
            <TextAreaField
              label="Message"
              rows={6}
              required
              hint="Plain text. Addresses become links."
              {...field('text')}
            />
            {kind === 'readers' ? (
              // The row is as high as the box.
              <HStack minHeight="touch">
                <Text>An offer may be in it: readers have asked for news.</Text>
              </HStack>
            ) : (
              <AboutBookingBox form={form} />
            )}
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
      </Card.Body>
    </Card.Root>
  );
};
