import type { StoredProfile } from '../data/families/stored-profile.ts';

/** Why a family is sent no email; undefined where it is sent one. */
export const noMailReason = (
  profile: Pick<StoredProfile, 'deleting' | 'email' | 'email_problem'>,
): 'account-gone' | 'no-email' | 'email-problem' | undefined => {
  if (profile.deleting) return 'account-gone';
  if (profile.email === '') return 'no-email';
  return profile.email_problem ? 'email-problem' : undefined;
};
