import {
  type CardFact,
  type DisputeFact,
  disputeStep,
  type PaidWithFact,
  type PaymentFact,
  paymentStep,
  type RefundFact,
  refundStep,
} from '#shared/cards/events';
import type { AsideReason, CardTask } from '#shared/cards/office';
import {
  counteredKeySchema,
  type LedgerEntry,
  type LedgerEntryCause,
  ledgerEntryKey,
  type ProviderId,
} from '#shared/ledger/entry';
import { toCalendarDate } from '#shared/lib/business-time';
import { cardPaymentIdSchema } from '#shared/lib/ids';
import { type Cents, centsSchema, type Instant, instantOf } from '#shared/lib/values';
import { notJoinedCheck } from '../accounts/joined-families.ts';
import { entryNotePut, entryWrites } from '../ledger/entries.ts';
import { ledgerIsOpen } from '../ledger/ledger.ts';
import { ContentionError, retryRefused } from '../lib/contention.ts';
import type { TimedDeps } from '../lib/deps.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import { sendTransaction } from '../lib/dynamo/writes.ts';
import { cardEventAside, log } from '../lib/log.ts';
import {
  type AskedCardPayment,
  askedStateUpdate,
  getAskedPayment,
  plannedBooking,
} from './asked-payments.ts';
import { failedDebitPut, settledPaymentPut } from './card-mails.ts';
import { cardTaskDelete, cardTaskPut } from './connection.ts';
import {
  askSettledUpdate,
  type CardIntent,
  type CardMove,
  cardMovePut,
  followFamilyJoin,
  noneWaitsSince,
  type RecordedCardPayment,
  readCardIntent,
  recordedPaymentPut,
  recordedPaymentUpdate,
  waitingMoveWrites,
} from './recorded-payments.ts';

/** What a fact changed. */
export type FactOutcome = 'stored' | 'nothing' | 'aside';

const unknownIntent: CardIntent = { payment: undefined, moves: [], asks: [], waiting: 0 };

const causeOf = (id: ProviderId): Extract<LedgerEntryCause, { type: 'card' }> => ({ type: 'card', id });

/** The counter-entry of a payment or a refund whose money did not move. */
const counterOf = (
  countered: 'payment' | 'refund',
  id: ProviderId,
  money: Pick<LedgerEntry, 'amount' | 'day' | 'recorded_at'>,
): LedgerEntry => ({
  kind: 'counter',
  countered,
  ...money,
  made_by: null,
  cause: { type: 'counter', entry: counteredKeySchema.parse(ledgerEntryKey(causeOf(id))) },
});

/** What each entry says of its money. The day is the one on which the money moved at Stripe. */
const moneyOf = ({ clock, timeZone }: TimedDeps, amount: Cents, at: Instant) => ({
  amount,
  day: toCalendarDate(new Date(at), timeZone),
  recorded_at: instantOf(clock()),
  made_by: null,
});

/** Whose payment it is, and by which ids it is stored. */
type PaymentOfFamily = Pick<AskedCardPayment, 'id' | 'family_id'> & {
  readonly intent: ProviderId | undefined;
};

const recordedAs = ({ payment_id: id, family_id, intent }: RecordedCardPayment): PaymentOfFamily => ({
  ...{ id, family_id, intent },
});

/**
 * Puts what cannot be recorded before the office (CRD-02): an alarm counts the line. The same fact is one task.
 * @returns undefined where the payment or its family changed since it was read
 */
const setAside = async (
  { table }: TimedDeps,
  fact: Exclude<CardFact, PaidWithFact>,
  why: AsideReason,
  { of, further = [] }: { readonly of: PaymentOfFamily | undefined; readonly further?: readonly Write[] },
): Promise<FactOutcome | undefined> => {
  const id = fact.fact === 'payment' ? (fact.intent ?? fact.reference) : fact.id;
  // The office cannot open a family that is gone.
  const family_id = (why !== 'gone' && of?.family_id) || null;
  const task: CardTask = {
    ...{ kind: 'aside', id, why, intent: fact.intent, family_id, at: fact.at },
    amount: centsSchema.parse(Math.max(0, fact.amount)),
  };
  const { outcome } = await sendTransaction(table, [
    cardTaskPut(table, task),
    ...(of ? [notJoinedCheck(table, of.family_id)] : []),
    ...further,
  ]);
  if (outcome === 'busy') throw new ContentionError('Contention on a task of card payments persisted');
  if (outcome === 'refused') {
    if (of) await followFamilyJoin(table, of.family_id, of);
    return undefined;
  }
  log.warn(cardEventAside, { why, fact: fact.fact, id });
  return 'aside';
};

