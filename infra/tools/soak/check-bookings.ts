import { holds, type Step, unchanged, when } from '#infra/testing/linearizability';
import type { SampleFamily } from '#infra/testing/samples/samples';
import { bookingSchema, type EndReason } from '#shared/booking/booking';
import { mergeEdit } from '#shared/contract/edits';
import type { Child } from '#shared/families/family';
import { profileRoutes } from '#shared/families/routes';
import { ledgerEntryKey } from '#shared/ledger/entry';
import { childNameKey } from '#shared/lib/fold-text';
import { type Violation, violationsOf } from './driver.ts';
import { explain, type Model } from './explain.ts';
import type { KnownHistory, MadeBooking } from './made-bookings.ts';
import {
  bookingsOf,
  brokenByMoney,
  brokenBySlot,
  type EntryEffect,
  effectOf,
  effectOfEntry,
  type StoredMoney,
  type StoredSlot,
} from './recount.ts';
import {
  classIn,
  codeOf,
  type EnteredClass,
  type Entry,
  linesOf,
  madeBy,
  type RequestOf,
} from './requests.ts';
import { placeOf } from './school.ts';
import { slotModel } from './slot-model.ts';

interface ClassState {
  readonly version: number;
  readonly entered: EnteredClass;
  readonly isDeleted: boolean;
}

const enteredText = ({ weekly_rate, time_slots }: EnteredClass): string => {
  const slots = time_slots.map(({ id, max_capacity }) => `${id} ${max_capacity}`);
  return `${weekly_rate}: ${slots.toSorted().join()}`;
};

const classText = ({ version, entered, isDeleted }: ClassState): string =>
  `version ${version} at ${enteredText(entered)}${isDeleted ? ', deleted' : ''}`;

const merged = ({ entered }: ClassState, { shown, wanted }: RequestOf<'edit'>) =>
  mergeEdit(entered, { ...wanted, shown });

/** Stores an edit: nothing, and the version stays, where all of it is stored already. */
const save =
  (request: RequestOf<'edit'>): Step<ClassState> =>
  (state) => {
    const edit = merged(state, request);
    if (state.isDeleted || edit.outcome !== 'merged') return [];
    const isSame = enteredText(edit.values) === enteredText(state.entered);
    return [{ ...state, entered: edit.values, version: state.version + (isSame ? 0 : 1) }];
  };

const classStep = (
  entry: Entry,
  isUnknown: boolean,
  { numberOf, school }: KnownHistory,
): Step<ClassState> => {
  const { request, answer, number } = entry;
  const code = codeOf(entry);
  if (code === 'busy' && !isUnknown) return unchanged;
  switch (request.kind) {
    case 'book': {
      if (isUnknown || placeOf(school, request.slot).cls !== school.main) return unchanged;
      const isNew = answer?.status === 201 && numberOf(bookingSchema.parse(answer.body).id) === number;
      if (!isNew && code !== 'priceChanged') return unchanged;
      return holds(({ entered }) => (entered.weekly_rate === request.weekly_rate) === isNew);
    }
    case 'edit': {
      if (isUnknown || answer?.status === 200) return save(request);
      const outcome = code === 'changedMeanwhile' ? 'changed-meanwhile' : 'merged';
      return holds((state) => !state.isDeleted && merged(state, request).outcome === outcome);
    }
    case 'read-class': {
      const cls = classIn(entry);
      if (isUnknown) return unchanged;
      if (!cls) return holds(({ isDeleted }) => isDeleted);
      return holds((state) => classText(state) === classText({ ...cls, entered: cls, isDeleted: false }));
    }
    case 'delete-class':
      return (state) =>
        when(isUnknown || answer?.status === 204 || state.isDeleted, { ...state, isDeleted: true });
    default:
      return unchanged;
  }
};

/** A class: nobody overwrites what was changed since it was shown. */
const classModel = (history: KnownHistory, initial: ClassState): Model<ClassState> => ({
  what: 'a class',
  initial,
  textOf: classText,
  stepsOf: (entry, isUnknown) => [classStep(entry, isUnknown, history)],
});

interface ChildState {
  readonly name: string;
  readonly contact: string | undefined;
}

const childText = ({ name, contact }: ChildState): string => `${name}, ${contact ?? 'nobody'}`;

const childState = ({ name, contacts }: Pick<Child, 'name' | 'contacts'>): ChildState => ({
  name: childNameKey(name),
  contact: contacts[0]?.name,
});

const shows = (child: Child | undefined): Step<ChildState> => {
  const shown = child && childText(childState(child));
  return holds((state) => childText(state) === shown);
};

