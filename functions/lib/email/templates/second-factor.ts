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

/**
 * Tells the owner of an account that a second factor was set up (MFA-08).
 * @param siteUrl origin of the site
 */
export const secondFactorOnEmail = (siteUrl: string): RenderedEmail => {
  const reset = new URL(paths.forgotPassword, siteUrl).href;
  return composeEmail(
    {
      subject: `Two-step login was set up at ${brand.name}`,
      preview: 'You were logged out everywhere.',
      heading: 'Two-step login was set up',
      blocks: [
        paragraph(
          'An authenticator app was set up for your account, and you were logged out everywhere. An app and recovery codes of before are no longer valid.',
        ),
        paragraph('If it was not you, somebody knows your password. Please choose a new one now.'),
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
 * Tells an administrator that another one has set up a second factor (MFA-08). The activity log names the person.
 * @param siteUrl origin of the site
 */
export const secondFactorOfOtherEmail = (siteUrl: string): RenderedEmail => {
  const log = new URL(paths.adminActivity, siteUrl).href;
  return composeEmail(
    {
      subject: `An administrator at ${brand.name} set up two-step login`,
      preview: 'The activity log says who.',
      heading: 'An administrator set up two-step login',
      blocks: [
        paragraph(
          'Another administrator has set up an authenticator app. If you do not expect it, ask the person: who knows the password of an account without two-step login can do it too.',
        ),
        button('See the Activity Log', log),
        copyableAddress(log),
      ],
      reason: `You receive this email because you are an administrator at ${brand.name}.`,
    },
    siteUrl,
  );
};
