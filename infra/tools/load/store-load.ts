import { bookingItem } from '#functions/data/bookings/bookings';
import { classItem, slotItem } from '#functions/data/classes/classes';
import { batchPut } from '#functions/data/dynamo/batch-write';
import { sendTransaction } from '#functions/data/dynamo/send-transaction';
import { childItem } from '#functions/data/families/children';
import { getFamily } from '#functions/data/families/families';
import { countProfiles } from '#functions/data/families/profile-counts';
import { childWords, contactWords, wordItems } from '#functions/data/families/search-words';
import { namesOf, profileItem } from '#functions/data/families/stored-profile';
import { familyLedgerItem } from '#functions/data/ledger/family-ledger';
import { registrationItem } from '#functions/data/registrations/registrations';
import type { Table } from '#functions/data/table';
import { venueItem, venueNameItem } from '#functions/data/venues/venues';
import type { Venue } from '#shared/schemas/venue';
import { CommandError } from '../../command.ts';
import type { Load } from './make-load.ts';
import { withoutStream } from './without-stream.ts';

/** The venues that classes name. */
const venuesOf = (classes: Load['classes']): Venue[] => [
  ...new Map(
    classes.map(({ venue, venue_details }) => [venue_details.id, { name: venue, ...venue_details }]),
  ).values(),
];

const itemsOf = ({ classes, families, bookings }: Load) => {
  const agreed = new Map<string, number>();
  for (const { time_slot_id, amount } of bookings)
    agreed.set(time_slot_id, (agreed.get(time_slot_id) ?? 0) + amount);
  const bookingsOf = Map.groupBy(bookings, ({ parent_id }) => parent_id);
  return [
    ...families.flatMap(({ profile, children }) => [
      profileItem(profile, children),
      ...wordItems(profile.id, [...contactWords(profile), ...childWords(namesOf(children))]),
      familyLedgerItem(profile.id, bookingsOf.get(profile.id)),
      registrationItem({ email: profile.email, userId: profile.id }),
      ...children.map(childItem),
    ]),
    ...venuesOf(classes).flatMap((venue) => [venueItem(venue), venueNameItem(venue)]),
    ...bookings.map(bookingItem),
    ...classes.flatMap((cls) => [
      classItem(cls),
      ...cls.time_slots.map((slot) => slotItem(slot, agreed.get(slot.id) ?? 0)),
    ]),
  ];
};

/**
 * Stores a load in a local table as the product does: counters of slots, counts of accounts and search keys agree.
 * @param onProgress called with the number of stored items and of all items
 * @throws CommandError if the load is already stored: its bookings cannot be told apart from later ones
 */
export const storeLoad = async (
  table: Table,
  load: Load,
  onProgress: (stored: number, all: number) => void = () => {},
): Promise<void> => {
  const [first] = load.families;
  if (first && (await getFamily(table, first.profile.id)))
    throw new CommandError('This load is stored already.', 'Another --seed adds another one.');
  const items = itemsOf(load);
  let stored = 0;
  await withoutStream(table, async () => {
    await batchPut(table, items, (count) => {
      stored += count;
      onProgress(stored, items.length);
    });
    const { outcome } = await sendTransaction(table, [
      countProfiles(table, { parents: load.families.length }),
    ]);
    if (outcome !== 'done') throw new Error(`The accounts could not be counted: ${outcome}`);
  });
};
