import { Phone } from 'lucide-react';
import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';
import { brand, callUs, phoneLink } from '#shared/brand';
import { limits } from '#shared/limits';
import { css } from '#styled-system/css';
import { createDrafts, useLeaveWarning } from '../lib/forms/form-draft.ts';
import { textsOf, usePublicForm } from '../lib/forms/use-public-form.ts';
import { showToast } from '../lib/toasts/toasts.ts';
import { TextAreaField, TextField } from './fields.tsx';
import { Notice } from './notice.tsx';
import { Button } from './ui/button.tsx';
import { SimpleGrid } from './ui/simple-grid.tsx';
import { Stack } from './ui/stack.tsx';

const hasMessage = ({ message = '' }: Readonly<Record<string, string>>): boolean => message.trim() !== '';
const draft = createDrafts('message to the school', hasMessage)('message');

/** Restores the text when the screen opens again. The browser asks before it closes or reloads the page with an unsent message. */
const useMessageDraft = (): RefObject<HTMLFormElement | null> => {
  const ref = useRef<HTMLFormElement>(null);
  // A layout effect ends in the task that removes the form, so that no reload comes between form and draft.
  useLayoutEffect(() => {
    const form = ref.current;
    if (!form) return;
    for (const [name, text] of Object.entries(draft.read() ?? {})) {
      const field = form.elements.namedItem(name);
      if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.value ||= text;
    }
    draft.forget();
    return () => draft.keep(textsOf(new FormData(form)));
  }, []);
  useLeaveWarning(
    useCallback(() => ref.current !== null && hasMessage(textsOf(new FormData(ref.current))), []),
  );
  return ref;
};

interface MessageFormProps {
  readonly withSubject?: boolean;
}

const { phone } = brand.contact;

export const MessageForm = ({ withSubject = false }: MessageFormProps) => {
  const form = useMessageDraft();
  const { submit, state } = usePublicForm({
    // First visits do not need the request's schemas, so sending loads them.
    send: async (values) => (await import('../lib/forms/send-message.ts')).sendMessage(values),
    failure: `Your message could not be sent.${callUs(' Please', '.')}`,
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
        <input name="website" tabIndex={-1} autoComplete="off" aria-hidden="true" className={trap} />
        {state === 'failed' && (
          <Notice status="error" icon={Phone} role="alert">
            Your message was not sent, or we do not know whether it was. Please try again
            {phoneLink && (
              <>
                , or call us at{' '}
                <a href={phoneLink} className={css({ textDecoration: 'underline', whiteSpace: 'nowrap' })}>
                  {phone}
                </a>
              </>
            )}
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

/** People neither see nor reach this field (FRM-02), but programs that fill every field do. */
const trap = css({
  position: 'absolute',
  width: '[1px]',
  height: '[1px]',
  opacity: '0',
  pointerEvents: 'none',
});
