import * as z from 'zod/mini';
import { type Booking, type Discount, discountSchema } from '#shared/booking/booking';
import {
  type PaymentReference,
  paymentReferenceSchema,
  secondReferenceSchema,
} from '#shared/ledger/references';
import { bookingIdSchema, childIdSchema, classIdSchema, type FamilyId, slotIdSchema } from '#shared/lib/ids';
import { signedCentsSchema } from '#shared/lib/money';
import { calendarDateSchema, centsSchema, instantSchema } from '#shared/lib/values';
import {
  absent,
  checkWrite,
  deleteWrite,
  exists,
  isNew,
  orAbsent,
  putWrite,
} from '../lib/dynamo/expressions.ts';
import { entityAttribute, type Item, type ItemRef, itemParser } from '../lib/dynamo/items.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import { familyLedgerKey } from '../lib/dynamo/keys-of-people.ts';
import { batchRead, getItem } from '../lib/dynamo/reads.ts';
import type { Table } from '../lib/table.ts';

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

/** The value of the entity attribute on a ledger. */
export const ledgerEntity = 'ledger';

/** A sum in cents, which the ledger's first change makes. */
const sum = z._default(signedCentsSchema, signedCentsSchema.parse(0));

/** The ledger of a family as stored. Every booking changes it, in the transaction that stores the booking. */
export const familyLedgerSchema = z.object({
  /** The hour (UTC) in which `hour_bookings` were made: `2025-09-23T10`. Absent before the first booking. */
  counted_hour: z._default(z.string(), ''),
  hour_bookings: z._default(z.int(), 0),
  /** The hour (UTC) in which the family itself made `hour_changes` that are no bookings (`limits.changesPerHour`). */
  changes_hour: z._default(z.string(), ''),
  hour_changes: z._default(z.int(), 0),
  /** An upper bound of the live bookings: the end of a booking does not lower it, a recount does. */
  live_bookings_at_most: z._default(z.int(), 0),
  /** The sum of the amounts of all bookings made. The end of a booking does not lower it. */
  charged: sum,
  /** The sum of all credits less those that were taken back. */
  credited: sum,
  /** The sum of all waivers less those that were taken back. */
  waived: sum,
  /** The sum of all payments less refunds and what was taken back. */
  received: sum,
  /** Absent once the family is erased. */
  reference: z.optional(paymentReferenceSchema),
  /** By which payments of the family are found too; an administrator sets it (BNK-03). */
  second_reference: z.optional(secondReferenceSchema),
  /** The references of families that were joined with it (FID-11). */
  joined_references: z._default(z.set(z.union([paymentReferenceSchema, secondReferenceSchema])), new Set()),
  /**
   * When the oldest open charge was made, or the first open date of one that has due dates, which may lie ahead; of no
   * meaning while nothing is open. A credit for a session or an ending that settles this charge alone leaves it too early,
   * until an administrator records an entry.
   */
  open_since: z.optional(z.union([instantSchema, calendarDateSchema])),
  /**
   * The charges that have due dates of their own, with what reduces each alone (`duePlans`), until their last date is past:
   * what of the balance is due on a day follows from them (`dueBalance`).
   */
  due_plans: z._default(
    z.record(
      bookingIdSchema,
      z.object({
        amount: centsSchema,
        due_dates: z.array(calendarDateSchema),
        credited: z.int(),
        paid: z.int(),
      }),
    ),
    {},
  ),
  /** When the family was last reminded to pay. */
  reminded_at: z.optional(instantSchema),
  do_not_remind: z._default(z.boolean(), false),
  /**
   * The attempts, as `attemptMark` writes them, that must not be carried out again: those whose bookings ended, and those
   * that joined a waiting list or moved a booking (BOK-53).
   */
  ended_attempts: z._default(z.set(z.string()), new Set()),
  /** The trials that count as those which a child may have in a class, as `trialMark` writes them (TRI-05). */
  trials: z._default(z.set(z.string()), new Set()),
  /** The places of all stored bookings, as `placeMark` writes them: what a booking is priced and checked by (DIS-02). */
  places: z._default(z.set(z.string()), new Set()),
  /** Raised whenever a child gets sessions: by a booking, a move, or a trial that moves (BSK-04). */
  child_versions: z._default(z.record(childIdSchema, z.int()), {}),
  /** Who paid for the family by bank, as `payerMark` writes them (BNK-03). */
  payers: z._default(z.set(z.string()), new Set()),
  /** The present names of the children that were renamed: a booking that read an earlier one is refused (KID-01). */
  renamed_children: z._default(z.record(childIdSchema, z.string()), {}),
  /** Set by the first step of the family's deletion: from then on it takes no booking. */
  closing: z._default(z.boolean(), false),
});
export type FamilyLedger = z.infer<typeof familyLedgerSchema>;

