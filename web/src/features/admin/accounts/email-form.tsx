import { HStack, Stack } from '@chakra-ui/react/stack';
import type * as z from 'zod/mini';
import { emailRequestSchema } from '#shared/lib/email';
import { Card } from '../../../components/card.tsx';
import { TextField } from '../../../components/fields.tsx';
import { Heading } from '../../../components/screen.tsx';
import { StyledButton } from '../../../components/styled.tsx';
import { fieldsOf, showIssues, useSchemaForm } from '../../../lib/forms/use-schema-form.ts';
import { showToast } from '../../../lib/toasts/toasts.ts';
import { everyRead } from '../queries.ts';
import { useFreshSubmission } from './use-fresh-submission.tsx';

interface EmailFormProps<Output> {
  readonly title: string;
  readonly hint: string;
  /** The button's text, and that while it is sent. */
  readonly action: readonly [name: string, pending: string];
  readonly send: (body: z.infer<typeof emailRequestSchema>) => Promise<Output>;
  readonly failure: string;
  /** The toast of a success. */
  readonly done: (output: Output) => { readonly title: string; readonly description: string };
}

/** Gives a role to a person by the email address, after a fresh sign-in (MFA-06). */
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
    <Card p={{ base: '4', md: '5' }}>
      <form noValidate aria-label={title} onSubmit={form.handleSubmit(submission.submit)}>
        <Stack gap="4">
          <Heading size="md">{title}</Heading>
          <HStack align="start" wrap="wrap" gap="4">
            <Stack flex="1 1 18rem" maxWidth="28rem">
              <TextField
                label="Email"
                type="email"
                autoComplete="off"
                required
                hint={hint}
                {...fieldsOf(form)('email')}
              />
            </Stack>
            <StyledButton type="submit" disabled={submission.isPending} mt={{ sm: '8' }}>
              {submission.isPending ? pending : name}
            </StyledButton>
          </HStack>
        </Stack>
      </form>
      {submission.dialog}
    </Card>
  );
};
