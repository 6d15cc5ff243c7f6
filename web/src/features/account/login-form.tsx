import { Stack } from '@chakra-ui/react/stack';
import { useMutation } from '@tanstack/react-query';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/text-field.tsx';
import { signIn, signInFailureText } from '../../lib/auth.ts';
import { showToast } from '../../lib/toasts.ts';

const unverifiedToast = {
  type: 'error',
  title: 'Email Not Verified',
  description:
    'Please verify your email address before logging in. Check your inbox for the verification link.',
} as const;

const useLogin = () =>
  useMutation({
    mutationFn: ({ email, password }: { email: string; password: string }) => signIn(email, password),
    onSuccess: (outcome) =>
      showToast(
        outcome === 'signedIn' ? { type: 'success', title: 'Logged in successfully' } : unverifiedToast,
      ),
    onError: async (failure) => {
      const description = await signInFailureText(failure, 'Failed to login');
      showToast({ type: 'error', title: 'Error', description });
    },
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
