import { getActiveProfile } from '#functions/accounts/accounts';
import { readersOf, subjectFor } from '#functions/accounts/readers';
import { getRegistration } from '#functions/accounts/registrations';
import { getStoredFamily } from '#functions/accounts/stored-families';
import { bookingItem, findBooking, type StoredBooking } from '#functions/booking/bookings';
import type { Clock } from '#functions/lib/clock';
import { readerIdOf } from '#functions/lib/dynamo/keys-of-people';
import { batchRead } from '#functions/lib/dynamo/reads';
import { handleAgain, listAsideMails } from '#functions/lib/mail/aside-mails';
import { releaseMail } from '#functions/lib/mail/send-once';
import { listSentMails, type SentMail } from '#functions/lib/mail/sent-mails';
import type { Table } from '#functions/lib/table';
import { listMessages } from '#functions/messages/messages';
import { recipientRef } from '#functions/messages/recipients';
import { emailSchema } from '#shared/lib/email';
import { type BookingId, bookingIdSchema, recipientIdSchema } from '#shared/lib/ids';
import { CommandError } from '../../command.ts';

interface MailDeps {
  readonly table: Table;
  readonly clock: Clock;
}

const recentMessages = 200;

const lineOf = ({ id, kind, subject, sent_at, state }: SentMail): string =>
  [
    sent_at ?? 'time not noted',
    kind ?? 'kind not noted',
    subject ?? '',
    `SES ${id}`,
    state ?? 'no report yet',
  ].join('  ');

const listMessagesTo = async (table: Table, email: string): Promise<string[]> => {
  const registration = await getRegistration(table, email);
  const account = registration?.holder === 'account' ? registration.userId : undefined;
  const ids = [account, readerIdOf(email)].flatMap((id) => (id ? [recipientIdSchema.parse(id)] : []));
  const messages = await listMessages(table, { before: undefined, limit: recentMessages });
  const refs = messages.flatMap((message) =>
    ids.map((id) => ({ message, ref: recipientRef(message.id, id) })),
  );
  const read = await batchRead(
    table,
    refs.map(({ ref }) => ref),
    { consistent: true },
  );
  return refs.flatMap(({ message, ref }) => {
    const recipient = read(ref);
    if (!recipient) return [];
    const { state, state_at, reason, ses_id } = recipient;
    const what = reason ? `${state} (${reason})` : state;
    return [[state_at, message.kind, message.id, `SES ${ses_id ?? 'has none'}`, what].join('  ')];
  });
};

const describeAddress = async (email: string, { table }: MailDeps): Promise<string> => {
  const registration = await getRegistration(table, email);
  const profile =
    registration?.holder === 'account' ? await getActiveProfile(table, registration.userId) : undefined;
  const [sent, messages, asides] = await Promise.all([
    listSentMails(table, email),
    listMessagesTo(table, email),
    listAsideMails(table),
  ]);
  const waiting = asides.filter(({ item }) =>
    Object.values(item).some((value) => value === email || (profile && value === profile.family_id)),
  );
  const lines = [
    ...sent.map(lineOf),
    ...messages.toReversed(),
    ...waiting.map(
      ({ id, entity, cause, waits, since }) =>
        `${since}  ${entity}  ${id}  not sent: ${cause}${waits ? ', tried again by itself' : ', on To Do'}`,
    ),
  ];
  return lines.length > 0 ? lines.join('\n') : 'Nothing was sent to this address in the last 30 days.';
};

/** The email of a booking is that of the first one of those that were booked in one press. */
const readFirst = async (table: Table, id: BookingId): Promise<StoredBooking> => {
  const booking = await findBooking(table, id);
  if (!booking)
    throw new CommandError('There is no such booking.', 'Search it in *Bookings*, and copy its id.');
  return booking.confirmed_by ? readFirst(table, booking.confirmed_by) : booking;
};

const confirmationsOf = async (booking: StoredBooking, { table }: MailDeps) => {
  const family = await getStoredFamily(table, booking.parent_id);
  if (!family) throw new CommandError('The family of the booking was deleted.', 'Nobody can get its emails.');
  return readersOf(family, 'confirmation').map(({ id, email }) => ({
    email,
    mail: { kind: 'confirmation', subjectId: subjectFor(booking.id, id) },
  }));
};

const describeBooking = async (booking: StoredBooking, deps: MailDeps): Promise<string> => {
  const lines = await Promise.all(
    (await confirmationsOf(booking, deps)).map(async ({ email }) => {
      const sent = (await listSentMails(deps.table, email)).filter(({ subject }) =>
        subject?.startsWith(booking.id),
      );
      return sent.length > 0 ? sent.map(lineOf) : ['Nothing about this booking was sent to one adult.'];
    }),
  );
  const asides = (await listAsideMails(deps.table)).filter(({ item }) => item.id === booking.id);
  return [...lines.flat(), ...asides.map(({ id, cause }) => `${id}  not sent: ${cause}`)].join('\n');
};

const confirmAgain = async (booking: StoredBooking, deps: MailDeps): Promise<string> => {
  const confirmations = await confirmationsOf(booking, deps);
  for (const { mail } of confirmations) await releaseMail(deps.table, mail);
  await handleAgain(deps.table, bookingItem(booking), deps.clock());
  return 'The confirmation is sent again within seconds. Run the command without "send-again" to see it.';
};

/** Which emails an address or a booking got (OPS-08). @returns ids and times, no names or addresses @throws CommandError */
export const runOnMail = async (
  [of, action, ...rest]: readonly (string | undefined)[],
  deps: MailDeps,
): Promise<string> => {
  const booking = bookingIdSchema.safeParse(of);
  const isAgain = action === 'send-again';
  if (rest.length > 0 || (action !== undefined && !isAgain) || (isAgain && !booking.success))
    throw new CommandError(
      'There is no such command.',
      'Use: mail <address or booking>, mail <booking> send-again.',
    );
  if (booking.success) {
    const first = await readFirst(deps.table, booking.data);
    return isAgain ? confirmAgain(first, deps) : describeBooking(first, deps);
  }
  const email = emailSchema.safeParse(of);
  if (!email.success)
    throw new CommandError(
      'This is neither an address nor the id of a booking.',
      'Use: mail <address or booking>.',
    );
  return describeAddress(email.data, deps);
};
