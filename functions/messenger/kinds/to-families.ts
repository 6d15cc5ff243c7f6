import { brand } from '#shared/brand';
import { recipientIdSchema, type UserId } from '#shared/schemas/ids';
import { readActiveProfiles } from '../../data/families/read-profiles.ts';
import type { StoredProfile } from '../../data/families/stored-profile.ts';
import { noMailReason } from '../../lib/email/no-mail-reason.ts';
import type { RenderedEmail } from '../../lib/email/templates/rendered-email.ts';
import type { MessengerDeps } from '../deps.ts';
import type { PreparedMail, PreparedMails } from './prepared.ts';

const prepare = (
  profile: StoredProfile | undefined,
  render: (profile: StoredProfile) => RenderedEmail,
): PreparedMail => {
  if (!profile) return { held: 'account-gone' };
  const held = noMailReason(profile);
  if (held) return { held };
  return {
    compose: () => ({
      to: profile.email,
      account: profile.id,
      replyTo: brand.contact.email,
      ...render(profile),
    }),
  };
};

/** One email for each of some families (MSG-02), to the account's address; replies go to the school. */
export const toFamilies = async (
  parentIds: readonly UserId[],
  { table }: Pick<MessengerDeps, 'table'>,
  render: (profile: StoredProfile) => RenderedEmail,
): Promise<PreparedMails> => {
  const distinct = [...new Set(parentIds)];
  const profileOf = await readActiveProfiles(table, distinct);
  return new Map(distinct.map((id) => [recipientIdSchema.parse(id), prepare(profileOf(id), render)]));
};
