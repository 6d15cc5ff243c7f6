import {
  deleteMyAccount,
  getMySecondFactor,
  recoverSecondFactor,
  turnOnSecondFactor,
} from '../accounts/members.ts';
import {
  acceptCoachInvitation,
  acceptMyCoachInvitation,
  confirmEmail,
  getCoachInvitation,
  getLinkedAddress,
  requestPasswordReset,
  resendVerification,
  resetPassword,
  signUp,
  verifyEmail,
} from '../accounts/visitors.ts';
import {
  acceptAdultInvitation,
  acceptMyAdultInvitation,
  endAdultAccess,
  getAdultInvitation,
  inviteAdult,
  proveAdultInvitation,
  withdrawAdultInvitation,
} from '../accounts/visitors-adults.ts';
import {
  acceptAdminInvitation,
  acceptMyAdminInvitation,
  getAdminInvitation,
} from '../accounts/visitors-openings.ts';
import type { AccountDeps } from '../lib/deps.ts';
import type { ServiceOperations } from '../lib/http/create-handler.ts';
import { probe } from '../lib/probe.ts';

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
  getAdminInvitation,
  acceptAdminInvitation,
  acceptMyAdminInvitation,
  inviteAdult,
  withdrawAdultInvitation,
  endAdultAccess,
  getAdultInvitation,
  proveAdultInvitation,
  acceptAdultInvitation,
  acceptMyAdultInvitation,
  deleteMyAccount,
  getMySecondFactor,
  turnOnSecondFactor,
  recoverSecondFactor,
  probeAccount: probe('account'),
};
