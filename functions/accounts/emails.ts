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
  inSentence,
  paragraph,
  type RenderedEmail,
  smallPrint,
} from '../lib/mail/layout.ts';
import { formerFamilyDays } from '../limits.ts';

interface VerifyEmail {
  readonly link: string;
  readonly expiresInHours: number;
  readonly siteUrl: string;
}

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

/** The site answers the same for known and unknown addresses: only the mailbox may learn this. No text of that sign-up. */
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
  readonly link: string;
  readonly expiresInHours: number;
  readonly siteUrl: string;
}

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

/** Tells an administrator of a reset that their own account made (MFA-05). The activity log names the other account. */
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

/** Tells administrators that another one has set up a second factor (MFA-08). The activity log names the person. */
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

/** Tells administrators that another one changed where families pay (SET-03). The activity log names the person. */
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

/** Contains no text of whoever invites, or anybody could send their own text to any address (ADT-01). */
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

/** Invites the reader to log in for a family that the office knows (BHF-02). Names nobody: the address is not proved yet. */
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

const otherAdult = 'The other adult';

/** The name is all that an email says of the other adult (ADT-01). */
const adultTexts = {
  'adult-joined': {
    subject: `A second adult looks after your family at ${brand.name}`,
    // The office joined two families (FID-11), or an invitation was accepted.
    text: (person: string) =>
      person === otherAdult
        ? 'Your invitation was accepted. The second adult sees the same children, bookings and payments, and can book and cancel.'
        : `Your family was on our list twice, and is there once now. ${person} sees the same children, bookings and payments, and can book and cancel.`,
    profile: 'Your profile shows who it is, and there you can end the access.',
  },
  'adult-left': {
    subject: `Your access to a family at ${brand.name} has ended`,
    text: () => 'You no longer see or change that family.',
    profile: 'Your own login stays: with it you can add children and book for them, or delete your account.',
  },
  'adult-gone': {
    subject: `An adult no longer looks after your family at ${brand.name}`,
    text: (person: string) => `${person} no longer sees or changes the children, bookings and payments.`,
    profile: 'Nothing else has changed: bookings and payments stay as they were.',
  },
  'made-holder': {
    subject: `You hold your family at ${brand.name} now`,
    text: (person: string) =>
      `You hold the family from now on, and ${person} is its second adult. You alone can invite another adult, end the access of the other one, or delete the family.`,
    profile: 'It counts at once.',
  },
  'no-longer-holder': {
    subject: `Another adult holds your family at ${brand.name} now`,
    text: (person: string) =>
      `${person} holds the family from now on, and you are its second adult. You see and change the same children, bookings and payments as before.`,
    profile: 'It counts at once. If this is wrong, please write to us.',
  },
  'money-mails-changed': {
    subject: `Who gets emails about payments of your family has changed`,
    text: (person: string) =>
      `${person} changed which of you two gets receipts and payment reminders from ${brand.name}.`,
    profile: 'Your profile shows who gets them, and there you can change it.',
  },
  'family-erased': {
    subject: `A family at ${brand.name} was deleted`,
    text: () =>
      `You no longer see that family: it was deleted with its bookings. For ${formerFamilyDays} days “Download my data” on your profile also has what was stored about it.`,
    profile: 'Your own login stays.',
  },
} as const;

/** Tells an adult what became of the family or of its other adult, `person` (ADT-01, ADT-02, FID-04, FID-05, FID-07). */
export const adultEmail = (
  kind: keyof typeof adultTexts,
  person: string | undefined,
  siteUrl: string,
): RenderedEmail => {
  const { subject, text, profile } = adultTexts[kind];
  const link = new URL(paths.parentProfile, siteUrl).href;
  return composeEmail(
    {
      subject,
      preview: profile,
      heading: subject,
      blocks: [
        paragraph(`${text(person ? inSentence(person) : otherAdult)} ${profile}`),
        button('See Your Profile', link),
        copyableAddress(link),
      ],
      reason: `You receive this email because you have an account at ${brand.name}.`,
    },
    siteUrl,
  );
};
