import { firstUnexplained, holds, type Operation, type Step, when } from '#infra/testing/linearizability';
import type { SampleFamily } from '#infra/testing/samples/samples';
import { bookingSchema } from '#shared/booking/booking';
import { mergeEdit } from '#shared/contract/edits';
import type { Child } from '#shared/families/family';
import { profileRoutes } from '#shared/families/routes';
import { type LedgerEntry, ledgerEntryKey } from '#shared/ledger/entry';
import { childNameKey } from '#shared/lib/fold-text';
import type { ChildId } from '#shared/lib/ids';
import type { Violation } from './driver.ts';
import {
  type FamilyState,
  familyOperations,
  familyText,
  ledgerText,
  newFamily,
  type ShownLedger,
} from './family-model.ts';
import {
  bookingsOf,
  brokenByMoney,
  brokenBySlot,
  effectOfEntry,
  type StoredMoney,
  type StoredSlot,
} from './recount.ts';
import {
  classIn,
  codeOf,
  type EnteredClass,
  type Entry,
  hasUnknownOutcome,
  linesOf,
  madeBy,
  type NumberOf,
  type RequestOf,
} from './requests.ts';
import { placeOf } from './school.ts';
import { type KnownHistory, newSlotState, readTable, slotOperations, slotText } from './slot-model.ts';

/** Model of a class: nobody overwrites what was changed since it was shown. */
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

type ClassStep = Step<ClassState>;

const merged = ({ entered }: ClassState, { shown, wanted }: RequestOf<'edit'>) =>
  mergeEdit(entered, { ...wanted, shown });

/** Stores an edit: nothing, and the version stays, where all of it is stored already. */
const save =
  (request: RequestOf<'edit'>): ClassStep =>
  (state) => {
    const edit = merged(state, request);
    if (state.isDeleted || edit.outcome !== 'merged') return [];
    const isSame = enteredText(edit.values) === enteredText(state.entered);
    return [{ ...state, entered: edit.values, version: state.version + (isSame ? 0 : 1) }];
  };

const read = (entry: Entry): ClassStep => {
  const cls = classIn(entry);
  if (!cls) return holds((state) => state.isDeleted);
  return holds((state) => classText(state) === classText({ ...cls, entered: cls, isDeleted: false }));
};

const stepOf = (entry: Entry, numberOf: NumberOf): ClassStep | undefined => {
  const { request, answer } = entry;
  const code = codeOf(entry);
  if (code === 'busy') return undefined;
  switch (request.kind) {
    case 'book': {
      const isNew = answer?.status === 201 && numberOf(bookingSchema.parse(answer.body).id) === entry.number;
      if (isNew) return holds(({ entered }) => entered.weekly_rate === request.weekly_rate);
      if (code !== 'priceChanged') return undefined;
      return holds(({ entered }) => entered.weekly_rate !== request.weekly_rate);
    }
    case 'edit':
      if (answer?.status === 200) return save(request);
      return holds(
        (state) =>
          !state.isDeleted &&
          merged(state, request).outcome === (code === 'changedMeanwhile' ? 'changed-meanwhile' : 'merged'),
      );
    case 'read-class':
      return read(entry);
    case 'delete-class':
      return (state) => when(answer?.status === 204 || state.isDeleted, { ...state, isDeleted: true });
    default:
      return undefined;
  }
};

const possibleEffect = ({ request }: Entry): ClassStep | undefined => {
  switch (request.kind) {
    case 'edit':
      return save(request);
    case 'delete-class':
      return (state) => [{ ...state, isDeleted: true }];
    default:
      return undefined;
  }
};

/** The operations of a history on the item of the first class. */
const classOperations = ({
  entries,
  numberOf,
  school,
}: KnownHistory): (Operation<ClassState> & { readonly entry: Entry })[] =>
  entries
    .filter(({ request }) => request.kind !== 'book' || placeOf(school, request.slot).cls === school.main)
    .flatMap((entry) => {
      const isUnknown = hasUnknownOutcome(entry);
      const after = isUnknown ? possibleEffect(entry) : stepOf(entry, numberOf);
      return after
        ? [{ entry, invoked: entry.invoked, returned: isUnknown ? undefined : entry.returned, after }]
        : [];
    });

