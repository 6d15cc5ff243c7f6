import { brand } from '#shared/brand';
import { recipientIdSchema, type UserId } from '#shared/schemas/ids';
import { readActiveProfiles } from '../../data/families/read-profiles.ts';
import type { StoredProfile } from '../../data/families/stored-profile.ts';
import { noMailReason } from '../../lib/email/no-mail-reason.ts';
import type { RenderedEmail } from '../../lib/email/templates/rendered-email.ts';
import type { MessengerDeps } from '../deps.ts';
import type { PreparedMail, PreparedMessage } from './prepared.ts';

/** Makes the email to a family; undefined where the message does not concern it any more. */
export type RenderForFamily = (profile: StoredProfile) => RenderedEmail | undefined;

const prepare = (profile: StoredProfile | undefined, render: RenderForFamily): PreparedMail => {
  if (!profile) return { held: 'account-gone' };
  const held = noMailReason(profile);
  if (held) return { held };
  const email = render(profile);
  if (!email) return { held: 'no-longer-concerned' };
  return {
    compose: () => ({ to: profile.email, account: profile.id, replyTo: brand.contact.email, ...email }),
  };
};

/**
 * One email for each of some families (MSG-02), to the account's address; replies go to the school.
 * @param readContent reads what the emails to some of the families say
 */
export const toFamilies = (
  parentIds: readonly UserId[],
  { table }: Pick<MessengerDeps, 'table'>,
  readContent: (parentIds: readonly UserId[]) => RenderForFamily | Promise<RenderForFamily>,
): PreparedMessage => {
  const families = new Map([...new Set(parentIds)].map((id) => [recipientIdSchema.parse(id), id]));
  return {
    recipients: [...families.keys()],
    mailsFor: async (ids) => {
      const own = ids.flatMap((id) => families.get(id) ?? []);
      const [profileOf, render] = await Promise.all([readActiveProfiles(table, own), readContent(own)]);
      return new Map(own.map((id) => [recipientIdSchema.parse(id), prepare(profileOf(id), render)]));
    },
  };
};
