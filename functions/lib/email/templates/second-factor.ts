import { brand } from '#shared/brand';
import { paths } from '#shared/paths';
import { button, copyableAddress, paragraph, smallPrint } from './blocks.ts';
import { composeEmail } from './layout.ts';
import type { RenderedEmail } from './rendered-email.ts';

const causes = {
  'second-factor-recovered': 'with your password and one of your recovery codes',
  'second-factor-reset': 'by an administrator',
};

/**
 * Tells the owner of an account that its second factor was removed (MFA-04, MFA-05).
 * @param siteUrl origin of the site
 */
export const secondFactorEmail = (kind: keyof typeof causes, siteUrl: string): RenderedEmail => {
  const reset = new URL(paths.forgotPassword, siteUrl).href;
  return composeEmail(
    {
      subject: `Your two-step login at ${brand.name} was removed`,
      preview: 'You were logged out everywhere.',
      heading: 'Your two-step login was removed',
      blocks: [
        paragraph(
          `The authenticator app of your account was removed ${causes[kind]}, and you were logged out everywhere. The recovery codes that you have are no longer valid.`,
        ),
        paragraph('If it was you or you asked for it, log in and set up your authenticator app again.'),
        paragraph('If it was not you, somebody may know your password. Please choose a new one now.'),
        button('Choose a New Password', reset),
        copyableAddress(reset),
        smallPrint('The code of your app is never asked for by email or phone.'),
      ],
      reason: `You receive this email because you have an account at ${brand.name}.`,
    },
    siteUrl,
  );
};

/**
 * Tells an administrator that the account reset the second factor of another one (MFA-05). The activity log names it.
 * @param siteUrl origin of the site
 */
export const secondFactorResetEmail = (siteUrl: string): RenderedEmail => {
  const log = new URL(paths.adminActivity, siteUrl).href;
  return composeEmail(
    {
      subject: `You reset a two-step login at ${brand.name}`,
      preview: 'The activity log says whose.',
      heading: 'You reset a two-step login',
      blocks: [
        paragraph(
          'With your account the two-step login of somebody else was reset. The person was logged out everywhere and got an email too.',
        ),
        button('See the Activity Log', log),
        copyableAddress(log),
        smallPrint('If it was not you, choose a new password now and tell the other administrators.'),
      ],
      reason: `You receive this email because you are an administrator at ${brand.name}.`,
    },
    siteUrl,
  );
};
