import type { WaitingOffer } from '#shared/schemas/waiting';
import type { StayAnswer } from '#shared/schemas/who-stays';

/** What is known of a child of a class that has a successor. */
export interface StayFacts {
  /** Of the offer of its kept place; undefined where none was kept. */
  readonly state: WaitingOffer['state'] | undefined;
  /** Whether its booking in the class is there. */
  readonly isBooked: boolean;
  /** Whether it has a place in another class. */
  readonly hasPlace: boolean;
  /** Whether one of these is in the class that follows. */
  readonly hasNextPlace?: boolean;
  /** Whether it is outside of the programme's ages on the first day of the next term. */
  readonly isAgedOut: boolean;
}

/**
 * Whether a child stays (TRM-10). A place that was kept and cancelled later is one that left. A child that is too old and
 * did not keep its place has aged out, whatever it answered.
 */
export const stayAnswer = ({ state, isBooked, hasPlace, hasNextPlace, isAgedOut }: StayFacts): StayAnswer => {
  if (state === 'taken') return hasPlace ? 'kept' : 'left';
  // It took a place by itself.
  if (hasNextPlace || (hasPlace && state !== undefined)) return 'kept';
  if (!isBooked) return 'left';
  if (isAgedOut) return 'aged-out';
  if (state === undefined) return 'no-room';
  return state === 'open' || state === 'expired' ? 'no-answer' : 'declined';
};
