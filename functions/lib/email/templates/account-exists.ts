import { brand } from '#shared/brand';
import { paths } from '#shared/paths';
import { button, copyableAddress, paragraph, smallPrint } from './blocks.ts';
import { composeEmail } from './layout.ts';
import type { RenderedEmail } from './rendered-email.ts';

/**
 * Tells the owner of an account that someone signed up with its address. The site gives known and unknown addresses the
 * same answer, so only the mailbox may learn this. The email contains no text of that sign-up.
 * @param siteUrl origin of the site
 */
export const accountExistsEmail = (siteUrl: string): RenderedEmail => {
  const login = new URL(paths.login, siteUrl).href;
  return composeEmail(
    {
      subject: `You already have an account at ${brand.name}`,
      preview: 'Log in with the password you chose.',
      heading: 'You already have an account',
      blocks: [
        paragraph(
          'Someone signed up with your email address. You have an account with us already, so we opened no second one.',
        ),
        paragraph(
          'If it was you, log in as usual. If you no longer know your password, choose "Forgot password" there.',
        ),
        button('Log In', login),
        copyableAddress(login),
        smallPrint('If it was not you, ignore this email: your account has not changed.'),
      ],
      reason: `You receive this email because your address was used to sign up at ${brand.name}.`,
    },
    siteUrl,
  );
};
