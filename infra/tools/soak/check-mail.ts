import type { StoredBooking } from '#functions/data/bookings/bookings';
import type { Family } from '#shared/schemas/profile';
import type { Violation } from './check-bookings.ts';
import type { StoredClaim } from './final-state.ts';
import type { Message } from './mail-sink.ts';

/** What became of the confirmations of a run. */
export interface MailRound {
  readonly families: readonly Family[];
  /** Every booking that the stream told of, each once. */
  readonly created: readonly StoredBooking[];
  /** Ids of those that the table holds in the end. */
  readonly stored: ReadonlySet<string>;
  readonly claims: readonly StoredClaim[];
  readonly messages: readonly Message[];
  /** Ids of bookings whose record was given up, for a person to look at. */
  readonly parked: ReadonlySet<string>;
}

const rule = 'one confirmation of each booking';
const broken = (text: string): Violation => ({ rule, text, story: [] });

/**
 * One confirmation of each booking, as docs/decisions/0002 promises it: a message whose fate SES let everybody know
 * went out exactly once and is noted; one whose fate is unknowable was tried once, and its record is parked.
 */
export const checkMail = ({
  families,
  created,
  stored,
  claims,
  messages,
  parked,
}: MailRound): Violation[] => {
  const emails = new Map<string, string>(families.map(({ profile }) => [profile.id, profile.email]));
  const emailOf = new Map<string, string | undefined>(
    created.map(({ id, parent_id }) => [id, emails.get(parent_id)]),
  );
  const sent = new Map(messages.map((message) => [message.id, message]));
  const claimed = new Set(claims.map(({ booking }) => booking));
  const noted = claims.flatMap(({ booking, messageId }) => (messageId ? [{ booking, messageId }] : []));
  const open = claims.filter(({ messageId }) => messageId === undefined);

  const wrongNotes = noted.filter(({ booking, messageId }) => {
    const message = sent.get(messageId);
    return !message?.isTaken || message.to !== emailOf.get(booking);
  });
  const notedIds = new Set(noted.map(({ messageId }) => messageId));
  const surplus = messages.filter(
    ({ id, isTaken, isUnknowable }) => isTaken && !isUnknowable && !notedIds.has(id),
  );
  const countBy = (list: readonly (string | undefined)[], email: string) =>
    list.filter((each) => each === email).length;
  const doubts = [...emails.values()].flatMap((email) => {
    const tried = countBy(
      messages.filter(({ isUnknowable }) => isUnknowable).map(({ to }) => to),
      email,
    );
    const held = countBy(
      open.map(({ booking }) => emailOf.get(booking)),
      email,
    );
    return tried === held ? [] : [broken(`${tried} messages in doubt, and ${held} claims that say so`)];
  });
  return [
    ...wrongNotes.map(({ booking }) => broken(`${booking} is noted as sent and was not`)),
    ...surplus.map(({ id }) => broken(`${id} went out besides those that are noted`)),
    ...doubts,
    ...[...stored].filter((id) => !claimed.has(id)).map((id) => broken(`${id} has no confirmation`)),
    // About a booking that was deleted meanwhile nobody needs to hear.
    ...open
      .filter(({ booking }) => stored.has(booking) && !parked.has(booking))
      .map(({ booking }) => broken(`nobody hears of the doubt about ${booking}`)),
  ];
};
