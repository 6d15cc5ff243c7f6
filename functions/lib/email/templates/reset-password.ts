import { brand } from '#shared/brand';
import { hoursText } from '#shared/domain/time/hours-text';
import { button, copyableAddress, paragraph, smallPrint } from './blocks.ts';
import { composeEmail } from './layout.ts';
import type { RenderedEmail } from './rendered-email.ts';

interface ResetPassword {
  /** The page for a new password, with its token. */
  readonly link: string;
  readonly expiresInHours: number;
  /** Origin of the site. */
  readonly siteUrl: string;
}

/** The email with the link to choose a new password (AUT-24). */
export const resetPasswordEmail = ({ link, expiresInHours, siteUrl }: ResetPassword): RenderedEmail =>
  composeEmail(
    {
      subject: `Choose a new password for ${brand.name}`,
      preview: `The link works for ${hoursText(expiresInHours)}.`,
      heading: 'Choose a new password',
      blocks: [
        paragraph('We were asked to reset the password of your account. Choose a new one here.'),
        button('Reset Password', link),
        copyableAddress(link),
        smallPrint(`The link works once, for ${hoursText(expiresInHours)}.`),
        smallPrint('If you did not ask for this, ignore this email: your password stays as it is.'),
      ],
      reason: `You receive this email because a new password was asked for at ${brand.name}.`,
    },
    siteUrl,
  );