/** A child of a family, as each of its adults reads and changes it. */
const childModel = (child: Child, stored: Child | undefined): Model<ChildState> => ({
  what: 'a child',
  initial: childState(child),
  textOf: childText,
  stepsOf: (entry, isUnknown) => {
    const { request, answer } = entry;
    if (!isUnknown && codeOf(entry) !== undefined) return [];
    if (request.kind === 'edit-child' && request.child === child.id)
      return [(state) => [{ ...state, name: childNameKey(request.name) }]];
    if (request.kind === 'edit-card' && request.child === child.id)
      return [(state) => [{ ...state, contact: request.contact }]];
    if (request.kind !== 'read-family' || request.parent !== child.parent_id || isUnknown) return [];
    const { children } = profileRoutes.getMyFamily.response.parse(answer?.body);
    return [shows(children.find(({ id }) => id === child.id))];
  },
  ...(stored && { stored: shows(stored) }),
});

/** What an ended booking is credited without a person's decision (END-05). */
const creditOf = (reason: EndReason, { amount, isLate }: MadeBooking): number => {
  if (reason === 'upgraded' || reason === 'trial-over') return 0;
  return isLate && (reason === 'cancelled' || reason === 'account-deleted') ? 0 : amount;
};

/** Whether a trial that ended is the one that a child may have in a class (TRI-05). */
const isTrialUsed = (reason: EndReason, { isLate }: MadeBooking): boolean =>
  isLate || ['moved', 'upgraded', 'trial-over'].includes(reason);

/** Compares the ledger of a family with what was asked: prices, credits, trials and entries. */
const brokenByAnswers = (
  { parent, ledger, ended, entries: stored }: StoredMoney,
  slots: readonly StoredSlot[],
  { entries, made, numberOf, school }: KnownHistory,
): Violation[] => {
  const live = bookingsOf(slots, parent);
  const bookings = [...live, ...ended];
  const known = bookings.flatMap((one) => made.get(numberOf(one.id)) ?? []);
  const used = [
    ...live.filter(({ is_trial }) => is_trial),
    ...ended.filter(({ id, is_trial, ended: { reason } }) => {
      const booking = made.get(numberOf(id));
      return is_trial && booking && isTrialUsed(reason, booking);
    }),
  ].flatMap(({ id }) => {
    const { child = '', slots: places = [] } = made.get(numberOf(id)) ?? {};
    return [...places].slice(0, 1).map((slot) => `${placeOf(school, slot).cls.id}#${child}`);
  });
  const trials = [...(ledger?.trials ?? [])].toSorted().join(' ');
  const wrongCredits = ended.filter(({ id, ended: { reason, credit } }) => {
    const booking = made.get(numberOf(id));
    return booking && creditOf(reason, booking) !== credit;
  });
  const wrongPrices = bookings.filter(({ id, amount }) => made.get(numberOf(id))?.amount !== amount);
  const booked = known.filter(({ number }) => entries[number - 1]?.request.kind === 'book').length;
  const { live_bookings_at_most: counted = 0 } = ledger ?? {};
  const kept = new Map<string, EntryEffect>(
    stored.map((entry) => [ledgerEntryKey(entry.cause), effectOfEntry(entry)]),
  );
  const missing = entries.filter(({ request, answer }) => {
    if (!answer || answer.status >= 300 || !('parent' in request) || request.parent !== parent) return false;
    if (request.kind === 'take-back') return !kept.has(`COUNTER#ATTEMPT#${request.attempt}`);
    if (request.kind !== 'record') return false;
    const [is, asked] = [kept.get(`ATTEMPT#${request.attempt}`), effectOf(request.entry, request.amount)];
    return is?.sum !== asked.sum || is.amount !== asked.amount;
  });
  const of = `of family ${parent}`;
  return violationsOf([
    [
      'a booking is charged as it was shown',
      wrongPrices.length === 0,
      `${wrongPrices.map(({ id }) => id)} ${of}`,
    ],
    [
      'an ending is credited as agreed',
      wrongCredits.length === 0,
      `${wrongCredits.map(({ id }) => id)} ${of}`,
    ],
    ['a child has one trial in a class', new Set(used).size === used.length, `${used} ${of}`],
    ['the trials of a ledger are those that count', trials === used.toSorted().join(' '), `${trials} ${of}`],
    ['the ledger counts the bookings made', counted === booked, `${counted} counted, ${booked} made ${of}`],
    ['a confirmed entry is stored', missing.length === 0, linesOf(missing).join('\n')],
  ]);
};

/** A booking has the present name of its child, unless the office gave it another one. */
const brokenNames = (
  slots: readonly StoredSlot[],
  children: readonly Child[],
  { entries, made, numberOf }: KnownHistory,
): Violation[] =>
  slots
    .flatMap(({ bookings }) => bookings)
    .flatMap(({ child_id, child_name }) => {
      const own = children.filter((child) => child.id === child_id).map(({ name }) => name);
      // A move or an upgrade takes the name along.
      const given = entries.flatMap(({ request }) =>
        request.kind === 'rename' && made.get(numberOf(request.booking))?.child === child_id
          ? [request.name]
          : [],
      );
      const isOwn = [...own, ...given].some((name) => childNameKey(name) === childNameKey(child_name));
      return isOwn
        ? []
        : [{ rule: 'a booking has the name of its child', text: `${child_name}, not ${own}` }];
    });

