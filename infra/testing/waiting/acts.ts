import type { ChildId, UserId } from '#shared/schemas/ids';
import type { Cents, Instant } from '#shared/schemas/values';
import type { CommandOf, WaitingCommand } from '#shared/testing/waiting/command';

/** The commands that are steps of an act, or whose entry the product makes. */
type StepKind = 'remove-child' | 'close' | 'renew' | 'release-reserved' | 'keep-here';

/** What can happen to a slot with a waiting list, as the product carries it out. */
export type Act =
  | Exclude<WaitingCommand, { kind: StepKind }>
  /** The booking of a child moves to the other slot of the class, or from there to this one. */
  | { readonly kind: 'move-away'; readonly child: ChildId; readonly at: Instant }
  | { readonly kind: 'move-here'; readonly child: ChildId; readonly at: Instant }
  /** An administrator changes the class so that families agree to something else. */
  | { readonly kind: 'edit-class'; readonly at: Instant }
  /** An administrator changes the price of the class. */
  | { readonly kind: 'change-price'; readonly rate: Cents; readonly at: Instant }
  /** The publication of the class goes on: it gives the reserved places. More than one transaction. */
  | { readonly kind: 'keep-places'; readonly at: Instant }
  /** A family has its kept place in this slot, instead of another one or after it has declined. */
  | { readonly kind: 'keep-here'; readonly child: ChildId; readonly at: Instant }
  /** A family removes a child that has no booking. More than one transaction. */
  | CommandOf<'remove-child'>
  /** An account is deleted. More than one transaction. */
  | { readonly kind: 'erase'; readonly parent: UserId; readonly at: Instant }
  /** The class is over: its list is closed. More than one transaction. */
  | { readonly kind: 'end-class'; readonly at: Instant };

/** The act of one kind. */
export type ActOf<Kind extends Act['kind']> = Extract<Act, { kind: Kind }>;
