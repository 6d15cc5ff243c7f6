import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { Link as RouterLink, useLocation } from 'react-router-dom';
import { accountRoutes } from '#shared/accounts/routes';
import { emailRequestSchema } from '#shared/lib/email';
import { hoursText } from '#shared/lib/text';
import { limits } from '#shared/limits';
import { paths } from '#shared/paths';
import { TextField } from '../../../components/fields.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Link } from '../../../components/ui/link.tsx';
import { Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { fieldsOf, useSchemaForm } from '../../../lib/forms/use-schema-form.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { showToast } from '../../../lib/toasts/toasts.ts';

interface ForgotPasswordViewProps {
  readonly email: string;
  readonly onEmailChange: (email: string) => void;
}

/** The answer does not reveal whether there is an account (AUT-24). */
export const ForgotPasswordView = ({ email, onEmailChange }: ForgotPasswordViewProps) => {
  const { state } = useLocation();
  const [sentTo, setSentTo] = useState<string>();
  const form = useSchemaForm(emailRequestSchema, { email });
  const request = useSubmission({
    send: (body: { email: string }) => callRoute(accountRoutes.requestPasswordReset, { body }),
    failure: 'Failed to send reset email',
    onDone: (_, body) => {
      setSentTo(body.email);
      showToast({ type: 'success', title: 'Check Your Email' });
    },
  });
  return (
    <form method="dialog" noValidate onSubmit={form.handleSubmit(request.submit)}>
      <Stack gap="4">
        <Text>Enter the email of your account. We will send you a link to choose a new password.</Text>
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          required
          {...fieldsOf(form)('email', { onChange: (event) => onEmailChange(event.target.value) })}
        />
        <Button type="submit" size="lg" colorPalette="accent" disabled={request.isPending} mt="2">
          {request.isPending ? 'Sending...' : 'Send Reset Link'}
        </Button>
        {sentTo && (
          <Notice status="info" icon={MailCheck} role="status">
            If there is an account for {sentTo}, the link is in its inbox in a moment. It works for{' '}
            {hoursText(limits.linkHours['reset-password'], 'one hour')}.
          </Notice>
        )}
        <Link asChild alignSelf="center">
          <RouterLink to={paths.login} state={state}>
            Back to login
          </RouterLink>
        </Link>
      </Stack>
    </form>
  );
};
