import type { FamilyId, MessageId, RecipientId } from '#shared/lib/ids';
import { familyIdSchema } from '#shared/lib/ids';
import { parseTolerantly } from '#shared/lib/tolerant';
import { instantOf } from '#shared/lib/values';
import { limits } from '#shared/limits';
import type { MessageRoutes, UnsentMail, UnsentMessage } from '#shared/messages/admin-routes';
import { givenUpHolds } from '#shared/messages/message';
import { adultsToCall, readShownFamilies } from '../accounts/stored-families.ts';
import { bookingEntity } from '../booking/bookings.ts';
import { endedBookingEntity } from '../booking/ended-bookings.ts';
import { ledgerEntryEntity, receiptedPaymentFromItem } from '../ledger/entries.ts';
import type { AdminDeps } from '../lib/deps.ts';
import type { Operation } from '../lib/http/operation.ts';
import { busy, problem } from '../lib/http/problem-error.ts';
import {
  type AsideMail,
  getAsideMail,
  leaveAside,
  listAsideMails,
  sendAsideAgain,
} from '../lib/mail/aside-mails.ts';
import { type MailKind, mailRequestEntity, mailRequestSchema } from '../lib/mail/mail-requests.ts';
import { getMailStop } from '../lib/mail/not-sent.ts';
import type { Table } from '../lib/table.ts';
import { auditEventPut } from '../school/activity.ts';
import { applicationEntity } from '../waiting/applications.ts';
import { offerEntity } from '../waiting/offers.ts';
import { describeMessages, describeRecipients } from './describe-messages.ts';
import { getMessage, readMessages } from './messages.ts';
import { leaveRecipients, listRecipients, type Recipient, sendAgain } from './recipients.ts';
import { listUnsentMessages, settleGivenUp } from './unsent-messages.ts';

const requestNames: Partial<Readonly<Record<MailKind, string>>> = {
  'verify-email': 'Link to verify an email address',
  'reset-password': 'Link to reset a password',
  'join-newsletter': 'Link to join the newsletter',
  'coach-invitation': 'Invitation of a coach',
  'admin-invitation': 'Invitation of an administrator',
  'adult-invitation': 'Invitation of an adult',
};

const itemNames = new Map<unknown, string>([
  [bookingEntity, 'Confirmation of a booking'],
  [endedBookingEntity, 'Email about a booking that ended'],
  [ledgerEntryEntity, 'Receipt'],
  [applicationEntity, 'Email about a waiting list'],
  [offerEntity, 'Offer of a place'],
]);

/** Describes an email by the item that causes it. */
const readAside = ({ entity, item, lease }: AsideMail): Pick<UnsentMail, 'what' | 'to' | 'parent_id'> => {
  if (entity === mailRequestEntity) {
    const { kind, email } = parseTolerantly(mailRequestSchema, item);
    return { what: requestNames[kind] ?? 'Notice about an account', to: email, parent_id: null };
  }
  const family = familyIdSchema.safeParse(
    entity === ledgerEntryEntity ? receiptedPaymentFromItem(item)?.parent_id : item.parent_id,
  );
  const what =
    lease?.kind === 'move' ? 'Email about a move' : (itemNames.get(entity) ?? 'Email about a waiting list');
  return { what, to: null, parent_id: family.data ?? null };
};

const describeMails = async (table: Table, asides: readonly AsideMail[]): Promise<UnsentMail[]> => {
  const read = asides.map((aside) => ({ aside, ...readAside(aside) }));
  const families: FamilyId[] = read.flatMap(({ parent_id }) => parent_id ?? []);
  const familyOf = families.length > 0 ? await readShownFamilies(table, families) : () => undefined;
  return read.map(({ aside: { id, cause, since }, what, to, parent_id }) => {
    const family = parent_id ? familyOf(parent_id) : undefined;
    return {
      ...{ id, what, cause, since, parent_id },
      to: family?.full_name ?? to,
      adults: family ? adultsToCall(family) : [],
    };
  });
};

const isGivenUp = ({ state, reason, left_at }: Recipient): boolean =>
  left_at === undefined && (state === 'unknown' || givenUpHolds.some((hold) => hold === reason));

