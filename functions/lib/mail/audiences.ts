import type { MessageKind } from '#shared/messages/message';
import type { MailKind } from './mail-requests.ts';
import type { OwnKind } from './send-once.ts';

type Audience =
  | 'both'
  | 'payer'
  | 'who asked'
  | 'the account'
  | 'the invited'
  | 'newsletter readers'
  | 'office';

type OtherKind =
  | 'joined'
  | 'offer'
  | 'offer-ended'
  | 'offer-withdrawn'
  | 'offer-declined'
  | 'list-closed'
  | 'kept-place-gone'
  | 'contact-message';

export const mailAudiences = {
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
  'card-check': 'both',
  'card-keep': 'both',
  receipt: 'payer',
  'debit-failed': 'payer',
  'payment-reminder': 'payer',
  'verify-email': 'who asked',
  'reset-password': 'who asked',
  'account-exists': 'who asked',
  'join-newsletter': 'who asked',
  test: 'who asked',
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
