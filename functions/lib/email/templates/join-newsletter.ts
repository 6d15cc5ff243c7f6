import { brand } from '#shared/brand';
import { hoursText } from '#shared/domain/time/hours-text';
import { limits } from '#shared/limits';
import { button, copyableAddress, paragraph, smallPrint } from './blocks.ts';
import { composeEmail } from './layout.ts';
import type { RenderedEmail } from './rendered-email.ts';

/**
 * Asks whether an address may get the newsletter (FRM-03). It contains no text of whoever entered the address.
 * @param link the confirmation page with its token
 * @param siteUrl origin of the site
 */
export const joinNewsletterEmail = (link: string, siteUrl: string): RenderedEmail =>
  composeEmail(
    {
      subject: `Confirm your email for news from ${brand.name}`,
      preview: 'One tap and you are on the list.',
      heading: 'News about new classes?',
      blocks: [
        paragraph(
          `Someone entered this address in the newsletter box of ${brand.name}. If it was you, please confirm it.`,
        ),
        button('Confirm my address', link),
        copyableAddress(link),
        smallPrint(
          `The link works for ${hoursText(limits.newsletterLinkHours)}. If it was not you, ignore this email: you get no news, and the address is deleted.`,
        ),
      ],
      reason: `You receive this email because your address was entered at ${brand.name}.`,
    },
    siteUrl,
  );
