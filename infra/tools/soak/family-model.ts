import {
  holds,
  impossible,
  type Operation,
  type Step,
  unchanged,
  when,
} from '#infra/testing/linearizability';
import { endedBookingSchema } from '#shared/booking/booking';
import type { FamilyId } from '#shared/lib/ids';
import type { MadeBooking } from './made-bookings.ts';
import { type EntryEffect, effectOf } from './recount.ts';
import { codeOf, type Entry, hasUnknownOutcome, madeBy, type RequestOf } from './requests.ts';
import { isLate, isWithinClass, placeOf } from './school.ts';
import type { KnownHistory } from './slot-model.ts';

/** What a booking is charged, by whom it was ordered, and which trial it is. */
interface ModelCharge {
  readonly order: number;
  readonly amount: number;
  /** The child and the class, of a trial. */
  readonly trial: string | undefined;
}

interface Credits {
  readonly credit: number;
  /** After a late cancellation: what an administrator may credit. */
  readonly suggested: number;
}

/** Model of a family's account: all bookings it ever made, their ends, and its entries. */
export interface FamilyState {
  /** Its account is being deleted: nothing is charged or recorded any more. */
  readonly isClosing: boolean;
  /** By the number of the request that made the booking. */
  readonly charges: ReadonlyMap<number, ModelCharge>;
  /** The end of a booking, by the booking's number. */
  readonly endings: ReadonlyMap<number, Credits>;
  readonly entries: ReadonlyMap<string, EntryEffect>;
  /** Late cancellations that were decided, by the booking's number. */
  readonly decided: ReadonlySet<number>;
  /** The trials that count as those that children may have in a class. */
  readonly trials: ReadonlySet<string>;
  /** Orders that never book again. */
  readonly endedOrders: ReadonlySet<number>;
}

export const newFamily: FamilyState = {
  isClosing: false,
  charges: new Map(),
  endings: new Map(),
  entries: new Map(),
  decided: new Set(),
  trials: new Set(),
  endedOrders: new Set(),
};

type FamilyStep = Step<FamilyState>;

const listed = (parts: Iterable<string | number>): string => [...parts].map(String).toSorted().join(' ');

/** The part of a state that the table shows. */
export interface ShownLedger {
  readonly charges: ReadonlyMap<number, { readonly amount: number }>;
  readonly endings: ReadonlyMap<number, { readonly credit: number }>;
  readonly entries: ReadonlyMap<string, EntryEffect>;
  readonly trials: ReadonlySet<string>;
}

export const ledgerText = ({ charges, endings, entries, trials }: ShownLedger): string =>
  [
    listed([...charges].map(([number, { amount }]) => `${number}:${amount}`)),
    listed([...endings].map(([number, { credit }]) => `${number}:${credit}`)),
    listed([...entries].map(([key, { sum, amount }]) => `${key}:${sum}:${amount}`)),
    listed(trials),
  ].join(' | ');

export const familyText = (state: FamilyState): string =>
  [
    state.isClosing ? 'closing' : 'open',
    ledgerText(state),
    ...[state.decided, state.endedOrders].map(listed),
  ].join(' | ');

/** Charges a new booking. A child has one trial in a class, and an order makes one booking. */
const charge =
  (number: number, made: ModelCharge): FamilyStep =>
  (state) =>
    when(
      !state.isClosing &&
        !state.endedOrders.has(made.order) &&
        (made.trial === undefined || !state.trials.has(made.trial)),
      {
        ...state,
        charges: new Map([...state.charges, [number, made]]),
        trials: made.trial === undefined ? state.trials : new Set([...state.trials, made.trial]),
      },
    );

interface ModelEnding extends Credits {
  /** A trial that does not count: the child may have another one. */
  readonly givesTrialBack: boolean;
}

/** Ends a live booking; impossible for one that was not made, or ended before. */
const end =
  (number: number, { credit, suggested, givesTrialBack }: ModelEnding): FamilyStep =>
  (state) => {
    const ended = state.charges.get(number);
    if (!ended || state.endings.has(number)) return [];
    const trials = new Set(state.trials);
    if (givesTrialBack && ended.trial !== undefined) trials.delete(ended.trial);
    return [
      {
        ...state,
        trials,
        endings: new Map([...state.endings, [number, { credit, suggested }]]),
        endedOrders: new Set([...state.endedOrders, ended.order]),
      },
    ];
  };

/** Records an entry, once for its key. */
const enter =
  (key: string, effect: EntryEffect): FamilyStep =>
  (state) => {
    if (state.entries.has(key)) return [state];
    return when(!state.isClosing, { ...state, entries: new Map([...state.entries, [key, effect]]) });
  };

