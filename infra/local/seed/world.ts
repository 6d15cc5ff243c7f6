import { accountItem, countPeople } from '#functions/accounts/accounts';
import { registrationItem } from '#functions/accounts/registrations';
import { childWords, contactWords, wordItems } from '#functions/accounts/search-words';
import { familyItem, type NewFamily as NewStoredFamily, namesOf } from '#functions/accounts/stored-families';
import { bookingItem, type StoredBooking } from '#functions/booking/bookings';
import { classItem, slotItem } from '#functions/classes/classes';
import { venueItem, venueNameItem, venueOfClass } from '#functions/classes/venues';
import { childItem } from '#functions/families/children';
import { familyLedgerItem } from '#functions/ledger/ledger';
import type { Item } from '#functions/lib/dynamo/items';
import { batchPut, sendTransaction } from '#functions/lib/dynamo/writes';
import { newChildId, newClassId, newFamilyId, newSlotId } from '#functions/lib/ids';
import type { Table } from '#functions/lib/table';
import type { FootballClass, Venue } from '#shared/classes/class';
import { savedClassPrice } from '#shared/classes/pricing';
import { emptyCard } from '#shared/families/card';
import { ageOn } from '#shared/families/children';
import type { Child, Family, Profile } from '#shared/families/family';
import { answeredHealth } from '#shared/families/health';
import type { FamilyId } from '#shared/lib/ids';
import { type CalendarDate, instantOf, wallTimeSchema } from '#shared/lib/values';
import { type ProgrammeId, programmes } from '#shared/programmes';

export interface SampleFamily extends Family {
  readonly id: FamilyId;
}

export interface World {
  readonly classes: readonly FootballClass[];
  readonly families: readonly SampleFamily[];
  readonly bookings: readonly StoredBooking[];
}

type Decided = 'class_type' | 'coach_name' | 'weekly_rate' | 'start_date' | 'end_date' | 'created_by';

interface NewClass extends Pick<FootballClass, Decided>, Partial<Pick<FootballClass, 'skipped_dates'>> {
  readonly createdAt: Date;
  readonly venue: Venue;
  readonly slots: readonly { readonly from: string; readonly to: string; readonly places: number }[];
}

export const newClass = (
  { createdAt, venue, slots, ...decided }: NewClass,
  random?: () => number,
): FootballClass => {
  const id = newClassId(createdAt, random);
  return {
    id,
    ...venueOfClass(venue),
    price: savedClassPrice(decided, decided.weekly_rate),
    trial_price: null,
    skipped_dates: [],
    session_changes: [],
    image_url: null,
    opens_for_current_at: null,
    opens_at: null,
    created_at: instantOf(createdAt),
    ...decided,
    time_slots: slots.map(({ from, to, places }, at) => ({
      id: newSlotId(new Date(createdAt.getTime() + at), random),
      class_id: id,
      start_time: wallTimeSchema.parse(from),
      end_time: wallTimeSchema.parse(to),
      max_capacity: places,
      current_bookings: 0,
      calendar_version: 0,
    })),
  };
};

interface NewFamily extends Pick<Profile, 'id' | 'email' | 'full_name' | 'phone_number'> {
  readonly joined: Date;
  readonly children: readonly (Pick<Child, 'name' | 'date_of_birth'> & Partial<Child>)[];
}

export const newFamily = (
  { joined, children, ...contact }: NewFamily,
  random?: () => number,
): SampleFamily => {
  const created_at = instantOf(joined);
  const id = newFamilyId(joined, random);
  return {
    id,
    profile: { ...contact, created_at, email_verified: true },
    children: children.map((child, at) => ({
      id: newChildId(new Date(joined.getTime() + at), random),
      parent_id: id,
      ...emptyCard,
      ...answeredHealth(
        { medical_conditions: child.medical_conditions ?? null, nothing_to_know: true },
        created_at,
      ),
      created_at,
      ...child,
    })),
  };
};

const academyAges = { from: 12, to: 18 };

export const playersOf = (
  programme: ProgrammeId,
  children: readonly Child[],
  today: CalendarDate,
): readonly Child[] => {
  const { from, to } = programmes[programme].ages ?? academyAges;
  return children.filter(({ date_of_birth }) => {
    const age = ageOn(date_of_birth, today);
    return age >= from && age <= to;
  });
};

const venuesOf = (classes: World['classes']): Venue[] => [
  ...new Map(
    classes.map(({ venue, venue_details }) => [venue_details.id, { name: venue, ...venue_details }]),
  ).values(),
];

export const familyOfHolder = ({ id, profile }: Omit<SampleFamily, 'children'>): NewStoredFamily => {
  const { created_at, ...holder } = profile;
  return { id, created_at, holder: { ...holder, email_problem: null } };
};

export const familyItems = (
  family: SampleFamily,
  bookings?: Parameters<typeof familyLedgerItem>[1],
): Item[] => {
  const { id, profile, children } = family;
  return [
    accountItem({ ...profile, family_id: id }),
    familyItem(familyOfHolder(family), children),
    ...wordItems(id, [...contactWords(profile), ...childWords(namesOf(children))]),
    familyLedgerItem(id, bookings),
    registrationItem({ email: profile.email, userId: profile.id }),
    ...children.map(childItem),
  ];
};

const itemsOf = ({ classes, families, bookings }: World) => {
  const agreed = new Map<string, number>();
  for (const { time_slot_id, amount } of bookings)
    agreed.set(time_slot_id, (agreed.get(time_slot_id) ?? 0) + amount);
  const bookingsOf = Map.groupBy(bookings, ({ parent_id }) => parent_id);
  return [
    ...families.flatMap((family) => familyItems(family, bookingsOf.get(family.id))),
    ...venuesOf(classes).flatMap((venue) => [venueItem(venue), venueNameItem(venue)]),
    ...bookings.map(bookingItem),
    ...classes.flatMap((cls) => [
      classItem(cls),
      ...cls.time_slots.map((slot) => slotItem(slot, agreed.get(slot.id) ?? 0)),
    ]),
  ];
};

/** Stores as the product does: sums, counts and search keys agree. @param onProgress with the stored and all items */
export const storeWorld = async (
  table: Table,
  world: World,
  onProgress: (stored: number, all: number) => void = () => {},
): Promise<void> => {
  const items = itemsOf(world);
  let stored = 0;
  await batchPut(table, items, (count) => {
    stored += count;
    onProgress(stored, items.length);
  });
  const { outcome } = await sendTransaction(table, [countPeople(table, { families: world.families.length })]);
  if (outcome !== 'done') throw new Error(`The families could not be counted: ${outcome}`);
};
