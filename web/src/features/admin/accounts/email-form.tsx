import type * as z from 'zod/mini';
import { emailRequestSchema } from '#shared/lib/email';
import { TextField } from '../../../components/fields.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { HStack, Stack } from '../../../components/ui/stack.tsx';
import { fieldsOf, showIssues, useSchemaForm } from '../../../lib/forms/use-schema-form.ts';
import { showToast } from '../../../lib/toasts/toasts.ts';
import { everyRead } from '../queries.ts';
import { useFreshSubmission } from './use-fresh-submission.tsx';

interface EmailFormProps<Output> {
  readonly title: string;
  readonly hint: string;
  readonly action: readonly [name: string, pending: string];
  readonly send: (body: z.infer<typeof emailRequestSchema>) => Promise<Output>;
  readonly failure: string;
  readonly done: (output: Output) => { readonly title: string; readonly description: string };
}

/** Gives a role to the person with an email address, after a fresh sign-in (MFA-06). */
export const EmailForm = <Output extends object>({
  title,
  hint,
  action,
  send,
  failure,
  done,
}: EmailFormProps<Output>) => {
  const form = useSchemaForm(emailRequestSchema, { email: '' });
  const submission = useFreshSubmission({
    send,
    failure,
    changes: everyRead,
    onDone: (output) => {
      form.reset();
      showToast({ type: 'success', ...done(output) });
    },
    onFailed: (error) => showIssues(error, form.setError),
  });
  const [name, pending] = action;
  return (
    <Card.Root>
      <form noValidate aria-label={title} onSubmit={form.handleSubmit(submission.submit)}>
        <Card.Body gap="4">
          <Card.Title>{title}</Card.Title>
          <HStack align="start" wrap="wrap" gap="4">
            <Stack flex="[1 1 18rem]" maxWidth="[28rem]">
              <TextField
                label="Email"
                type="email"
                autoComplete="off"
                required
                hint={hint}
                {...fieldsOf(form)('email')}
              />
            </Stack>
            <Button type="submit" disabled={submission.isPending} mt={{ sm: '8' }}>
              {submission.isPending ? pending : name}
            </Button>
          </HStack>
        </Card.Body>
      </form>
      {submission.dialog}
    </Card.Root>
  );
};
