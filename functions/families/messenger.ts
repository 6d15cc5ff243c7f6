import { brand } from '#shared/brand';
import { cardConfirmedOn, isCardDue } from '#shared/families/card';
import { toCalendarDate } from '#shared/lib/business-time';
import { formatLongDate } from '#shared/lib/format';
import { recipientIdSchema } from '#shared/lib/ids';
import { listed } from '#shared/lib/text';
import type { CalendarDate } from '#shared/lib/values';
import { instantOf } from '#shared/lib/values';
import { paths } from '#shared/paths';
import { createInvitationLink, readFamilyInvitations } from '../accounts/coaches.ts';
import { familyInvitationEmail } from '../accounts/emails.ts';
import { readActiveFamilies } from '../accounts/stored-families.ts';
import {
  bookedReason,
  button,
  composeEmail,
  inSentence,
  paragraph,
  type RenderedEmail,
} from '../lib/mail/layout.ts';
import { type Prepare, type PreparedMail, toFamilies } from '../messages/to-families.ts';
import { getFamily } from './families.ts';

/** Asks whether children's cards are still right (EME-03), without their content, since others may read an email. */
const cardCheckEmail = (names: readonly string[], siteUrl: string): RenderedEmail => {
  const children = listed(names.map(inSentence));
  return composeEmail(
    {
      subject: 'Is this still right?',
      preview: `Please check what the coaches know about ${children}`,
      heading: 'Is this still right?',
      blocks: [
        paragraph(
          `Please check what the coaches know about ${children}: health, whom to call and who may collect your child, and photos. If it is right, one press confirms it.`,
        ),
        button('Check and confirm', new URL(paths.parent, siteUrl).href),
      ],
      reason: bookedReason,
    },
    siteUrl,
  );
};

const cardKeepEmail = (names: readonly string[], goesOn: CalendarDate, siteUrl: string): RenderedEmail => {
  const children = listed(names.map(inSentence));
  const day = formatLongDate(goesOn);
  return composeEmail(
    {
      subject: 'Shall we keep your notes?',
      preview: `We delete notes and contacts of ${children} on ${day}`,
      heading: 'Shall we keep your notes?',
      blocks: [
        paragraph(
          `You have not booked for ${children} for twelve months. On ${day} we delete the notes about health and the contacts.`,
        ),
        paragraph(
          'To keep them, press “Everything is right” in your profile before that day. A booking keeps them too.',
        ),
        button('Open my profile', new URL(paths.parentProfile, siteUrl).href),
      ],
      reason: bookedReason,
    },
    siteUrl,
  );
};

/** Skips cards that were confirmed meanwhile (EME-03). */
export const prepareCardCheck: Prepare<'card-check'> = async ({ audience, facts }, deps) => {
  const asked = new Set(facts.child_ids);
  const today = toCalendarDate(deps.clock(), deps.timeZone);
  return toFamilies('card-check', audience.parent_ids, deps, async (to) => {
    const ids = new Set(to.map(({ familyId }) => familyId));
    const families = await Promise.all([...ids].map((id) => getFamily(deps.table, id)));
    const children = families.flatMap((family) => family?.children ?? []);
    const due = children.filter(
      (child) => asked.has(child.id) && isCardDue(cardConfirmedOn(child, deps.timeZone), today),
    );
    return ({ familyId }) => {
      const names = due.filter(({ parent_id }) => parent_id === familyId).map(({ name }) => name);
      return names.length > 0 ? cardCheckEmail(names, deps.siteUrl) : undefined;
    };
  });
};

/** Skips children whose notes the family retained meanwhile (SEE-03). */
export const prepareCardKeep: Prepare<'card-keep'> = async ({ audience, facts: { goes_on } }, deps) =>
  toFamilies('card-keep', audience.parent_ids, deps, async (to) => {
    const ids = new Set(to.map(({ familyId }) => familyId));
    const families = await Promise.all([...ids].map((id) => getFamily(deps.table, id)));
    const going = families
      .flatMap((family) => family?.children ?? [])
      .filter(({ card_goes_on }) => card_goes_on === goes_on);
    return ({ familyId }) => {
      const names = going.filter(({ parent_id }) => parent_id === familyId).map(({ name }) => name);
      return names.length > 0 ? cardKeepEmail(names, goes_on, deps.siteUrl) : undefined;
    };
  });

/**
 * Makes the links just before (IMP-03). Skips accepted, withdrawn and repeated invitations. `toFamilies` would hold back mail
 * to unconfirmed addresses.
 */
export const prepareFamilyInvitation: Prepare<'family-invitation'> = async (
  { audience: { parent_ids }, created_at },
  { table, clock, siteUrl },
) => {
  const families = new Map(parent_ids.map((id) => [recipientIdSchema.parse(id), id]));
  return {
    recipients: [...families.keys()],
    mailsFor: async (ids) => {
      const own = ids.flatMap((id) => families.get(id) ?? []);
      const [familyOf, invitationOf] = await Promise.all([
        readActiveFamilies(table, own),
        readFamilyInvitations(table, own),
      ]);
      const prepare = (id: (typeof own)[number]): PreparedMail => {
        const family = familyOf(id);
        if (!family) return { held: 'account-gone' };
        if (family.email === '') return { held: 'no-email' };
        const invitation = invitationOf(id);
        const isOwn = invitation?.invited_at === created_at && invitation.email === family.email;
        if (!invitation || !isOwn || invitation.valid_until <= instantOf(clock()))
          return { held: 'no-longer-concerned' };
        return {
          compose: async () => {
            const link = await createInvitationLink(table, invitation);
            if (!link) return undefined;
            const page = new URL(paths.adultInvitationLink(link), siteUrl).href;
            return { to: family.email, replyTo: brand.mailbox, ...familyInvitationEmail(page, siteUrl) };
          },
        };
      };
      return new Map(own.map((id) => [recipientIdSchema.parse(id), prepare(id)]));
    },
  };
};