/**
 * The ledger refuses an entry where the family is gone, and where there is one for the cause; all other writes where something was
 * changed since it was read.
 */
interface EntryAttempt {
  readonly writes: readonly Write[];
  /**
   * The places among the writes of the entry, and of what is refused where the family is gone; undefined where no entry is
   * recorded.
   */
  readonly entry?: readonly [entry: number, ...family: number[]];
}

const send = async (
  { table }: TimedDeps,
  { writes, entry }: EntryAttempt,
): Promise<'stored' | 'exists' | 'gone' | undefined> => {
  const result = await sendTransaction(table, writes);
  if (result.outcome === 'busy') throw new ContentionError('Contention on a card payment persisted');
  if (result.outcome === 'done') return 'stored';
  const [put, ...family] = entry ?? [-1];
  if (result.refusals[put]) return 'exists';
  return family.some((place) => result.refusals[place]) ? 'gone' : undefined;
};

/** The entry of a payment: repeated, it is the same one but for the moment of recording. */
const paymentEntry = (
  deps: TimedDeps,
  { amount, booking_id, class: cls }: AskedCardPayment,
  intent: ProviderId,
  at: Instant,
) =>
  ({
    ...{ kind: 'payment', method: 'card', booking_id, class: cls, cause: causeOf(intent) },
    ...moneyOf(deps, amount, at),
  }) as const satisfies LedgerEntry;

const recordPayment = (
  deps: TimedDeps,
  asked: AskedCardPayment,
  known: CardIntent,
  fact: PaymentFact & { readonly intent: ProviderId },
): EntryAttempt => {
  const { table } = deps;
  const { family_id, open_since } = asked;
  const state = fact.state === 'paid' ? 'paid' : 'processing';
  const entry = paymentEntry(deps, asked, fact.intent, fact.at);
  const recorded = { receipt: state === 'paid', openSince: open_since.paid };
  return {
    entry: [0, 1],
    writes: [
      ...entryWrites(table, family_id, entry, plannedBooking(asked), recorded),
      askedStateUpdate(table, asked, state),
      recordedPaymentPut(table, asked, {
        ...{ intent: fact.intent, state, at: instantOf(deps.clock()) },
        now: deps.clock(),
      }),
      noneWaitsSince(table, fact.intent, known),
      ...(asked.state === 'aside' ? [cardTaskDelete(table, { kind: 'aside', id: fact.intent })] : []),
    ],
  };
};

/** The money of a debit has come. The receipt waited for that. */
const settlePayment = (
  deps: TimedDeps,
  asked: AskedCardPayment,
  payment: RecordedCardPayment,
  fact: PaymentFact,
): EntryAttempt => {
  const { table, clock } = deps;
  const entry = paymentEntry(deps, asked, payment.intent, fact.at);
  return {
    writes: [
      askedStateUpdate(table, asked, 'paid'),
      recordedPaymentUpdate(table, payment, { state: 'paid' }),
      settledPaymentPut(table, payment.family_id, entry, clock()),
    ],
  };
};

/** A debit whose money does not come: its entry is taken back, and family and office are told (CRD-03). */
const takePaymentBack = (
  deps: TimedDeps,
  asked: AskedCardPayment,
  payment: RecordedCardPayment,
  fact: PaymentFact,
): EntryAttempt => {
  const { table, clock } = deps;
  const { intent, family_id, amount, open_since } = payment;
  const counter = counterOf('payment', intent, moneyOf(deps, amount, fact.at));
  const task: CardTask = { kind: 'failed', id: intent, intent, family_id, amount, at: fact.at };
  return {
    entry: [0, 1],
    writes: [
      ...entryWrites(table, family_id, counter, plannedBooking(payment), {
        receipt: false,
        openSince: open_since.unpaid,
      }),
      entryNotePut(table, family_id, ledgerEntryKey(counter.cause), 'The bank did not carry it out'),
      askedStateUpdate(table, asked, 'failed'),
      recordedPaymentUpdate(table, payment, { state: 'failed' }),
      cardTaskPut(table, task),
      failedDebitPut(table, { family_id, intent, amount }, clock()),
    ],
  };
};

