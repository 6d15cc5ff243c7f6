import type { StoredBooking } from '#functions/booking/bookings';
import { placeMark } from '#functions/ledger/ledger';
import { type LedgerEntry, ledgerEntryKey } from '#shared/ledger/entry';
import { sum } from '#shared/lib/money';
import { type EntryEffect, effectOf, type ShownLedger } from './family-state.ts';
import type { CausedEmail, FinalLedger, StoredLease, StoredSlot } from './final-state.ts';
import type { Message } from './mail-sink.ts';
import type { NumberOf, Violation } from './requests.ts';
import type { KnownHistory } from './slot-model.ts';

const liveOf = (slots: readonly StoredSlot[], parent: string): StoredBooking[] =>
  slots.flatMap(({ bookings }) => bookings).filter(({ parent_id }) => parent_id === parent);

/** The key of an entry in the model, which names bookings by their numbers. */
const keyOf = ({ cause }: LedgerEntry, numberOf: NumberOf): string => {
  if (cause.type === 'ending') return `ENDING#${numberOf(cause.booking_id)}`;
  return cause.type === 'counter' ? cause.entry.replace('ATTEMPT', 'COUNTER') : ledgerEntryKey(cause);
};

const effectOfEntry = (entry: LedgerEntry): EntryEffect =>
  entry.kind === 'counter' ? effectOf(entry.countered, -entry.amount) : effectOf(entry.kind, entry.amount);

/** What the table has of a family's ledger, as the model has it. */
export const ledgerOf = (
  { parent, ledger, ended, entries }: FinalLedger,
  slots: readonly StoredSlot[],
  numberOf: NumberOf,
): ShownLedger => ({
  charges: new Map([...liveOf(slots, parent), ...ended].map(({ id, amount }) => [numberOf(id), { amount }])),
  endings: new Map(ended.map((record) => [numberOf(record.id), record.ended])),
  entries: new Map(entries.map((entry) => [keyOf(entry, numberOf), effectOfEntry(entry)])),
  trials: ledger?.trials ?? new Set(),
});

/** The sums of a ledger: what the counters of its ledger are to be. */
const recount = ({ charges, endings, entries }: ShownLedger) => {
  const effects = [...entries.values()];
  const entered = (name: EntryEffect['sum']) =>
    sum(effects.filter((effect) => effect.sum === name).map(({ amount }) => amount));
  return {
    charged: sum([...charges.values()].map(({ amount }) => amount)),
    credited: sum([...endings.values()].map(({ credit }) => credit)) + entered('credited'),
    waived: entered('waived'),
    received: entered('received'),
  };
};

/**
 * Checks that each booking is live once or in the history once, that a deleted family has no live one, and that the
 * counters of each ledger equal a recount of bookings, history and entries.
 */
export const checkLedgers = (
  ledgers: readonly FinalLedger[],
  slots: readonly StoredSlot[],
  { entries: requests, numberOf }: KnownHistory,
): Violation[] => {
  const booked = new Set(
    requests.filter(({ request }) => request.kind === 'book').map(({ number }) => number),
  );
  return ledgers.flatMap((final) => {
    const { parent, isDeleted, ledger, ended } = final;
    const live = liveOf(slots, parent);
    const ids = [...live, ...ended].map(({ id }) => id);
    const doubled = ids.filter((id, index) => ids.indexOf(id) !== index);
    const {
      charged = 0,
      credited = 0,
      waived = 0,
      received = 0,
      live_bookings_at_most: counted = 0,
    } = ledger ?? {};
    const stored = JSON.stringify({ charged, credited, waived, received });
    const recounted = JSON.stringify(recount(ledgerOf(final, slots, numberOf)));
    const marks = JSON.stringify([...(ledger?.places ?? [])].toSorted());
    const bookings = ids.filter((id) => booked.has(numberOf(id))).length;
    const invariants: readonly { rule: string; holds: boolean; text: string }[] = [
      {
        rule: 'no booking of a deleted family',
        holds: !isDeleted || live.length === 0,
        text: live.map(({ id }) => id).join(', '),
      },
      {
        rule: 'each booking is live once, or in the history once',
        holds: doubled.length === 0,
        text: doubled.join(', '),
      },
      {
        rule: 'the ledger equals a recount',
        holds: stored === recounted,
        text: `${stored} counted, ${recounted} by bookings, history and entries`,
      },
      {
        rule: 'the ledger marks the places of the live bookings',
        holds: marks === JSON.stringify(live.map(placeMark).toSorted()),
        text: marks,
      },
      {
        rule: 'the ledger counts the bookings made',
        holds: counted === bookings,
        text: `${counted} counted, ${bookings} made`,
      },
    ];
    return invariants
      .filter(({ holds }) => !holds)
      .map(({ rule, text }) => ({ rule, text: `${text} (family ${parent})`, entries: [] }));
  });
};

/** The emails of a run. */
interface MailResult {
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
