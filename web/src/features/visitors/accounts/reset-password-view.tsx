import { Link as RouterLink, useNavigate, useSearchParams } from 'react-router-dom';
import * as z from 'zod/mini';
import { accountRoutes, resetPasswordSchema } from '#shared/accounts/routes';
import { paths } from '#shared/paths';
import { Button } from '../../../components/ui/button.tsx';
import { Link } from '../../../components/ui/link.tsx';
import { Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { fieldsOf, showIssues, useSchemaForm } from '../../../lib/forms/use-schema-form.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { showResult } from '../../../lib/pages/page.ts';
import { dropSignIn } from '../../../lib/sign-in/auth.ts';
import { showToast } from '../../../lib/toasts/toasts.ts';
import { NewPasswordField, UserNameField } from './password-fields.tsx';

const passwordSchema = z.pick(resetPasswordSchema, { newPassword: true });

export const ResetPasswordView = () => {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const token = search.get('token');
  const form = useSchemaForm(passwordSchema, { newPassword: '' });
  const reset = useSubmission({
    send: (body: z.infer<typeof resetPasswordSchema>) => callRoute(accountRoutes.resetPassword, { body }),
    failure: 'Failed to update password',
    onDone: () => {
      showToast({ type: 'success', title: 'Your password has been updated successfully.' });
      // The reset has ended all sessions, including this browser's.
      dropSignIn();
      navigate(paths.login, { replace: true });
      showResult(document.querySelector('main'));
    },
    onFailed: (error) => showIssues(error, form.setError),
  });
  const submit = form.handleSubmit(({ newPassword }) => {
    if (token) reset.submit({ token, newPassword });
    else showToast({ type: 'error', title: 'Error', description: 'Invalid reset link' });
  });
  return (
    <form method="dialog" noValidate onSubmit={submit}>
      <UserNameField token={token ?? ''} />
      <Stack gap="4">
        <Text>Choose a new password. You will be logged out everywhere else.</Text>
        <NewPasswordField label="New Password" {...fieldsOf(form)('newPassword')} />
        <Button type="submit" size="lg" colorPalette="accent" disabled={reset.isPending} mt="2">
          {reset.isPending ? 'Updating...' : 'Update Password'}
        </Button>
        <Link asChild alignSelf="center">
          <RouterLink to={paths.forgotPassword}>Request a new link</RouterLink>
        </Link>
      </Stack>
    </form>
  );
};
