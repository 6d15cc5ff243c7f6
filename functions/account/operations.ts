import type { ServiceOperations } from '../lib/http/create-handler.ts';
import { confirmEmail } from './confirm-email.ts';
import { deleteMyAccount } from './delete-my-account.ts';
import type { AccountDeps } from './deps.ts';
import { getLinkedAddress } from './get-linked-address.ts';
import { requestPasswordReset } from './request-password-reset.ts';
import { resendVerification } from './resend-verification.ts';
import { resetPassword } from './reset-password.ts';
import { signUp } from './sign-up.ts';
import { verifyEmail } from './verify-email.ts';

export const accountOperations: ServiceOperations<'account', AccountDeps> = {
  signUp,
  resendVerification,
  verifyEmail,
  confirmEmail,
  getLinkedAddress,
  requestPasswordReset,
  resetPassword,
  deleteMyAccount,
};
