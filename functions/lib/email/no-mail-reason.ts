import type { StoredProfile } from '../../data/families/stored-profile.ts';

/** Why a family is sent no email. */
export type NoMailReason = 'account-gone' | 'no-email' | 'email-problem';

/** Undefined where the family is sent email. */
export const noMailReason = (
  profile: Pick<StoredProfile, 'deleting' | 'email' | 'email_problem'>,
): NoMailReason | undefined => {
  if (profile.deleting) return 'account-gone';
  if (profile.email === '') return 'no-email';
  return profile.email_problem ? 'email-problem' : undefined;
};
