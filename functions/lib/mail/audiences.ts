import type { MessageKind } from '#shared/messages/message';
import type { MailKind } from './mail-requests.ts';
import type { OwnKind } from './send-once.ts';

/** `both` adults of a family, or the `payer`, who gets mail about money (ADT-01). */
type Audience =
  | 'both'
  | 'payer'
  /** Nobody else. */
  | 'who asked'
  /** About login or work, whatever the account's family. */
  | 'the account'
  | 'the invited'
  | 'newsletter readers'
  | 'office';

/** Waiting lists, and what visitors write to the school. */
type OtherKind =
  | 'joined'
  | 'offer'
  | 'offer-ended'
  | 'offer-withdrawn'
  | 'offer-declined'
  | 'list-closed'
  | 'kept-place-gone'
  | 'contact-message';

/** The audience of every kind (ADT-01). */
export const mailAudiences = {
  // Bookings, sessions and waiting lists.
  confirmation: 'both',
  move: 'both',
  ending: 'both',
  joined: 'both',
  offer: 'both',
  'offer-ended': 'both',
  'offer-withdrawn': 'both',
  'offer-declined': 'both',
  'list-closed': 'both',
  'kept-place-gone': 'both',
  'session-cancelled': 'both',
  'session-restored': 'both',
  'remedy-chosen': 'both',
  'class-deleted': 'both',
  'class-changed': 'both',
  'next-term': 'both',
  'renewal-reminder': 'both',
  'renewal-ended': 'both',
  'trial-follow-up': 'both',
  reminder: 'both',
  broadcast: 'both',
  // Children.
  'card-check': 'both',
  'card-keep': 'both',
  // Money.
  receipt: 'payer',
  'payment-reminder': 'payer',
  // Requests of one's own.
  'verify-email': 'who asked',
  'reset-password': 'who asked',
  'account-exists': 'who asked',
  'join-newsletter': 'who asked',
  test: 'who asked',
  // Logins and work.
  'second-factor-on': 'the account',
  'second-factor-on-of-other': 'the account',
  'second-factor-recovered': 'the account',
  'second-factor-reset': 'the account',
  'second-factor-reset-by-you': 'the account',
  'adult-joined': 'the account',
  'adult-left': 'the account',
  'adult-gone': 'the account',
  'made-holder': 'the account',
  'no-longer-holder': 'the account',
  'money-mails-changed': 'the account',
  'family-erased': 'the account',
  'coaching-changed': 'the account',
  'coach-invitation': 'the invited',
  'admin-invitation': 'the invited',
  'adult-invitation': 'the invited',
  'family-invitation': 'the invited',
  news: 'newsletter readers',
  'payment-settings-changed': 'office',
  'contact-message': 'office',
} as const satisfies Readonly<Record<MailKind | MessageKind | OwnKind | OtherKind, Audience>>;

type MailName = keyof typeof mailAudiences;

type NamesTo<Of extends Audience> = {
  [Name in MailName]: (typeof mailAudiences)[Name] extends Of ? Name : never;
}[MailName];

export type FamilyMail = NamesTo<'both' | 'payer'>;
