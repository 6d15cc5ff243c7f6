import { brand } from '#shared/brand';
import { linkWarning } from '#shared/lib/public-link';
import { hoursText } from '#shared/lib/text';
import { limits } from '#shared/limits';
import { paths } from '#shared/paths';
import type { SettingChange } from '#shared/school/setting-texts';
import {
  button,
  composeEmail,
  copyableAddress,
  paragraph,
  type RenderedEmail,
  smallPrint,
} from '../lib/mail/layout.ts';
import { formerFamilyDays } from '../limits.ts';

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

/**
 * Invites an address to be an administrator (SCH-01).
 * @param link the page of the invitation, with its secret
 * @param siteUrl origin of the site
 */
export const adminInvitationEmail = (link: string, siteUrl: string): RenderedEmail =>
  composeEmail(
    {
      subject: `You are invited to run ${brand.name}`,
      preview: 'Accept with one page: name and password.',
      heading: 'Run the school with us',
      blocks: [
        paragraph(
          `${brand.name} invites you to be an administrator. You will see and change classes, bookings, families and payments.`,
        ),
        button('See the invitation', link),
        copyableAddress(link),
        smallPrint(
          `The link works once, for ${limits.adminInvitationHours} hours. If you do not expect it, ignore this email: nothing happens.`,
        ),
      ],
      reason: `You receive this email because ${brand.name} invited this address.`,
    },
    siteUrl,
  );

/**
 * Tells an administrator that another one changed where families pay (SET-03). The activity log names who did.
 * @param siteUrl origin of the site
 */
export const paymentSettingsEmail = (changes: readonly SettingChange[], siteUrl: string): RenderedEmail => {
  const log = new URL(paths.adminActivity, siteUrl).href;
  const said = changes.flatMap(({ field, before, after }) => {
    const warning = linkWarning(after.split(', ')[0] ?? '');
    return [
      paragraph(`${field}, before: ${before}`),
      paragraph(`${field}, now: ${after}`),
      ...(warning ? [paragraph(warning)] : []),
    ];
  });
  return composeEmail(
    {
      subject: `Where families pay was changed at ${brand.name}`,
      preview: 'Another administrator changed it.',
      heading: 'Where families pay was changed',
      blocks: [
        paragraph('Another administrator changed where families pay. It counts at once.'),
        ...said,
        button('See the Activity Log', log),
        copyableAddress(log),
        smallPrint(
          'The log says who it was. If it was not meant so, change it back in the settings, and have that person choose a new password.',
        ),
      ],
      reason: `You receive this email because you are an administrator at ${brand.name}.`,
    },
    siteUrl,
  );
};

/**
 * Invites a reader to act for a family (ADT-01). It contains no text of whoever invites: otherwise anybody could send a text of
 * their own to any address.
 * @param link the page of the invitation, with its secret
 * @param siteUrl origin of the site
 */
export const adultInvitationEmail = (link: string, siteUrl: string): RenderedEmail =>
  composeEmail(
    {
      subject: `You are invited to a family at ${brand.name}`,
      preview: 'See the same children, sessions and payments with a login of your own.',
      heading: 'Two adults, one family',
      blocks: [
        paragraph(
          `A parent at ${brand.name} invites you to look after the same children with a login of your own: to book, move and cancel, and to see payments and waiting lists.`,
        ),
        button('See the Invitation', link),
        copyableAddress(link),
        smallPrint(
          `The link works once, for ${limits.invitationDays} days. Nothing happens before you accept. Whoever has this email can open it.`,
        ),
        smallPrint('If you do not know what this is about, ignore this email.'),
      ],
      reason: `You receive this email because somebody invited your address at ${brand.name}.`,
    },
    siteUrl,
  );

/** Invites the reader to log in for a family that the office knows (BHF-02). It names nobody: the address is not proved yet. */
export const familyInvitationEmail = (link: string, siteUrl: string): RenderedEmail =>
  composeEmail(
    {
      subject: `Your family at ${brand.name}`,
      preview: 'Choose a password to see your bookings and payments.',
      heading: 'Your family, online',
      blocks: [
        paragraph(
          `${brand.name} has your family on its list. With a login you see your bookings and payments, book yourself, and say what coaches should know of your children.`,
        ),
        button('See the Invitation', link),
        copyableAddress(link),
        smallPrint(
          `The link works once, for ${limits.invitationDays} days. Nothing happens before you accept. Whoever has this email can open it.`,
        ),
        smallPrint('If you do not know what this is about, ignore this email.'),
      ],
      reason: `You receive this email because ${brand.name} was given this address.`,
    },
    siteUrl,
  );

const adultTexts = {
  'adult-joined': {
    subject: `A second adult looks after your family at ${brand.name}`,
    text: 'Your invitation was accepted. The second adult sees the same children, bookings and payments, and can book and cancel.',
    login: 'Your profile shows who it is, and there you can end the access.',
  },
  'adult-left': {
    subject: `Your access to a family at ${brand.name} has ended`,
    text: 'You no longer see or change that family.',
    login: 'Your own login stays: with it you can add children and book for them, or delete your account.',
  },
  'family-erased': {
    subject: `A family at ${brand.name} was deleted`,
    text: `You no longer see that family: it was deleted with its bookings. For ${formerFamilyDays} days “Download my data” on your profile also has what was stored about it.`,
    login: 'Your own login stays.',
  },
} as const;

interface AdultMail {
  /** Origin of the site. */
  readonly siteUrl: string;
  /** The login was that of the family's id: another one is ready, without a password. */
  readonly hasNewLogin: boolean;
}

/**
 * Tells the holder that the invited adult joined, or an adult that the access ended or the family was erased (ADT-01,
 * ADT-02).
 */
export const adultEmail = (
  kind: keyof typeof adultTexts,
  { siteUrl, hasNewLogin }: AdultMail,
): RenderedEmail => {
  const { subject, text, login } = adultTexts[kind];
  const next = hasNewLogin
    ? {
        label: 'Choose a Password',
        path: paths.forgotPassword,
        text: 'Your old login ended with the access. A new one of your own is ready for this address: choose a password for it first.',
      }
    : { label: 'See Your Profile', path: paths.parentProfile, text: login };
  const link = new URL(next.path, siteUrl).href;
  return composeEmail(
    {
      subject,
      preview: next.text,
      heading: subject,
      blocks: [paragraph(`${text} ${next.text}`), button(next.label, link), copyableAddress(link)],
      reason: `You receive this email because you have an account at ${brand.name}.`,
    },
    siteUrl,
  );
};
