import { Stack } from '@chakra-ui/react/stack';
import { useMutation } from '@tanstack/react-query';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/text-field.tsx';
import type { SignInOutcome } from '../../lib/amplify.ts';
import { signIn } from '../../lib/auth.ts';
import { showError, showToast, type ToastMessage } from '../../lib/toasts.ts';

const failedText = 'Failed to login';

const toastFor = (outcome: SignInOutcome): ToastMessage => {
  switch (outcome.status) {
    case 'signedIn':
      return { type: 'success', title: 'Logged in successfully' };
    case 'unverified':
      return {
        type: 'error',
        title: 'Email Not Verified',
        description:
          'Please verify your email address before logging in. Check your inbox for the verification link.',
      };
    case 'refused':
      return { type: 'error', title: 'Error', description: outcome.message ?? failedText };
  }
};

const useLogin = () =>
  useMutation({
    mutationFn: ({ email, password }: { email: string; password: string }) => signIn(email, password),
    onSuccess: (outcome) => showToast(toastFor(outcome)),
    onError: (error) => showError(error, failedText),
  });

/** Login by email and password; what comes after it is the screen's matter (AUT-05 to AUT-10). */
export const LoginForm = () => {
  const login = useLogin();
  const submit = (form: FormData) =>
    login.mutate({ email: String(form.get('email')).trim(), password: String(form.get('password')) });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit(new FormData(event.currentTarget));
      }}
    >
      <Stack gap="4">
        <TextField label="Email" name="email" type="email" autoComplete="username" required />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
        />
        <Button type="submit" size="lg" variant="accent" disabled={login.isPending} mt="2">
          {login.isPending ? 'Logging in...' : 'Log in'}
        </Button>
      </Stack>
    </form>
  );
};
