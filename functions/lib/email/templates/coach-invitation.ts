import { brand } from '#shared/brand';
import { limits } from '#shared/limits';
import { button, copyableAddress, paragraph, smallPrint } from './blocks.ts';
import { composeEmail } from './layout.ts';
import type { RenderedEmail } from './rendered-email.ts';

/**
 * Invites an address to be a coach (COA-01).
 * @param link the page of the invitation, with its secret
 * @param siteUrl origin of the site
 */
export const coachInvitationEmail = (link: string, siteUrl: string): RenderedEmail =>
  composeEmail(
    {
      subject: `You are invited to coach at ${brand.name}`,
      preview: 'Accept with one page: name, phone and password.',
      heading: 'Coach with us',
      blocks: [
        paragraph(
          `${brand.name} invites you to be a coach. You will see your sessions on your phone, and mark who came.`,
        ),
        button('See the invitation', link),
        copyableAddress(link),
        smallPrint(
          `The link works once, for ${limits.invitationDays} days. If you do not expect it, ignore this email: nothing happens.`,
        ),
      ],
      reason: `You receive this email because ${brand.name} invited this address.`,
    },
    siteUrl,
  );
