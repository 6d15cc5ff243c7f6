import { type Booking, type Discount, discountSchema } from '#shared/schemas/booking';
import { childIdSchema, classIdSchema, slotIdSchema } from '#shared/schemas/ids';
import type { FamilyLedger } from './family-ledger.ts';

/** The place of a booking, as the ledger of its family marks it. */
export interface FamilyPlace extends Pick<Booking, 'class_id' | 'time_slot_id' | 'child_id' | 'is_trial'> {
  /** Its rule decides whether other places have a discount because of this one (DIS-04). */
  readonly discount?: Pick<Discount, 'rule'> | undefined;
}

const trialKind = 'trial';

/** Names the place of a stored booking in its family's ledger, with what other places are priced by. */
export const placeMark = ({ class_id, time_slot_id, child_id, is_trial, discount }: FamilyPlace): string => {
  const kind = is_trial ? trialKind : discount?.rule;
  return [class_id, time_slot_id, child_id, ...(kind ? [kind] : [])].join('#');
};

/** The places of all stored bookings of a family, those in classes that are over included. */
export const placesIn = ({ places }: Pick<FamilyLedger, 'places'>): FamilyPlace[] =>
  [...places].map((mark) => {
    const [class_id, time_slot_id, child_id, kind] = mark.split('#');
    return {
      class_id: classIdSchema.parse(class_id),
      time_slot_id: slotIdSchema.parse(time_slot_id),
      child_id: childIdSchema.parse(child_id),
      is_trial: kind === trialKind,
      discount: kind && kind !== trialKind ? { rule: discountSchema.shape.rule.parse(kind) } : undefined,
    };
  });

/** The condition that a family's places are those that were read: what was decided by them holds. */
export const placesAsRead = ({ places }: Pick<FamilyLedger, 'places'>) =>
  places.size > 0
    ? { condition: ' AND places = :placesRead', values: { ':placesRead': places } }
    : { condition: ' AND attribute_not_exists(places)', values: {} };

/** Whether the places of two reads of a ledger are the same. */
export const hasSamePlaces = (
  one: Pick<FamilyLedger, 'places'>,
  other: Pick<FamilyLedger, 'places'>,
): boolean =>
  one.places.size === other.places.size && [...one.places].every((mark) => other.places.has(mark));

/** What the end of a booking changes in its family's places, as parts of an `Update`; with the booking that follows. */
export const placesAfter = (
  ended: FamilyPlace,
  next: FamilyPlace | undefined,
  ledger: Pick<FamilyLedger, 'places'>,
) => {
  const mark = placeMark(ended);
  if (!next)
    return { condition: '', set: [], remove: ['places :place'], values: { ':place': new Set([mark]) } };
  const read = placesAsRead(ledger);
  const places = new Set([...ledger.places].filter((other) => other !== mark)).add(placeMark(next));
  return {
    condition: read.condition,
    set: ['places = :places'],
    remove: [],
    values: { ...read.values, ':places': places },
  };
};
