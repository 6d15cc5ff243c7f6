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

export interface FamilyPlace extends Pick<Booking, 'class_id' | 'time_slot_id' | 'child_id' | 'is_trial'> {
  /** The rule decides whether other places have a discount because of this one (DIS-04). */
  readonly discount?: Pick<Discount, 'rule'> | undefined;
}

const trialKind = 'trial';

/** Identifies the place of a booking in its family's ledger, with what other places are priced by. */
export const placeKey = ({ class_id, time_slot_id, child_id, is_trial, discount }: FamilyPlace): string => {
  const kind = is_trial ? trialKind : discount?.rule;
  return [class_id, time_slot_id, child_id, ...(kind ? [kind] : [])].join('#');
};

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

export const requirePlacesOf = ({ places }: Pick<FamilyLedger, 'places'>) =>
  places.size > 0
    ? { condition: ' AND places = :placesRead', values: { ':placesRead': places } }
    : { condition: ' AND attribute_not_exists(places)', values: {} };

export const hasSamePlaces = (
  one: Pick<FamilyLedger, 'places'>,
  other: Pick<FamilyLedger, 'places'>,
): boolean =>
  one.places.size === other.places.size && [...one.places].every((mark) => other.places.has(mark));

/** The parts of an `Update` that remove the place of an ended booking and add that of the next one. */
export const changePlacesAtEnding = (
  ended: FamilyPlace,
  next: FamilyPlace | undefined,
  ledger: Pick<FamilyLedger, 'places'>,
) => {
  const mark = placeKey(ended);
  if (!next)
    return { condition: '', set: [], remove: ['places :place'], values: { ':place': new Set([mark]) } };
  const read = requirePlacesOf(ledger);
  const places = new Set([...ledger.places].filter((other) => other !== mark)).add(placeKey(next));
  return {
    condition: read.condition,
    set: ['places = :places'],
    remove: [],
    values: { ...read.values, ':places': places },
  };
};

export const ledgerEntity = 'ledger';

const sum = z._default(signedCentsSchema, signedCentsSchema.parse(0));

/** Every booking changes its family's ledger, in the transaction that stores the booking. */
export const familyLedgerSchema = z.object({
  /** The UTC hour in which `hour_bookings` were made: `2025-09-23T10`. Empty before the first booking. */
  counted_hour: z._default(z.string(), ''),
  hour_bookings: z._default(z.int(), 0),
  /** The UTC hour in which the family itself made `hour_changes` (`limits.changesPerHour`). */
  changes_hour: z._default(z.string(), ''),
  hour_changes: z._default(z.int(), 0),
  /** An upper bound: the end of a booking does not lower it, a recount does. */
  live_bookings_at_most: z._default(z.int(), 0),
  charged: sum,
  credited: sum,
  waived: sum,
  received: sum,
  reference: z.optional(paymentReferenceSchema),
  second_reference: z.optional(secondReferenceSchema),
  /** References of families that were joined with this one (FID-11). */
  joined_references: z._default(z.set(z.union([paymentReferenceSchema, secondReferenceSchema])), new Set()),
  /**
   * When the oldest open charge was made, or its first open due date, which may lie ahead. Without meaning while nothing is
   * open. Too early after a credit that settles this charge alone, until an administrator records an entry.
   */
  open_since: z.optional(z.union([instantSchema, calendarDateSchema])),
  /** Charges with due dates, and what reduces each alone (`duePlans`), until the last date is past. `dueBalance` reads them. */
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
  reminded_at: z.optional(instantSchema),
  do_not_remind: z._default(z.boolean(), false),
  /** Attempts whose booking ended, or that joined a waiting list or moved a booking: never carried out again (BOK-53). */
  ended_attempts: z._default(z.set(z.string()), new Set()),
  /** Trials that count, in the form of `trialKey` (TRI-05). */
  trials: z._default(z.set(z.string()), new Set()),
  /** Places of all stored bookings, in the form of `placeKey`, by which a booking is priced and checked (DIS-02). */
  places: z._default(z.set(z.string()), new Set()),
  /** Raised whenever a child gets sessions (BSK-04). */
  child_versions: z._default(z.record(childIdSchema, z.int()), {}),
  /** Who paid for the family by bank, in the form of `payerHash` (BNK-03). */
  payers: z._default(z.set(z.string()), new Set()),
  /** A booking that read an earlier name of the child is refused (KID-01). */
  renamed_children: z._default(z.record(childIdSchema, z.string()), {}),
  /** Set by the first step of the family's deletion. A closing ledger takes no booking. */
  closing: z._default(z.boolean(), false),
});
export type FamilyLedger = z.infer<typeof familyLedgerSchema>;

export const hasBooked = ({ counted_hour, places }: Pick<FamilyLedger, 'counted_hour' | 'places'>): boolean =>
  counted_hour !== '' || places.size > 0;

export const familyLedgerRef = (familyId: FamilyId): ItemRef<FamilyLedger> => ({
  key: familyLedgerKey(familyId),
  fromItem: itemParser(familyLedgerSchema),
});

export const getFamilyLedger = (
  table: Table,
  familyId: FamilyId,
  options = { consistent: false },
): Promise<FamilyLedger | undefined> => getItem(table, familyLedgerRef(familyId), options);

/** Undefined where a family has no ledger. One round trip for each hundred. */
export const readLedgers = async (
  table: Table,
  familyIds: readonly FamilyId[],
): Promise<(familyId: FamilyId) => FamilyLedger | undefined> => {
  const read = await batchRead(table, familyIds.map(familyLedgerRef), { consistent: false });
  return (familyId) => read(familyLedgerRef(familyId));
};

/** The ledger of a new family, or of one with bookings. */
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
    ...(bookings.length > 0 && { places: new Set(bookings.map(placeKey)) }),
    charged: bookings.reduce<number>((sum, { amount }) => sum + amount, 0),
    ...(oldest && { open_since: oldest }),
    // An empty map is stored too: `Update`s set paths in it.
    child_versions: Object.fromEntries(bookings.map(({ child_id }) => [child_id, 1])),
    due_plans: Object.fromEntries(
      bookings.flatMap(({ id, amount, due_dates }) =>
        due_dates ? [[id, { amount, due_dates, credited: 0, paid: 0 }]] : [],
      ),
    ),
  };
};

/** Requires that the family is not being deleted, so that its deletion finds what is stored in this transaction. */
export const ledgerIsOpen = (table: Table, familyId: FamilyId): Write =>
  checkWrite(table, familyLedgerKey(familyId), { if: { ...exists, closing: absent } });

/** Deletes the ledger of an account that joins another family. Refused where it has booked, has money, or is closing. */
export const unusedLedgerDelete = (table: Table, familyId: FamilyId): Write =>
  deleteWrite(table, familyLedgerKey(familyId), {
    if: {
      ...{ closing: absent, counted_hour: absent, places: absent },
      ...{ received: orAbsent(0), credited: orAbsent(0), waived: orAbsent(0) },
    },
  });

export const familyLedgerPut = (table: Table, ...ledger: Parameters<typeof familyLedgerItem>): Write =>
  putWrite(table, familyLedgerItem(...ledger), { if: isNew });
