import type { StoredBooking } from '#functions/data/bookings/bookings';
import type { Family } from '#shared/schemas/profile';
import type { Violation } from './check-bookings.ts';
import type { StoredLease } from './final-state.ts';
import type { Message } from './mail-sink.ts';

/** The confirmations of a run. */
export interface MailResult {
  readonly families: readonly Family[];
  /** Every booking that the stream had a record of, each once. */
  readonly created: readonly StoredBooking[];
  /** Ids of the bookings that the table holds after the run. */
  readonly stored: ReadonlySet<string>;
  readonly leases: readonly StoredLease[];
  readonly messages: readonly Message[];
  /** Ids of bookings whose stream record was parked for an operator. */
  readonly parked: ReadonlySet<string>;
}

const rule = 'one confirmation of each booking';
const violation = (text: string): Violation => ({ rule, text, entries: [] });

/**
 * Checks that each booking has one confirmation, as docs/decisions/0002 defines it. If SES answered, exactly one message
 * was sent and recorded. If the outcome is unknown, sending was tried once and the record is parked.
 */
export const checkMail = ({
  families,
  created,
  stored,
  leases,
  messages,
  parked,
}: MailResult): Violation[] => {
  const emails = new Map<string, string>(families.map(({ profile }) => [profile.id, profile.email]));
  const emailOf = new Map<string, string | undefined>(
    created.map(({ id, parent_id }) => [id, emails.get(parent_id)]),
  );
  const sent = new Map(messages.map((message) => [message.id, message]));
  const leased = new Set(leases.map(({ booking }) => booking));
  const recorded = leases.flatMap(({ booking, messageId }) => (messageId ? [{ booking, messageId }] : []));
  const open = leases.filter(({ messageId }) => messageId === undefined);

  const wrongRecords = recorded.filter(({ booking, messageId }) => {
    const message = sent.get(messageId);
    return !message?.isAccepted || message.to !== emailOf.get(booking);
  });
  const recordedIds = new Set(recorded.map(({ messageId }) => messageId));
  const surplus = messages.filter(
    ({ id, isAccepted, isOutcomeUnknown }) => isAccepted && !isOutcomeUnknown && !recordedIds.has(id),
  );
  const countBy = (list: readonly (string | undefined)[], email: string) =>
    list.filter((each) => each === email).length;
  const unknowns = [...emails.values()].flatMap((email) => {
    const tried = countBy(
      messages.filter(({ isOutcomeUnknown }) => isOutcomeUnknown).map(({ to }) => to),
      email,
    );
    const held = countBy(
      open.map(({ booking }) => emailOf.get(booking)),
      email,
    );
    return tried === held
      ? []
      : [violation(`${tried} messages with an unknown outcome, but ${held} open leases`)];
  });
  return [
    ...wrongRecords.map(({ booking }) => violation(`${booking} is recorded as sent and was not`)),
    ...surplus.map(({ id }) => violation(`${id} was sent and is not recorded`)),
    ...unknowns,
    ...[...stored].filter((id) => !leased.has(id)).map((id) => violation(`${id} has no confirmation`)),
    // A booking that was deleted in the meantime needs no operator.
    ...open
      .filter(({ booking }) => stored.has(booking) && !parked.has(booking))
      .map(({ booking }) => violation(`${booking} has an unknown outcome and is not parked`)),
  ];
};