/** Model of a child of a family, as each of its adults reads and changes it. */
interface ChildState {
  readonly name: string;
  readonly contact: string | undefined;
}

const childText = ({ name, contact }: ChildState): string => `${name}, ${contact ?? 'nobody'}`;

const childState = ({ name, contacts }: Pick<Child, 'name' | 'contacts'>): ChildState => ({
  name: childNameKey(name),
  contact: contacts[0]?.name,
});

const shows = (child: Pick<Child, 'name' | 'contacts'> | undefined): Step<ChildState> => {
  const shown = child && childText(childState(child));
  return holds((state) => childText(state) === shown);
};

/** What a request does to a child, or what its answer shows of it; undefined where nothing. */
const childStep = (entry: Entry, child: ChildId): Step<ChildState> | undefined => {
  const { request, answer } = entry;
  const isUnknown = hasUnknownOutcome(entry);
  if (!isUnknown && codeOf(entry) !== undefined) return undefined;
  if (request.kind === 'edit-child' && request.child === child)
    return (state) => [{ ...state, name: childNameKey(request.name) }];
  if (request.kind === 'edit-card' && request.child === child)
    return (state) => [{ ...state, contact: request.contact }];
  if (request.kind !== 'read-family' || isUnknown) return undefined;
  const { children } = profileRoutes.getMyFamily.response.parse(answer?.body);
  return shows(children.find(({ id }) => id === child));
};

const childOperations = ({ entries }: KnownHistory, { id, parent_id }: Child) =>
  entries
    .filter(({ request }) => 'parent' in request && request.parent === parent_id)
    .flatMap((entry): RecordedOperation<ChildState>[] => {
      const after = childStep(entry, id);
      const { invoked, returned } = entry;
      return after
        ? [{ entry, invoked, returned: hasUnknownOutcome(entry) ? undefined : returned, after }]
        : [];
    });

/** The key of an entry in the model, which names bookings by their numbers. */
const keyOf = ({ cause }: LedgerEntry, numberOf: NumberOf): string => {
  if (cause.type === 'ending') return `ENDING#${numberOf(cause.booking_id)}`;
  return cause.type === 'counter' ? cause.entry.replace('ATTEMPT', 'COUNTER') : ledgerEntryKey(cause);
};

/** What the table has of a family's ledger, as the model has it. */
const ledgerOf = (
  { parent, ledger, ended, entries }: StoredMoney,
  slots: readonly StoredSlot[],
  numberOf: NumberOf,
): ShownLedger => ({
  charges: new Map(
    [...bookingsOf(slots, parent), ...ended].map(({ id, amount }) => [numberOf(id), { amount }]),
  ),
  endings: new Map(ended.map((record) => [numberOf(record.id), record.ended])),
  entries: new Map(entries.map((entry) => [keyOf(entry, numberOf), effectOfEntry(entry)])),
  trials: ledger?.trials ?? new Set(),
});

/** The bookings that a ledger counts are those that requests made, not those that moves and kept trials did. */
const checkCounts = (
  account: StoredMoney,
  slots: readonly StoredSlot[],
  { entries, numberOf }: KnownHistory,
) => {
  const booked = new Set(
    entries.filter(({ request }) => request.kind === 'book').map(({ number }) => number),
  );
  const bookings = [...bookingsOf(slots, account.parent), ...account.ended];
  const made = bookings.filter(({ id }) => booked.has(numberOf(id))).length;
  const { live_bookings_at_most: counted = 0 } = account.ledger ?? {};
  if (counted === made) return [];
  const text = `${counted} counted, ${made} made (family ${account.parent})`;
  return [{ rule: 'the ledger counts the bookings made', text }];
};

