import type { ServiceOperations } from '../lib/http/create-handler.ts';
import { acceptCoachInvitation, acceptMyCoachInvitation, getCoachInvitation } from './coach-invitation.ts';
import { deleteMyAccount } from './delete-my-account.ts';
import type { AccountDeps } from './deps.ts';
import { getLinkedAddress, requestPasswordReset, resetPassword } from './password-reset.ts';
import { getMySecondFactor, recoverSecondFactor, turnOnSecondFactor } from './second-factor.ts';
import { signUp } from './sign-up.ts';
import { confirmEmail, resendVerification, verifyEmail } from './verification.ts';

export const accountOperations: ServiceOperations<'account', AccountDeps> = {
  signUp,
  resendVerification,
  verifyEmail,
  confirmEmail,
  getLinkedAddress,
  requestPasswordReset,
  resetPassword,
  getCoachInvitation,
  acceptCoachInvitation,
  acceptMyCoachInvitation,
  deleteMyAccount,
  getMySecondFactor,
  turnOnSecondFactor,
  recoverSecondFactor,
};