/** Refusals for which the run has no reason. */
const brokenRefusals = ({ entries, made, school }: KnownHistory): Violation[] => {
  const isDeleted = (parent: string) =>
    entries.some(({ request }) => request.kind === 'delete-account' && request.parent === parent);
  const hasTrial = ({ number }: Entry, slot: RequestOf<'book'>['slot'], child: string) =>
    [...made.values()].some(
      (other) =>
        other.number !== number &&
        other.isTrial &&
        other.child === child &&
        [...other.slots].some((one) => placeOf(school, one).cls === placeOf(school, slot).cls),
    );
  const hasReason = (entry: Entry): boolean => {
    const { request } = entry;
    switch (codeOf(entry)) {
      case 'profileNotFound':
      case 'parentNotFound':
      // The account of the holder is deleted with the family.
      case 'notAuthenticated':
        return !('parent' in request) || isDeleted(request.parent);
      case 'trialUsed':
      case 'trialHeld':
        if (request.kind === 'book') return hasTrial(entry, request.slot, request.child.id);
        return request.kind === 'move' && hasTrial(entry, request.to, request.child);
      case 'creditChanged':
        return false;
      case 'priceChanged':
        return request.kind === 'book';
      default:
        return true;
    }
  };
  return entries
    .filter((entry) => !hasReason(entry))
    .map((entry) => ({
      rule: 'a refusal has a reason',
      text: `${codeOf(entry)}`,
      history: linesOf([entry]),
    }));
};

/** Compares orders with bookings, live or ended: an order has at most one, and a confirmed booking is one of them. */
const brokenOrders = (
  slots: readonly StoredSlot[],
  accounts: readonly StoredMoney[],
  { entries, made, numberOf }: KnownHistory,
): Violation[] => {
  const kept = new Set(
    [...slots.flatMap(({ bookings }) => bookings), ...accounts.flatMap(({ ended }) => ended)].map(({ id }) =>
      numberOf(id),
    ),
  );
  const recorded = new Set<string>(
    accounts.flatMap((account) => account.entries.map(({ cause }) => ledgerEntryKey(cause))),
  );
  const attempts = entries.flatMap(({ request }) =>
    request.kind === 'record' && recorded.has(`ATTEMPT#${request.attempt}`)
      ? [[request.attempt, request.order] as const]
      : [],
  );
  const several = (rule: string, orders: readonly (number | undefined)[]): Violation[] =>
    [...Map.groupBy(orders, (order) => order)]
      .filter(([order, all]) => order === undefined || all.length > 1)
      .map(([order, all]) => ({
        rule,
        text: `order ${order} has ${all.length}`,
        history: linesOf(entries.filter(({ request }) => 'order' in request && request.order === order)),
      }));
  const lost = entries.filter((entry) => {
    const number = madeBy(entry, numberOf);
    return number !== undefined && !kept.has(number);
  });
  return [
    ...several(
      'one booking of one order',
      [...kept].map((number) => made.get(number)?.order),
    ),
    ...several('one entry of one order', [...new Map(attempts).values()]),
    ...lost.map((entry) => ({
      rule: 'a confirmed booking stays, or is in the history',
      text: `the booking of request ${entry.number} is gone`,
      history: linesOf([entry]),
    })),
  ];
};

/** What a run began with, and what is stored after it. */
interface FinishedRun {
  /** In the order of the school's slots. */
  readonly capacities: readonly number[];
  readonly cls: ClassState;
  readonly families: readonly SampleFamily[];
  /** The children of these as they are stored. */
  readonly children: readonly Child[];
  readonly slots: readonly StoredSlot[];
  readonly accounts: readonly StoredMoney[];
}

/**
 * Checks the answers of a run, and what is stored after it, by all rules about bookings and money.
 * @param end a time after all answers
 */
export const checkBookings = (
  history: KnownHistory,
  end: number,
  { capacities, cls, families, children, slots, accounts }: FinishedRun,
): Violation[] => {
  const { entries } = history;
  const ofSlot = ({ id }: StoredSlot) =>
    linesOf(entries.filter(({ request }) => !('slot' in request) || request.slot === id));
  return [
    ...slots.flatMap((slot, index) => [
      ...brokenBySlot(slot).map((broken) => ({ ...broken, history: ofSlot(slot) })),
      ...explain(slotModel(history, slot, capacities[index] ?? 0), entries, end),
    ]),
    ...accounts.flatMap((account) => [
      ...brokenByMoney(account, slots),
      ...brokenByAnswers(account, slots, history),
    ]),
    ...brokenOrders(slots, accounts, history),
    ...brokenNames(slots, children, history),
    ...brokenRefusals(history),
    ...families
      .flatMap((family) => family.children)
      .flatMap((child) => {
        const stored = children.find(({ id }) => id === child.id);
        return explain(childModel(child, stored), entries, end);
      }),
    ...explain(classModel(history, cls), entries, end),
  ];
};
