import type { OfferTerms } from '#shared/domain/waiting/offer-deadline';
import type { ChildId, OfferId, UserId, WaitingEntryId } from '#shared/schemas/ids';
import type { Instant } from '#shared/schemas/values';
import type { OfferEnd } from '#shared/schemas/waiting';
import type { WaitingList } from './waiting-list.ts';

/** What can happen to the places and the list of a slot; `at` is when it happens. */
export type WaitingCommand =
  /** A family books an open place for a child; a move to this slot is one too. */
  | { readonly kind: 'book'; readonly child: ChildId; readonly at: Instant }
  /** A family books open places for several children with one press: all or none. */
  | { readonly kind: 'book-together'; readonly children: readonly ChildId[]; readonly at: Instant }
  /** A booking ends in any way: cancelled, removed, moved away, trial over, erased. */
  | { readonly kind: 'end-booking'; readonly child: ChildId; readonly at: Instant }
  /** A family joins, or joins again, at the end. */
  | {
      readonly kind: 'join';
      readonly entry: WaitingEntryId;
      readonly family: UserId;
      readonly children: readonly ChildId[];
      readonly at: Instant;
    }
  /** A family leaves: it declines the offer that it has. */
  | { readonly kind: 'leave'; readonly entry: WaitingEntryId; readonly at: Instant }
  /** An administrator's act. */
  | { readonly kind: 'put-first'; readonly entry: WaitingEntryId; readonly at: Instant }
  /** One offer to the first entry that fits the free places; where none fits, the kept places open to all. */
  | { readonly kind: 'ask'; readonly offer: OfferId; readonly terms: OfferTerms | null }
  | { readonly kind: 'take'; readonly offer: OfferId }
  /** The entry goes to the end of the list (`stays`) or leaves it; the family's other entries go behind all others. */
  | { readonly kind: 'decline'; readonly offer: OfferId; readonly stays: boolean; readonly at: Instant }
  /** The deadline of an offer has passed: its entry leaves the list, the family's other ones go behind all others. */
  | { readonly kind: 'expire'; readonly offer: OfferId; readonly at: Instant }
  /** An administrator takes an offer back: its entry keeps its rank. */
  | { readonly kind: 'withdraw'; readonly offer: OfferId; readonly at: Instant }
  | { readonly kind: 'set-capacity'; readonly capacity: number; readonly at: Instant }
  /** A family removes a child: the child's entry goes with it, siblings included. */
  | { readonly kind: 'remove-child'; readonly child: ChildId; readonly at: Instant }
  /** The class is over. */
  | { readonly kind: 'close' }
  /** A child of the class before gets a reserved place, as an offer (TRM-03). */
  | KeptPlace<'renew'>
  /** The reserved places that are left go to the list, or open, once each child of the class before was asked. */
  | { readonly kind: 'release-reserved'; readonly at: Instant }
  /** The booking of a child in the class before ends. */
  | { readonly kind: 'leave-before'; readonly child: ChildId; readonly at: Instant }
  /** A family has its kept place here instead of in another slot, or here again after it has declined (TRM-04). */
  | KeptPlace<'keep-here'>
  /** A family has its kept place in another slot instead. */
  | { readonly kind: 'keep-elsewhere'; readonly offer: OfferId; readonly at: Instant };

/** A place of the next term that is kept for a child, with the entry and the offer that it gets. */
interface KeptPlace<Kind extends 'renew' | 'keep-here'> {
  readonly kind: Kind;
  readonly child: ChildId;
  readonly family: UserId;
  readonly entry: WaitingEntryId;
  readonly offer: OfferId;
  readonly until: Instant;
  readonly at: Instant;
}

/** The command of one kind. */
export type CommandOf<Kind extends WaitingCommand['kind']> = Extract<WaitingCommand, { kind: Kind }>;

/** What became of a command. Only `done` changes the list. */
export type Transition =
  | { readonly outcome: 'done'; readonly list: WaitingList }
  /** The offer had ended before, in this way. */
  | { readonly outcome: 'offer-ended'; readonly end: OfferEnd }
  | {
      readonly outcome:
        | 'already-booked'
        | 'already-waiting'
        /** There are places for all children of the entry: they can be booked. */
        | 'places-open'
        | 'full'
        | 'class-over'
        | 'not-booked'
        | 'unknown-entry'
        | 'unknown-offer'
        /** The entry is being asked already. */
        | 'has-offer'
        /** The deadline of the offer is to come. */
        | 'not-due'
        /** No place is kept, and no waiting entry fits the open ones. */
        | 'nothing-to-ask'
        /** Fewer places than are booked, offered and reserved. */
        | 'below-bookings'
        /** The child has no booking in the class before, or has got its offer. */
        | 'not-entitled'
        /** Children of the class before who booked earlier come first. */
        | 'not-yet';
    };

export const done = (list: WaitingList): Transition => ({ outcome: 'done', list });