/** One step after the other. */
const both =
  (first: FamilyStep, second: FamilyStep): FamilyStep =>
  (state) =>
    first(state).flatMap(second);

/** The requests of one family. */
const isOfFamily = (request: object, parent: FamilyId): boolean =>
  'parent' in request ? request.parent === parent : !('family' in request);

/** The steps by which bookings are charged to one family, and by which they end. */
const chargeSteps = ({ made, school }: Pick<KnownHistory, 'made' | 'school'>) => {
  const trialOf = ({ isTrial, child, slots }: MadeBooking): string | undefined => {
    const [slot] = slots;
    return isTrial && slot ? `${placeOf(school, slot).cls.id}#${child}` : undefined;
  };
  const chargeOf = (booking: MadeBooking): ModelCharge => ({
    order: booking.order,
    amount: booking.amount,
    trial: trialOf(booking),
  });
  const charged = (number: number): FamilyStep => {
    const booking = made.get(number);
    return booking ? charge(number, chargeOf(booking)) : () => [];
  };
  /** A trial that is given up in time does not count. */
  const ended = (number: number, terms: 'charge' | 'own'): FamilyStep => {
    const { amount = 0, isLate: isTooLate = false } = made.get(number) ?? {};
    const isCredited = terms === 'charge' || !isTooLate;
    return end(number, {
      credit: isCredited ? amount : 0,
      suggested: isCredited ? 0 : amount,
      givesTrialBack: !isTooLate,
    });
  };
  /** The deletion of a class credits a kept trial before it ends the booking (END-10). */
  const endedWithClass = ({ number, trial }: MadeBooking): FamilyStep[] => {
    const endIt = ended(number, 'charge');
    if (!trial) return [endIt];
    const key = `ENDING#${trial.number}`;
    return [
      (state) =>
        when(state.charges.has(number) && !state.endings.has(number) && !state.entries.has(key), {
          ...state,
          entries: new Map([...state.entries, [key, { sum: 'credited', amount: trial.amount }]]),
        }),
      (state) => (state.entries.has(key) ? endIt(state) : []),
    ];
  };
  /** A trial that was held or kept counts. */
  const trialEnded = (number: number): FamilyStep =>
    end(number, { credit: 0, suggested: 0, givesTrialBack: false });
  /** The attempt that made a booking does not book in its old slot again. */
  const movedWithin =
    (number: number): FamilyStep =>
    (state) => {
      const order = state.charges.get(number)?.order;
      return when(order !== undefined && !state.endings.has(number), {
        ...state,
        endedOrders: new Set([...state.endedOrders, ...(order === undefined ? [] : [order])]),
      });
    };

  return { charged, ended, endedWithClass, trialEnded, movedWithin };
};

type FamilyOperation = Operation<FamilyState> & { readonly entry: Entry };

const isDone = ({ answer }: Entry): boolean => answer !== undefined && answer.status < 300;