/** Compares orders with bookings, live or ended: an order has at most one, and a confirmed booking is one of them. */
const checkOrders = (
  slots: readonly StoredSlot[],
  accounts: readonly StoredMoney[],
  { entries, made, numberOf }: KnownHistory,
): Violation[] => {
  const kept = new Set([
    ...slots.flatMap(({ bookings }) => bookings.map(({ id }) => numberOf(id))),
    ...accounts.flatMap(({ ended }) => ended.map(({ id }) => numberOf(id))),
  ]);
  const byOrder = Map.groupBy(kept, (number) => made.get(number)?.order);
  const doubled = [...byOrder].filter(([order, numbers]) => order === undefined || numbers.length > 1);
  const recorded = new Set<string>(
    accounts.flatMap(({ entries: stored }) => stored.map(({ cause }) => ledgerEntryKey(cause))),
  );
  const isRecorded = (attempt: string): boolean => recorded.has(`ATTEMPT#${attempt}`);
  const enteredBy = Map.groupBy(
    entries.flatMap(({ request }) => (request.kind === 'record' ? [request] : [])),
    ({ order }) => order,
  );
  const enteredTwice = [...enteredBy].filter(
    ([, requests]) => new Set(requests.map(({ attempt }) => attempt).filter(isRecorded)).size > 1,
  );
  const lost = entries.filter((entry) => {
    const number = madeBy(entry, numberOf);
    return number !== undefined && !kept.has(number);
  });
  return [
    ...doubled.map(([order, numbers]) => ({
      rule: 'one booking of one order',
      text: `order ${order} has ${numbers.length}`,
      history: linesOf(entries.filter(({ request }) => 'order' in request && request.order === order)),
    })),
    ...enteredTwice.map(([order]) => ({
      rule: 'one entry of one order',
      text: `order ${order} has more`,
      history: linesOf(entries.filter(({ request }) => 'order' in request && request.order === order)),
    })),
    ...lost.map((entry) => ({
      rule: 'a confirmed booking stays, or is in the history',
      text: `the booking of request ${entry.number} is gone`,
      history: linesOf([entry]),
    })),
  ];
};

export type RecordedOperation<State> = Operation<State> & { readonly entry?: Entry };

export const checkLinearizable = <State>(
  what: string,
  initial: State,
  operations: readonly RecordedOperation<State>[],
  textOf: (state: State) => string,
): Violation[] => {
  const moment = firstUnexplained(initial, operations, textOf);
  if (moment === undefined) return [];
  const entries = operations.flatMap(({ entry, invoked }) => (entry && invoked <= moment ? [entry] : []));
  const last = operations.find(({ returned }) => returned === moment)?.entry;
  const text = last
    ? `no order of operations explains the answer to request ${last.number}`
    : 'no order of operations leads to the content of the table';
  return [{ rule: `${what} is linearizable`, text, history: linesOf(entries) }];
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
  const names = new Map(
    families.flatMap(({ children }) => children.map(({ id, name }) => [id, childNameKey(name)] as const)),
  );
  const last = { invoked: end, returned: end };
  return [
    ...slots.flatMap((slot) =>
      brokenBySlot(slot).map((broken) => ({
        ...broken,
        history: linesOf(
          history.entries.filter(({ request }) => !('slot' in request) || request.slot === slot.id),
        ),
      })),
    ),
    ...accounts.flatMap((account) => [
      ...brokenByMoney(account, slots),
      ...checkCounts(account, slots, history),
    ]),
    ...checkOrders(slots, accounts, history),
    ...slots.flatMap((slot, index) =>
      checkLinearizable(
        'a slot',
        newSlotState(capacities[index] ?? 0, names),
        [...slotOperations(history, slot.id), { ...last, after: readTable(slot, history) }],
        slotText,
      ),
    ),
    ...accounts.flatMap((account) => {
      const stored = ledgerText(ledgerOf(account, slots, history.numberOf));
      const showsLedger = (state: FamilyState) => when(ledgerText(state) === stored, state);
      return checkLinearizable(
        'an account',
        newFamily,
        [...familyOperations(history, account.parent), { ...last, after: showsLedger }],
        familyText,
      );
    }),
    ...families
      .flatMap((family) => family.children)
      .flatMap((child) => {
        const stored = children.find(({ id }) => id === child.id);
        const operations = childOperations(history, child);
        return checkLinearizable(
          'a child',
          childState(child),
          stored ? [...operations, { ...last, after: shows(stored) }] : operations,
          childText,
        );
      }),
    ...checkLinearizable('a class', cls, classOperations(history), classText),
  ];
};
