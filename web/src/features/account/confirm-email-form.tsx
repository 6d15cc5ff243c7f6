import { Stack } from '@chakra-ui/react/stack';
import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { accountRoutes } from '#shared/contract/account-routes';
import { limits } from '#shared/limits';
import { confirmEmailSchema } from '#shared/schemas/account';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/text-field.tsx';
import { callRoute } from '../../lib/api/api-client.ts';
import { showIssues, useSchemaForm } from '../../lib/forms/use-schema-form.ts';
import { useSubmission } from '../../lib/forms/use-submission.ts';
import { UserNameField } from './user-name-field.tsx';
import { type VerificationAnswer, verifyQuery } from './verify-email.ts';

const passwordSchema = z.pick(confirmEmailSchema, { newPassword: true });

/** Verifies an address with a password, in another browser than the one that signed up (AUT-42). */
export const ConfirmEmailForm = ({ token }: { readonly token: string }) => {
  const queryClient = useQueryClient();
  const { register, handleSubmit, formState, setError } = useSchemaForm(passwordSchema, { newPassword: '' });
  const confirm = useSubmission({
    send: (body: z.infer<typeof confirmEmailSchema>) => callRoute(accountRoutes.confirmEmail, { body }),
    failure: 'Failed to verify email',
    onDone: (answer: VerificationAnswer) => queryClient.setQueryData(verifyQuery(token).queryKey, answer),
    onFailed: (error) => showIssues(error, setError),
  });
  return (
    <form noValidate onSubmit={handleSubmit(({ newPassword }) => confirm.submit({ token, newPassword }))}>
      <UserNameField token={token} />
      <Stack gap="4" textAlign="start">
        <TextField
          label="Password"
          type="password"
          autoComplete="new-password"
          hint={`At least ${limits.passwordMinLength} characters`}
          required
          error={formState.errors.newPassword?.message}
          {...register('newPassword')}
        />
        <Button type="submit" size="lg" variant="accent" disabled={confirm.isPending}>
          {confirm.isPending ? 'Confirming...' : 'Confirm Email'}
        </Button>
      </Stack>
    </form>
  );
};
