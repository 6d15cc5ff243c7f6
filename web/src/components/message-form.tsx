import { SimpleGrid } from '@chakra-ui/react/simple-grid';
import { Stack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import { Phone } from 'lucide-react';
import { brand, phoneLink } from '#shared/brand';
import { limits } from '#shared/limits';
import { useMessageDraft } from '../lib/forms/use-message-draft.ts';
import { usePublicForm } from '../lib/forms/use-public-form.ts';
import { showToast } from '../lib/toasts/toasts.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';
import { TextAreaField } from './text-area-field.tsx';
import { TextField } from './text-field.tsx';

interface MessageFormProps {
  readonly withSubject?: boolean;
}

const { phone } = brand.contact;

/** The contact form, validated by the browser (PUB-21, PUB-24, PUB-28, PUB-29, FRM-01). */
export const MessageForm = ({ withSubject = false }: MessageFormProps) => {
  const form = useMessageDraft();
  const { submit, state } = usePublicForm({
    // Loaded when it is needed: no first visit needs the request's schemas.
    send: async (values) => (await import('../lib/forms/send-message.ts')).sendMessage(values),
    failure: `Your message could not be sent. Please call us at ${phone}.`,
    onSent: () =>
      showToast({
        type: 'success',
        title: 'Message Sent!',
        description: "We'll get back to you as soon as possible.",
      }),
  });
  return (
    <form ref={form} method="dialog" onSubmit={submit}>
      <Stack gap="4">
        <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
          <TextField label="Name" name="name" autoComplete="name" limit={limits.personNameLength} required />
          <TextField
            label="Email"
            name="email"
            type="email"
            autoComplete="email"
            limit={limits.emailLength}
            required
          />
        </SimpleGrid>
        {withSubject && (
          <TextField
            label="Subject"
            name="subject"
            autoComplete="off"
            limit={limits.contactSubjectLength}
            required
          />
        )}
        <TextAreaField label="Message" name="message" rows={4} limit={limits.contactMessageLength} required />
        <Trap name="website" tabIndex={-1} autoComplete="off" aria-hidden="true" />
        {state === 'failed' && (
          <Notice tone="danger" icon={Phone} role="alert">
            Your message was not sent, or we do not know whether it was. Please try again, or call us at{' '}
            <chakra.a href={phoneLink} textDecoration="underline" whiteSpace="nowrap">
              {phone}
            </chakra.a>
            .
          </Notice>
        )}
        <Button type="submit" alignSelf={{ sm: 'start' }} disabled={state === 'sending'}>
          {state === 'sending' ? 'Sending...' : 'Send Message'}
        </Button>
      </Stack>
    </form>
  );
};

/** A field that people neither see nor reach (FRM-02). Programs that fill every field fill it. */
const Trap = chakra('input', {
  base: { position: 'absolute', width: '1px', height: '1px', opacity: '0', pointerEvents: 'none' },
});
