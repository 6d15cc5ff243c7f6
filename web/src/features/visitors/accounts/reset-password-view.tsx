import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import * as z from 'zod/mini';
import { accountRoutes, resetPasswordSchema } from '#shared/accounts/routes';
import { limits } from '#shared/limits';
import { paths } from '#shared/paths';
import { TextLink } from '../../../components/card.tsx';
import { Button } from '../../../components/controls.tsx';
import { TextField } from '../../../components/fields.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { showIssues, useSchemaForm } from '../../../lib/forms/use-schema-form.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { dropSignIn } from '../../../lib/sign-in/auth.ts';
import { showToast } from '../../../lib/toasts/toasts.ts';
import { UserNameField } from './user-name-field.tsx';

const passwordSchema = z.pick(resetPasswordSchema, { newPassword: true });

/** Sets a new password with the token of an emailed link (AUT-25 to AUT-31). */
export const ResetPasswordView = () => {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const token = search.get('token');
  const { register, handleSubmit, formState, setError } = useSchemaForm(passwordSchema, { newPassword: '' });
  const reset = useSubmission({
    send: (body: z.infer<typeof resetPasswordSchema>) => callRoute(accountRoutes.resetPassword, { body }),
    failure: 'Failed to update password',
    onDone: () => {
      showToast({ type: 'success', title: 'Your password has been updated successfully.' });
      // The reset has ended all sessions, including this browser's.
      dropSignIn();
      navigate(paths.login, { replace: true });
    },
    onFailed: (error) => showIssues(error, setError),
  });
  const submit = handleSubmit(({ newPassword }) => {
    if (token) reset.submit({ token, newPassword });
    else showToast({ type: 'error', title: 'Error', description: 'Invalid reset link' });
  });
  return (
    <form noValidate onSubmit={submit}>
      <UserNameField token={token ?? ''} />
      <Stack gap="4">
        <Text>Choose a new password. You will be logged out everywhere else.</Text>
        <TextField
          label="New Password"
          type="password"
          autoComplete="new-password"
          hint={`At least ${limits.passwordMinLength} characters`}
          required
          error={formState.errors.newPassword?.message}
          {...register('newPassword')}
        />
        <Button type="submit" size="lg" variant="accent" disabled={reset.isPending} mt="2">
          {reset.isPending ? 'Updating...' : 'Update Password'}
        </Button>
        <TextLink asChild alignSelf="center">
          <Link to={paths.forgotPassword}>Request a new link</Link>
        </TextLink>
      </Stack>
    </form>
  );
};
