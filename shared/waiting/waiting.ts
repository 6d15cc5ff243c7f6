import * as z from 'zod/mini';
import { ascending } from '#shared/lib/text';
import { limits } from '#shared/limits';
import { discountSchema, dueDatesSchema } from '../booking/booking.ts';
import {
  type ApplicationId,
  applicationIdSchema,
  childIdSchema,
  classIdSchema,
  familyIdSchema,
  offerIdSchema,
  slotIdSchema,
} from '../lib/ids.ts';
import { calendarDateSchema, centsSchema, type Instant, instantSchema } from '../lib/values.ts';

// One child, or siblings who take places only together (WAI-02).
const childIdsSchema = z.array(childIdSchema).check(
  z.minLength(1, 'Please select a child'),
  z.maxLength(limits.childrenPerFamily, `Choose at most ${limits.childrenPerFamily} children`),
  z.refine((ids) => new Set(ids).size === ids.length, 'A child is listed twice'),
);

const common = {
  parent_id: familyIdSchema,
  class_id: classIdSchema,
  time_slot_id: slotIdSchema,
  child_ids: childIdsSchema,
};

/** A family's application for places in one slot, for the full programme (WAI-02, WAI-03). */
export const waitingApplicationSchema = z.object({
  ...common,
  id: applicationIdSchema,
  /** When the family joined, or went to the end of the list. It gives the order of the list. */
  since: instantSchema,
  /** When an administrator put the application first. Of several, the latest comes first. */
  put_first_at: z.nullable(instantSchema),
  /**
   * When the family last declined an offer and stayed, or an offer was withdrawn. It is asked again only after another place
   * becomes free, or an application leaves the list with its offer.
   */
  passed_over_at: z.nullable(instantSchema),
  /** The offer that the family is deciding on; null while the application waits. */
  offer_id: z.nullable(offerIdSchema),
  /** No place could be kept for a child of the class before: the family is asked before the class opens (TRM-11). */
  found_no_room: z.optional(z.literal(true)),
});
export type WaitingApplication = z.infer<typeof waitingApplicationSchema>;

// `void`: the application went while the offer was open (its child, the account, or the class did).
const offerStateSchema = z.enum(['open', 'taken', 'declined', 'expired', 'withdrawn', 'void']);
export type OfferEnd = Exclude<z.infer<typeof offerStateSchema>, 'open'>;

/** Holds one place for each child until it is taken or ended (WAI-05 to WAI-09). */
export const waitingOfferSchema = z.object({
  ...common,
  id: offerIdSchema,
  entry_id: applicationIdSchema,
  state: offerStateSchema,
  /** The price of each place before its discount, agreed when the offer is made (WAI-08). */
  price: centsSchema,
  /** In the order of `child_ids`; null for a place without one (DIS-03). Absent where no place has one. */
  discounts: z.optional(z.array(z.nullable(discountSchema))),
  /** The due dates of each place, agreed as the price is (DUE-01). */
  due_dates: dueDatesSchema,
  /** The first session that the places cover (WAI-06). */
  from_session: calendarDateSchema,
  /** The deadline. The offer can be taken until its state says that it ended (WAI-09). */
  until: instantSchema,
  created_at: instantSchema,
});
export type WaitingOffer = z.infer<typeof waitingOfferSchema>;

/** What decides the rank, and whether the application gets an offer. */
export type RankedApplication = Pick<
  WaitingApplication,
  | 'id'
  | 'parent_id'
  | 'child_ids'
  | 'since'
  | 'put_first_at'
  | 'passed_over_at'
  | 'offer_id'
  | 'found_no_room'
> & {
  /**
   * When an offer to another application of the family was declined or ran out, which put this one behind every other
   * family's (WAI-15). Null where it joined the list, or went to its end, afterwards.
   */
  readonly behind_at: Instant | null;
};

// Compares instants or ids as text; null comes before every text.
const compare = (one: string | null, other: string | null): number => ascending(one ?? '', other ?? '');

/** Null where the application went behind the other families since. */
export const putFirstAt = ({ put_first_at, behind_at }: RankedApplication): Instant | null =>
  compare(put_first_at, behind_at) < 0 ? null : put_first_at;

/**
 * Orders a list: those that an administrator put first, the latest of them first; then by the time of joining (WAI-03), or
 * of going behind the other families (WAI-15), where a family's applications keep their order.
 */
export const byRank = (one: RankedApplication, other: RankedApplication): number =>
  compare(putFirstAt(other), putFirstAt(one)) ||
  compare(one.behind_at ?? one.since, other.behind_at ?? other.since) ||
  compare(other.put_first_at, one.put_first_at) ||
  compare(one.since, other.since) ||
  compare(one.id, other.id);

