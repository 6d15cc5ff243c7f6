import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { MailWarning } from 'lucide-react';
import { accountRoutes } from '#shared/contract/account-routes';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { callRoute } from '../../lib/api/api-client.ts';
import { useSubmission } from '../../lib/forms/use-submission.ts';
import { showToast } from '../../lib/toasts/toasts.ts';

/** Offers another verification email after a login with an unverified address (AUT-23). */
export const ResendVerification = ({ email }: { readonly email: string }) => {
  const resend = useSubmission({
    send: () => callRoute(accountRoutes.resendVerification, { body: { email } }),
    failure: 'Failed to send verification email',
    onDone: () =>
      showToast({
        type: 'success',
        title: 'Check Your Email',
        description: 'We have sent you a new verification link.',
      }),
  });
  return (
    <Notice tone="warning" icon={MailWarning}>
      <Stack gap="3" align="start">
        <Text>Open the link we sent to {email}, then log in. Did it not arrive, or has it expired?</Text>
        <Button
          type="button"
          variant="outline"
          disabled={resend.isPending}
          onClick={() => resend.submit(undefined)}
        >
          Resend verification email
        </Button>
      </Stack>
    </Notice>
  );
};
