import type { CausedEmail } from './caused-emails.ts';
import type { StoredLease } from './final-state.ts';
import type { Message } from './mail-sink.ts';
import type { Violation } from './violation.ts';

/** The emails of a run. */
export interface MailResult {
  /** The addresses of the families, by their ids. */
  readonly addresses: ReadonlyMap<string, string>;
  /** Every email that records of the stream cause, each once. */
  readonly caused: readonly CausedEmail[];
  /** Whether an email must have been sent: no later change has made it needless. */
  readonly isDue: (email: CausedEmail) => boolean;
  readonly leases: readonly StoredLease[];
  readonly messages: readonly Message[];
  /** Keys of the emails whose stream record was parked for an operator. */
  readonly parked: ReadonlySet<string>;
}

const rule = 'one email of each kind about each subject';
const violation = (text: string): Violation => ({ rule, text, entries: [] });

/**
 * Checks that each booking has one confirmation, and each move, each ending and each payment one email, as
 * docs/decisions/0002 defines it. If SES answered, exactly one message was sent and recorded. If the outcome is unknown,
 * sending was tried once and the record is parked.
 */
export const checkMail = ({
  addresses,
  caused,
  isDue,
  leases,
  messages,
  parked,
}: MailResult): Violation[] => {
  const emailOf = new Map(caused.map(({ key, parent }) => [key, addresses.get(parent)]));
  const sent = new Map(messages.map((message) => [message.id, message]));
  const leased = new Set(leases.map(({ email }) => email));
  const recorded = leases.flatMap(({ email, messageId }) => (messageId ? [{ email, messageId }] : []));
  const open = leases.filter(({ messageId }) => messageId === undefined);

  const wrongRecords = recorded.filter(({ email, messageId }) => {
    const message = sent.get(messageId);
    return !message?.isAccepted || message.to !== emailOf.get(email);
  });
  const recordedIds = new Set(recorded.map(({ messageId }) => messageId));
  const surplus = messages.filter(
    ({ id, isAccepted, isOutcomeUnknown }) => isAccepted && !isOutcomeUnknown && !recordedIds.has(id),
  );
  const countBy = (list: readonly (string | undefined)[], address: string) =>
    list.filter((each) => each === address).length;
  const unknowns = [...addresses.values()].flatMap((address) => {
    const tried = countBy(
      messages.filter(({ isOutcomeUnknown }) => isOutcomeUnknown).map(({ to }) => to),
      address,
    );
    const held = countBy(
      open.map(({ email }) => emailOf.get(email)),
      address,
    );
    return tried === held
      ? []
      : [violation(`${tried} messages with an unknown outcome, but ${held} open leases`)];
  });
  const due = caused.filter(isDue).map(({ key }) => key);
  return [
    ...wrongRecords.map(({ email }) => violation(`${email} is recorded as sent and was not`)),
    ...surplus.map(({ id }) => violation(`${id} was sent and is not recorded`)),
    ...unknowns,
    // A record can cause two emails. If it is parked because of one of them, the other one must have been tried too.
    ...due.filter((key) => !leased.has(key)).map((key) => violation(`${key} was not sent`)),
    // An email that became needless in the meantime needs no operator.
    ...open
      .filter(({ email }) => due.includes(email) && !parked.has(email))
      .map(({ email }) => violation(`${email} has an unknown outcome and is not parked`)),
  ];
};