const listGivenUp = async (table: Table, id: MessageId): Promise<Recipient[]> =>
  (await listRecipients(table, id)).filter(isGivenUp);

const describeUnsent = async (
  { table, clock }: AdminDeps,
  ids: readonly MessageId[],
): Promise<UnsentMessage[]> => {
  const messages = ids.length > 0 ? await describeMessages(table, await readMessages(table, ids)) : [];
  return Promise.all(
    messages.map(async ({ id, kind, subject }) => {
      const people = await describeRecipients(table, await listGivenUp(table, id), clock());
      return {
        ...{ id, kind, subject },
        people: people.map(({ state, ...person }) => ({ ...person, is_unknown: state === 'unknown' })),
      };
    }),
  );
};

/** Since when no email has left, and which nobody tries again (OPS-01 to OPS-03). Three requests where there are none. */
export const listUnsent: Operation<MessageRoutes['listUnsent'], AdminDeps> = async (_, deps) => {
  const { table } = deps;
  const [stop, asides, unsent] = await Promise.all([
    getMailStop(table),
    listAsideMails(table),
    listUnsentMessages(table),
  ]);
  const waiting =
    asides.filter(({ waits }) => waits).length + unsent.reduce((sum, message) => sum + message.waiting, 0);
  const [mails, messages] = await Promise.all([
    describeMails(
      table,
      asides.filter(({ waits }) => !waits),
    ),
    describeUnsent(
      deps,
      unsent.flatMap(({ message_id, given_up_at }) => (given_up_at ? [message_id] : [])),
    ),
  ]);
  return {
    stop: stop ? { ...stop, waiting } : null,
    mails,
    messages: messages.filter(({ people }) => people.length > 0),
  };
};

/** An email of unknown outcome, or given up (OPS-03). The other adult's failed email is tried again in both cases. */
export const settleUnsentMail: Operation<MessageRoutes['settleUnsentMail'], AdminDeps> = async (
  { caller, params: { mailId }, body: { action } },
  { table, clock },
) => {
  const aside = await getAsideMail(table, mailId);
  if (!aside) throw problem('messageNotFound');
  const now = clock();
  const { parent_id } = readAside(aside);
  const event = auditEventPut(table, now, {
    actor_id: caller.userId,
    action: action === 'send' ? 'mail.sent-again' : 'mail.left',
    subject_id: mailId,
    ...(parent_id && { family_id: parent_id }),
  });
  const decision = { now, extraWrites: [event] };
  const { outcome } =
    action === 'send'
      ? await sendAsideAgain(table, aside, { ...decision, isUnsent: true })
      : await leaveAside(table, aside, decision);
  if (outcome === 'busy') throw busy();
};

/** Sends a message again, or leaves it, by default for those who certainly did not get it (OPS-02). */
export const settleUnsentMessage: Operation<MessageRoutes['settleUnsentMessage'], AdminDeps> = async (
  { caller, params: { messageId }, body: { action, recipients } },
  { table, clock },
) => {
  if (!(await getMessage(table, messageId))) throw problem('messageNotFound');
  const [unsent, givenUp] = await Promise.all([listUnsentMessages(table), listGivenUp(table, messageId)]);
  const isChosen = ({ id, state }: Recipient) => (recipients ? recipients.includes(id) : state !== 'unknown');
  const chosen: RecipientId[] = givenUp.filter(isChosen).map(({ id }) => id);
  const now = clock();
  const at = instantOf(now);
  const settle = action === 'leave' ? leaveRecipients : sendAgain;
  const logged = action === 'leave' ? 'message.left' : 'message.resent';
  for (let left = chosen; left.length > 0; left = left.slice(limits.sentAgainAtOnce)) {
    const event = { actor_id: caller.userId, action: logged, subject_id: messageId } as const;
    const part = { id: messageId, recipients: left.slice(0, limits.sentAgainAtOnce), now, at };
    if ((await settle(table, part, [auditEventPut(table, now, event)])).outcome === 'busy') throw busy();
  }
  const noted = unsent.find(({ message_id }) => message_id === messageId);
  if (noted && chosen.length === givenUp.length) await settleGivenUp(table, noted);
};