/** An offer of the slot was declined or ran out (WAI-15). @param at the latest time of that; undefined for never */
export const goBehind = <Waiting extends Pick<RankedApplication, 'since'>>(
  application: Waiting,
  at: Instant | undefined,
): Waiting & Pick<RankedApplication, 'behind_at'> => ({
  ...application,
  behind_at: at !== undefined && application.since < at ? at : null,
});

/** WAI-10. */
export const atTheEnd = (at: Instant) => ({ since: at, put_first_at: null }) as const;

/** False while the family decides on an offer. */
export const isWaiting = ({ offer_id }: Pick<RankedApplication, 'offer_id'>): boolean => offer_id === null;

/** The rank among those that wait, from 1; null for an application that does not wait. */
export const rankOf = (applications: readonly RankedApplication[], id: ApplicationId): number | null => {
  const index = applications
    .filter(isWaiting)
    .toSorted(byRank)
    .findIndex((application) => application.id === id);
  return index === -1 ? null : index + 1;
};

/**
 * The ranks after a family declines an offer: of its application if that stays, and of the family's other ones that wait, in
 * their order. They are the same whether the application stays or leaves.
 */
export const ranksAfterDecline = (
  applications: readonly RankedApplication[],
  { id: applicationId, parent_id }: Pick<RankedApplication, 'id' | 'parent_id'>,
  at: Instant,
): { readonly own: number; readonly others: number[] } => {
  const waiting = applications
    .map((application): RankedApplication => {
      if (application.id === applicationId)
        return { ...application, ...atTheEnd(at), behind_at: null, offer_id: null };
      return application.parent_id === parent_id ? goBehind(application, at) : application;
    })
    .filter(isWaiting)
    .toSorted(byRank);
  const own = waiting.findIndex(({ id }) => id === applicationId) + 1;
  const others = waiting.flatMap((application, index) =>
    application.parent_id === parent_id && application.id !== applicationId ? [index + 1] : [],
  );
  return { own, others };
};

/** One for each child, all at the same time. */
export const placesNeeded = ({ child_ids }: Pick<RankedApplication, 'child_ids'>): number => child_ids.length;

// An application that was passed over gets an offer only after another place became free, or another application left the
// list with its offer. Otherwise a place would be offered again at once to the family that has just declined it.
const canBeAsked = (application: RankedApplication, releasedAt: Instant | null): boolean =>
  isWaiting(application) &&
  (application.passed_over_at === null || compare(application.passed_over_at, releasedAt) < 0);

interface Asked<Waiting extends RankedApplication> {
  readonly applications: readonly Waiting[];
  /** Open places, and unoffered ones. */
  readonly free: number;
  /** When a place last became free, other than by the end of an offer whose application stayed. */
  readonly released_at: Instant | null;
}

/** The first that the free places fit (WAI-05). Others keep their rank. Undefined: the places open to all. */
export const firstToAsk = <Waiting extends RankedApplication>({
  applications,
  free,
  released_at,
}: Asked<Waiting>): Waiting | undefined =>
  applications
    .toSorted(byRank)
    .find((application) => placesNeeded(application) <= free && canBeAsked(application, released_at));

/** When a class opens, as far as its lists are concerned (TRM-11). */
export interface ListOpening {
  /** When current families may book; null where they may now. */
  readonly forCurrent: Instant | null;
  /** When everybody may book; null where everybody may now. */
  readonly forAll: Instant | null;
  readonly isCurrent: (application: Pick<RankedApplication, 'parent_id'>) => boolean;
}

type UnofferedDecision<Waiting> =
  | { readonly decision: 'ask'; readonly application: Waiting }
  /** Nobody can be asked before the class opens for current families, and somebody waits. */
  | { readonly decision: 'wait'; readonly until: Instant }
  | { readonly decision: 'open' };

/**
 * Before the class opens, only those are asked whose child had a place in the class before and found no room; once it is
 * open for current families, their applications as well; then everybody's (TRM-11).
 */
export const decideUnoffered = <Waiting extends RankedApplication>(
  asked: Asked<Waiting>,
  { forCurrent, forAll, isCurrent }: ListOpening,
): UnofferedDecision<Waiting> => {
  const mayTake = (application: Waiting): boolean =>
    forAll === null || application.found_no_room === true || (forCurrent === null && isCurrent(application));
  const application = firstToAsk({ ...asked, applications: asked.applications.filter(mayTake) });
  if (application) return { decision: 'ask', application };
  return forCurrent !== null && firstToAsk(asked)
    ? { decision: 'wait', until: forCurrent }
    : { decision: 'open' };
};