/** The steps of one family's history. */
const stepsOf = ({ made, school, numberOf }: KnownHistory) => {
  const { charged, ended, endedWithClass, trialEnded, movedWithin } = chargeSteps({ made, school });
  const isWithin = ({ slot, to }: RequestOf<'move'>) => isWithinClass(school, slot, to);

  const decide =
    ({ booking, credit }: RequestOf<'decide'>): FamilyStep =>
    (state) => {
      const number = numberOf(booking);
      if (state.decided.has(number)) return [state];
      const amount = state.endings.get(number)?.suggested ?? 0;
      if (amount === 0 || state.isClosing) return [];
      const decided = { ...state, decided: new Set([...state.decided, number]) };
      return credit ? enter(`ENDING#${number}`, { sum: 'credited', amount })(decided) : [decided];
    };
  const takeBack =
    ({ attempt }: RequestOf<'take-back'>): FamilyStep =>
    (state) => {
      const taken = state.entries.get(`ATTEMPT#${attempt}`);
      return taken ? enter(`COUNTER#${attempt}`, { ...taken, amount: -taken.amount })(state) : [];
    };

  /** What a request does where it takes effect. */
  const effect = ({ request, number }: Entry): FamilyStep => {
    switch (request.kind) {
      case 'book':
        return charged(number);
      case 'cancel':
        return ended(numberOf(request.booking), 'own');
      case 'delete':
        return ended(numberOf(request.booking), 'charge');
      case 'move': {
        const origin = numberOf(request.booking);
        if (isWithin(request)) return movedWithin(origin);
        const { credit } = request;
        return both(end(origin, { credit, suggested: 0, givesTrialBack: false }), charged(number));
      }
      case 'keep':
        return both(trialEnded(numberOf(request.booking)), charged(number));
      case 'record':
        return enter(`ATTEMPT#${request.attempt}`, effectOf(request.entry, request.amount));
      case 'take-back':
        return takeBack(request);
      case 'decide':
        return decide(request);
      case 'delete-account':
        return (state) => [{ ...state, isClosing: true }];
      default:
        return unchanged;
    }
  };

  /** An earlier request of the same attempt may have taken effect: then this one changes nothing. */
  const doneStep = (entry: Entry): FamilyStep => {
    const { request, number, answer } = entry;
    const step = effect(entry);
    if (request.kind === 'cancel' || request.kind === 'delete') {
      const target = numberOf(request.booking);
      const once: FamilyStep = (state) => (state.endings.has(target) ? [state] : step(state));
      if (request.kind === 'delete') return once;
      const { credit } = endedBookingSchema.parse(answer?.body).ended;
      return (state) => once(state).filter(({ endings }) => endings.get(target)?.credit === credit);
    }
    const makes = request.kind === 'book' || request.kind === 'keep' || request.kind === 'move';
    if (!makes || (request.kind === 'move' && isWithin(request))) return step;
    const result = madeBy(entry, numberOf);
    return result === number ? step : holds(({ charges }) => result !== undefined && charges.has(result));
  };

  /** The mark of a trial in the class that a request books or moves to. */
  const trialAsked = (request: Entry['request']): string => {
    if (request.kind === 'book') return `${placeOf(school, request.slot).cls.id}#${request.child.id}`;
    return request.kind === 'move' ? `${placeOf(school, request.to).cls.id}#${request.child}` : '';
  };

  const refusedStep = (entry: Entry): FamilyStep => {
    const { request } = entry;
    switch (codeOf(entry)) {
      case 'profileNotFound':
      case 'parentNotFound':
      // The account of the holder is deleted with the family.
      case 'notAuthenticated':
        return holds(({ isClosing }) => isClosing);
      case 'trialUsed':
      case 'trialHeld':
        return holds(({ trials }) => trials.has(trialAsked(request)));
      case 'bookingCancelled':
        return holds(({ endedOrders }) => request.kind === 'book' && endedOrders.has(request.order));
      case 'trialOver':
        return holds(({ endings }) => request.kind === 'keep' && endings.has(numberOf(request.booking)));
      case 'entryNotFound':
        return holds(
          ({ entries }) => request.kind === 'take-back' && !entries.has(`ATTEMPT#${request.attempt}`),
        );
      case 'bookingNotFound':
        if (request.kind !== 'decide') return unchanged;
        return holds(
          ({ isClosing, endings }) => isClosing || !endings.get(numberOf(request.booking))?.suggested,
        );
      case 'creditChanged':
      case 'priceChanged':
        return request.kind === 'book' ? unchanged : impossible;
      default:
        return unchanged;
    }
  };

  return { effect, doneStep, refusedStep, trialEnded, ended, endedWithClass };
};

/** The operations of a history on the account of one family. */
export const familyOperations = (history: KnownHistory, parent: FamilyId): FamilyOperation[] => {
  const { effect, doneStep, refusedStep, ...endings } = stepsOf(history);
  const { made, school } = history;
  const own = [...made.values()].filter((booking) => booking.parent === parent);

  /** Ends of bookings that follow from a request, at any time after it. */
  const followUps = (entry: Entry): FamilyStep[] => {
    const { request } = entry;
    const inMain = ({ slots }: MadeBooking) => [...slots].some((slot) => !isLate(school, slot));
    switch (request.kind) {
      case 'end-trials':
        return own
          .filter(
            ({ isTrial, slots }) =>
              isTrial && [...slots].some((slot) => placeOf(school, slot).cls.start_date === request.day),
          )
          .map(({ number }) => endings.trialEnded(number));
      case 'delete-class':
        return own.filter(inMain).flatMap(endings.endedWithClass);
      case 'delete-account':
        return own.map(({ number }) => endings.ended(number, 'own'));
      default:
        return [];
    }
  };

  return (
    history.entries
      .filter(({ request }) => isOfFamily(request, parent))
      .flatMap((entry): FamilyOperation[] => {
        const isUnknown = hasUnknownOutcome(entry);
        const known = isDone(entry) ? doneStep(entry) : refusedStep(entry);
        const after = isUnknown ? effect(entry) : known;
        const { invoked, returned } = entry;
        return [
          { entry, invoked, returned: isUnknown ? undefined : returned, after },
          ...followUps(entry).map((step) => ({ entry, invoked, returned: undefined, after: step })),
        ];
      })
      // A step that changes nothing and is always possible can be anywhere in the order, so the check leaves it out.
      .filter(({ after }) => after !== unchanged)
  );
};
