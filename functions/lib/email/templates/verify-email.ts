import { brand } from '#shared/brand';
import { hoursText } from '#shared/domain/time/hours-text';
import { button, copyableAddress, paragraph, smallPrint } from './blocks.ts';
import { composeEmail } from './layout.ts';
import type { RenderedEmail } from './rendered-email.ts';

interface VerifyEmail {
  /** The verification page with its token. */
  readonly link: string;
  readonly expiresInHours: number;
  /** Origin of the site. */
  readonly siteUrl: string;
}

/**
 * Asks a new parent to confirm their address (AUT-23). It contains no text of the sign-up, not even the name: otherwise
 * anybody could send a text of their own to any address.
 */
export const verifyEmail = ({ link, expiresInHours, siteUrl }: VerifyEmail): RenderedEmail =>
  composeEmail(
    {
      subject: `Confirm your email for ${brand.name}`,
      preview: 'One tap and your account is ready.',
      heading: 'Welcome to the team!',
      blocks: [
        paragraph('Please confirm that this is your email address. Then you can log in and book a class.'),
        button('Verify Email', link),
        copyableAddress(link),
        smallPrint(
          `The link works once, for ${hoursText(expiresInHours)}. You can ask for a new one when you log in.`,
        ),
        smallPrint('If you did not sign up, ignore this email: nothing will happen.'),
      ],
      reason: `You receive this email because an account at ${brand.name} was opened with your address.`,
    },
    siteUrl,
  );
