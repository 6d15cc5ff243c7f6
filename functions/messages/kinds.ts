import { brand } from '#shared/brand';
import { linksRoutes } from '#shared/contract/links-routes';
import { toCalendarDate } from '#shared/lib/business-time';
import { recipientIdSchema } from '#shared/lib/ids';
import { type MessageContent, type MessageKind, messageKinds } from '#shared/messages/message';
import type { ReaderId } from '#shared/messages/newsletter';
import { paths } from '#shared/paths';
import { prepareTrialFollowUp } from '../booking/messenger.ts';
import { prepareClassChanged, prepareClassDeleted } from '../classes/messenger.ts';
import { prepareCardCheck, prepareCardKeep, prepareFamilyInvitation } from '../families/messenger.ts';
import { preparePaymentReminder } from '../ledger/messenger.ts';
import type { MessengerDeps } from '../lib/deps.ts';
import {
  prepareCoachingChanged,
  prepareRemedyChosen,
  prepareSessionCancelled,
  prepareSessionReminder,
  prepareSessionRestored,
} from '../sessions/messenger.ts';
import { prepareNextTerm, prepareRenewalEnded, prepareRenewalReminder } from '../terms/messenger.ts';
import { listAudience } from './audience.ts';
import { newsEmail, writtenMessageEmail } from './emails.ts';
import { listReaders, type StoredReader } from './newsletter.ts';
import {
  type Prepare,
  type PreparedMail,
  type PreparedMessage,
  toAccounts,
  toFamilies,
} from './to-families.ts';

interface ReaderLink {
  readonly id: ReaderId;
  readonly leave_secret: string;
}

/** Valid at any time. @returns `unsubscribeUrl` for the headers of RFC 8058, and `page` for the email's text */
export const unsubscribeLinks = ({ id, leave_secret }: ReaderLink, siteUrl: string) => {
  const url = new URL(linksRoutes.leaveNewsletter.path, siteUrl);
  url.search = new URLSearchParams({ reader: id, secret: leave_secret }).toString();
  return {
    unsubscribeUrl: url.href,
    page: new URL(paths.newsletterLeaveLink(id, leave_secret), siteUrl).href,
  };
};

const prepareTest: Prepare<'test'> = async ({ audience, facts }, deps) => {
  const email = writtenMessageEmail({ ...facts, subject: `[Test] ${facts.subject}` }, deps.siteUrl);
  return toAccounts([audience.account_id], deps, () => () => email);
};

const prepareBroadcast: Prepare<'broadcast'> = async ({ audience, facts, created_at }, deps) => {
  // The day of writing, so that a class that has ended since still has its audience.
  const day = toCalendarDate(new Date(created_at), deps.timeZone);
  const email = writtenMessageEmail(facts, deps.siteUrl);
  return toFamilies('broadcast', await listAudience(deps.table, audience, day), deps, () => () => email);
};

/** For the newsletter's readers only (MSG-07). Skips readers who left. */
const prepareNews: Prepare<'news'> = async ({ facts }, { table, siteUrl }) => {
  const toMail = (reader: StoredReader): PreparedMail => ({
    compose: () => {
      const { unsubscribeUrl, page } = unsubscribeLinks(reader, siteUrl);
      return {
        to: reader.email,
        replyTo: brand.mailbox,
        unsubscribeUrl,
        ...newsEmail(facts, { siteUrl, leaveLink: page }),
      };
    },
  });
  const readers = new Map(
    (await listReaders(table)).map((reader) => [recipientIdSchema.parse(reader.id), reader]),
  );
  return {
    recipients: [...readers.keys()],
    mailsFor: async (ids) =>
      new Map(
        ids.flatMap((id) => {
          const reader = readers.get(id);
          return reader ? [[id, toMail(reader)] as const] : [];
        }),
      ),
  };
};

/** The functions are in the `messenger.ts` of each room. */
const kinds: { readonly [Kind in MessageKind]: Prepare<Kind> } = {
  test: prepareTest,
  broadcast: prepareBroadcast,
  'session-cancelled': prepareSessionCancelled,
  'session-restored': prepareSessionRestored,
  'remedy-chosen': prepareRemedyChosen,
  'class-deleted': prepareClassDeleted,
  'class-changed': prepareClassChanged,
  'coaching-changed': prepareCoachingChanged,
  'next-term': prepareNextTerm,
  'renewal-reminder': prepareRenewalReminder,
  'renewal-ended': prepareRenewalEnded,
  'trial-follow-up': prepareTrialFollowUp,
  reminder: prepareSessionReminder,
  'payment-reminder': preparePaymentReminder,
  'card-check': prepareCardCheck,
  'card-keep': prepareCardKeep,
  'family-invitation': prepareFamilyInvitation,
  news: prepareNews,
};

/** The lowest is sent first. */
export const priorityOf = ({ kind }: Pick<MessageContent, 'kind'>): number => messageKinds.indexOf(kind);

export const prepareMessage = <Kind extends MessageKind>(
  message: Extract<MessageContent, { kind: Kind }>,
  deps: MessengerDeps,
): Promise<PreparedMessage> => {
  const prepare: Prepare<Kind> = kinds[message.kind];
  return prepare(message, deps);
};