/** Whether the family has ever booked, also where every booking has ended. */
export const hasBooked = ({ counted_hour, places }: Pick<FamilyLedger, 'counted_hour' | 'places'>): boolean =>
  counted_hour !== '' || places.size > 0;

export const familyLedgerRef = (familyId: FamilyId): ItemRef<FamilyLedger> => ({
  key: familyLedgerKey(familyId),
  fromItem: itemParser(familyLedgerSchema),
});

/** The ledger of a family, or undefined. One read. */
export const getFamilyLedger = (
  table: Table,
  familyId: FamilyId,
  options = { consistent: false },
): Promise<FamilyLedger | undefined> => getItem(table, familyLedgerRef(familyId), options);

/** Ledgers by their family; undefined where there is none. One round trip for each hundred. */
export const readLedgers = async (
  table: Table,
  familyIds: readonly FamilyId[],
): Promise<(familyId: FamilyId) => FamilyLedger | undefined> => {
  const read = await batchRead(table, familyIds.map(familyLedgerRef), { consistent: false });
  return (familyId) => read(familyLedgerRef(familyId));
};

/** The ledger of a new family, or of one with some bookings. */
export const familyLedgerItem = (
  familyId: FamilyId,
  bookings: readonly (Pick<Booking, 'id' | 'amount' | 'created_at' | 'due_dates'> & FamilyPlace)[] = [],
  reference?: PaymentReference,
): Item => {
  const [oldest] = bookings.map(({ created_at, due_dates }) => due_dates?.[0] ?? created_at).toSorted();
  return {
    ...familyLedgerKey(familyId),
    [entityAttribute]: ledgerEntity,
    ...(reference && { reference }),
    live_bookings_at_most: bookings.length,
    ...(bookings.length > 0 && { places: new Set(bookings.map(placeMark)) }),
    charged: bookings.reduce<number>((sum, { amount }) => sum + amount, 0),
    ...(oldest && { open_since: oldest }),
    // Also where they are empty: a booking adds its own to them.
    child_versions: Object.fromEntries(bookings.map(({ child_id }) => [child_id, 1])),
    due_plans: Object.fromEntries(
      bookings.flatMap(({ id, amount, due_dates }) =>
        due_dates ? [[id, { amount, due_dates, credited: 0, paid: 0 }]] : [],
      ),
    ),
  };
};

/** A check that a family is not being deleted: what is stored with it is found by the deletion. */
export const ledgerIsOpen = (table: Table, familyId: FamilyId): Write =>
  checkWrite(table, familyLedgerKey(familyId), { if: { ...exists, closing: absent } });

/**
 * The write that deletes the ledger of an account that joins another family. Refused where it has booked, has money, or is being
 * deleted.
 */
export const unusedLedgerDelete = (table: Table, familyId: FamilyId): Write =>
  deleteWrite(table, familyLedgerKey(familyId), {
    if: {
      ...{ closing: absent, counted_hour: absent, places: absent },
      ...{ received: orAbsent(0), credited: orAbsent(0), waived: orAbsent(0) },
    },
  });

/** The write of a family's ledger; refused where it exists. */
export const familyLedgerPut = (table: Table, ...ledger: Parameters<typeof familyLedgerItem>): Write =>
  putWrite(table, familyLedgerItem(...ledger), { if: isNew });
