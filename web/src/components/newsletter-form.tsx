import { dropInvisible, textsOf, usePublicForm } from '../lib/forms/use-public-form.ts';
import { showToast } from '../lib/toasts/toasts.ts';
import { Button } from './ui/button.tsx';
import { Field } from './ui/field.tsx';
import { Input } from './ui/input.tsx';
import { HStack } from './ui/stack.tsx';

const join = async (values: FormData): Promise<void> => {
  const { joinNewsletter } = await import('../lib/api/links-requests.ts');
  await joinNewsletter(textsOf(values).email ?? '');
};

interface NewsletterFormProps {
  readonly label: string;
}

export const NewsletterForm = ({ label }: NewsletterFormProps) => {
  const { submit, state } = usePublicForm({
    send: join,
    failure: 'Your address could not be sent. Please try again.',
    onSent: () =>
      showToast({
        type: 'success',
        title: 'Check Your Email',
        description: 'We sent you a link. You are on the list once you confirm it.',
      }),
  });
  return (
    <form method="dialog" onSubmit={submit}>
      <Field.Root required>
        <Field.Label mb="2">{label}</Field.Label>
        <HStack wrap="wrap">
          <Input
            flex="[1 1 11rem]"
            width="auto"
            minWidth="0"
            name="email"
            type="email"
            autoComplete="email"
            placeholder="you@example.com"
            onInput={dropInvisible}
          />
          <Button type="submit" colorPalette="accent" disabled={state === 'sending'}>
            Subscribe
          </Button>
        </HStack>
      </Field.Root>
    </form>
  );
};
