import { type Step, when } from '#infra/testing/linearizability';
import type { FamilyId } from '#shared/lib/ids';
import type { EntryEffect } from './recount.ts';

/** What a booking is charged, by whom it was ordered, and which trial it is. */
export interface ModelCharge {
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

export type FamilyStep = Step<FamilyState>;

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
export const charge =
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
export const end =
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
export const enter =
  (key: string, effect: EntryEffect): FamilyStep =>
  (state) => {
    if (state.entries.has(key)) return [state];
    return when(!state.isClosing, { ...state, entries: new Map([...state.entries, [key, effect]]) });
  };

/** One step after the other. */
export const both =
  (first: FamilyStep, second: FamilyStep): FamilyStep =>
  (state) =>
    first(state).flatMap(second);

/** The requests of one family. */
export const isOfFamily = (request: object, parent: FamilyId): boolean =>
  'parent' in request ? request.parent === parent : !('family' in request);