interface PaymentOutcome {
  readonly outcome: FactOutcome;
  /** What was stored of the payment before: what waits there is applied afterwards. */
  readonly known: CardIntent;
}

const tryPayment = async (deps: TimedDeps, fact: PaymentFact): Promise<PaymentOutcome | undefined> => {
  const { table } = deps;
  const [asked, known] = await Promise.all([
    getAskedPayment(table, cardPaymentIdSchema.parse(fact.reference)),
    fact.intent ? readCardIntent(table, fact.intent) : unknownIntent,
  ]);
  const todo = paymentStep(asked, fact);
  const aside = async (why: AsideReason) => {
    const of = known.payment ? recordedAs(known.payment) : asked && { ...asked, intent: undefined };
    const further = asked?.state === 'asked' ? [askedStateUpdate(table, asked, 'aside')] : [];
    const outcome = await setAside(deps, fact, why, { of, further });
    return outcome && { outcome, known };
  };
  if (todo.step === 'aside') return aside(todo.why);
  if (todo.step === 'nothing' || !asked) return { outcome: 'nothing', known };
  const attempt = (): EntryAttempt | undefined => {
    if (todo.step === 'note')
      return {
        writes: [askedStateUpdate(table, asked, todo.state)],
      };
    const { intent } = fact;
    const { payment } = known;
    if (todo.step === 'record')
      return intent ? recordPayment(deps, asked, known, { ...fact, intent }) : undefined;
    if (!payment) return undefined;
    return todo.step === 'settle'
      ? settlePayment(deps, asked, payment, fact)
      : takePaymentBack(deps, asked, payment, fact);
  };
  const made = attempt();
  if (!made) return aside('contradiction');
  const outcome = await send(deps, made);
  if (outcome === 'gone') return aside('gone');
  // What was recorded at the same moment may say less than this fact: a debit that has begun.
  return outcome === 'stored' ? { outcome, known } : undefined;
};

type MoveFact = RefundFact | DisputeFact;

/** What a refund or a dispute changes of its payment, its ledger and the list of the office. */
const movePlan = (
  deps: TimedDeps,
  fact: MoveFact,
  payment: RecordedCardPayment,
  { known, asks }: { readonly known: CardMove | undefined; readonly asks: CardIntent['asks'] },
): (EntryAttempt & { readonly refunding: number }) | undefined => {
  const { table } = deps;
  const { family_id } = payment;
  // A move that waited for its payment has changed nothing yet.
  const before = known?.waits ? undefined : known?.state;
  const money = moneyOf(deps, fact.amount, fact.at);
  const entry: LedgerEntry = { kind: 'refund', method: 'card', cause: causeOf(fact.id), ...money };
  /** The ledger takes a refund also while its family is being deleted, but not while it is joined: the sum would be left. */
  const recording = (recorded: LedgerEntry, refunding: number, further: readonly Write[]) => ({
    entry: [0, 1, 2] as const,
    refunding,
    writes: [
      ...entryWrites(table, family_id, recorded, undefined),
      notJoinedCheck(table, family_id),
      ...further,
    ],
  });
  if (fact.fact === 'refund') {
    const step = refundStep(before, fact);
    const ask = asks.find((one) => one.ask === fact.ask);
    // What the office asked for is counted since it asked.
    const counted = ask ? 0 : fact.amount;
    const settled = ask ? [askSettledUpdate(table, { ...fact, ask: ask.ask })] : [];
    if (step === 'nothing') return undefined;
    if (step === 'record') {
      const note = ask?.note;
      return recording(entry, counted, [
        ...(note ? [entryNotePut(table, family_id, ledgerEntryKey(causeOf(fact.id)), note)] : []),
        ...settled,
      ]);
    }
    const { intent, amount, at } = fact;
    const task = cardTaskPut(table, { kind: 'failed', id: fact.id, intent, family_id, amount, at });
    // Only what the office asked for is missed by somebody.
    if (step === 'note') return { refunding: counted - amount, writes: ask ? [...settled, task] : [] };
    return recording(counterOf('refund', fact.id, money), -amount, [task]);
  }
  const step = disputeStep(before, fact);
  const { id, intent, amount, at, due_by } = fact;
  const counted = before === 'open' ? 0 : amount;
  if (step === 'nothing') return undefined;
  // Events come in any order: an older deadline does not replace a newer one.
  if (step === 'renew' && known && known.at >= at) return undefined;
  if (step === 'open' || step === 'renew')
    return {
      refunding: counted,
      writes: [cardTaskPut(table, { kind: 'dispute', id, intent, family_id, amount, at, due_by })],
    };
  const closed = cardTaskDelete(table, { kind: 'dispute', id });
  if (step === 'close') return { refunding: counted - amount, writes: [closed] };
  const note = entryNotePut(table, family_id, ledgerEntryKey(causeOf(id)), 'Dispute lost');
  return recording(entry, counted, [note, closed]);
};

const isKnown = (known: CardMove | undefined, { state }: MoveFact): boolean => known?.state === state;

const tryMove = async (deps: TimedDeps, fact: MoveFact): Promise<FactOutcome | undefined> => {
  const { table, clock } = deps;
  const { payment, moves, asks } = await readCardIntent(table, fact.intent);
  const known = moves.find(({ id }) => id === fact.id);
  if (!payment) {
    // Not known yet, or of another shop: it waits, without an entry.
    const isOld = known && known.state !== 'made' && known.state !== 'open';
    if (isKnown(known, fact) || isOld) return 'nothing';
    const stored = await send(deps, { writes: waitingMoveWrites(table, fact, known, clock()) });
    return stored === 'stored' ? stored : undefined;
  }
  if (fact.currency !== payment.currency)
    return setAside(deps, fact, 'currency', { of: recordedAs(payment) });
  const plan = movePlan(deps, fact, payment, { known, asks });
  if (!plan) return 'nothing';
  const outcome = await send(deps, {
    ...(plan.entry && { entry: plan.entry }),
    writes: [
      ...plan.writes,
      cardMovePut(table, fact, { known, waits: false, now: clock() }),
      recordedPaymentUpdate(table, payment, { refunding: plan.refunding }),
    ],
  });
  if (outcome === 'gone') return setAside(deps, fact, 'gone', { of: recordedAs(payment) });
  return outcome === 'exists' ? 'nothing' : outcome;
};

/** Notes with the entry of a payment with what it was paid, whichever of both comes first. */
const tryPaidWith = async (
  { table }: TimedDeps,
  { reference, family, intent, text }: PaidWithFact,
): Promise<FactOutcome | undefined> => {
  const asked = await getAskedPayment(table, cardPaymentIdSchema.parse(reference));
  if (!asked || asked.asked_for !== family) return 'nothing';
  const { outcome } = await sendTransaction(table, [
    entryNotePut(table, asked.family_id, ledgerEntryKey(causeOf(intent)), text),
    ledgerIsOpen(table, asked.family_id),
  ]);
  if (outcome === 'busy') throw new ContentionError('Contention on the note of a card payment persisted');
  if (outcome === 'done') return 'stored';
  return (await followFamilyJoin(table, asked.family_id, { ...asked, intent })) ? undefined : 'nothing';
};

const toFact = ({ what, waits: _, ...move }: CardMove, intent: ProviderId): MoveFact =>
  // A stored move has all fields of its fact.
  ({ fact: what, intent, ...move }) as MoveFact;

/**
 * Records what the provider says, once, however often and in whatever order it says it (CRD-02). A payment is one round trip of
 * reads and one transaction; what came before its payment follows by itself.
 * @throws ContentionError where nothing was stored: whoever said it says it again
 */
export const applyFact = async (deps: TimedDeps, fact: CardFact): Promise<FactOutcome> => {
  if (fact.fact === 'paid-with') return retryRefused(() => tryPaidWith(deps, fact));
  if (fact.fact !== 'payment') return retryRefused(() => tryMove(deps, fact));
  const { outcome, known } = await retryRefused(() => tryPayment(deps, fact));
  const { intent } = fact;
  if (intent && outcome !== 'aside')
    for (const move of known.moves.filter(({ waits }) => waits)) await applyFact(deps, toFact(move, intent));
  return outcome;
};
