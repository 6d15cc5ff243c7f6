import type { BusinessMoment } from '#shared/domain/time/business-time';
import { instantOf } from '#shared/domain/time/instant-of';
import type { ChildId, UserId } from '#shared/schemas/ids';
import type { StoredBooking } from '../bookings/bookings.ts';
import { classRef, slotRef } from '../classes/classes.ts';
import { batchRead } from '../dynamo/batch-get.ts';
import { childKey } from '../dynamo/keys/families.ts';
import { type ChangeChildrenOutcome, changeChildren } from '../families/change-children.ts';
import { hasSessionToCome } from '../joins/live-bookings.ts';
import type { Table } from '../table.ts';

/** How many of some bookings have a session to come. One BatchGetItem for their classes and slots. */
const countComing = async (
  table: Table,
  bookings: readonly StoredBooking[],
  moment: BusinessMoment,
): Promise<number> => {
  if (bookings.length === 0) return 0;
  const refsOf = ({ class_id, time_slot_id }: StoredBooking) =>
    [classRef(class_id), slotRef(class_id, time_slot_id)] as const;
  const read = await batchRead(table, bookings.flatMap(refsOf), { consistent: false });
  return bookings.filter((booking) => {
    const [cls, slot] = refsOf(booking);
    const [foundClass, foundSlot] = [read(cls), read(slot)];
    return foundClass && foundSlot && hasSessionToCome(booking, foundClass, foundSlot, moment);
  }).length;
};

type Refusal =
  | { readonly outcome: 'no-child' }
  /** The child has this many bookings with sessions to come (KID-03). */
  | { readonly outcome: 'has-bookings'; readonly name: string; readonly bookings: number };

/**
 * Removes a child without sessions to come from its family (API-26). Its bookings of classes that are over keep the name
 * and age they were made with, and the profile keeps the name as long as one of these has it.
 */
export const removeChild = (
  table: Table,
  parentId: UserId,
  childId: ChildId,
  moment: BusinessMoment,
): Promise<ChangeChildrenOutcome<Refusal>> =>
  changeChildren<Refusal>(table, parentId, instantOf(moment.now), async ({ children, bookings }) => {
    const child = children.find(({ id }) => id === childId);
    if (!child) return { outcome: 'no-child' };
    const own = bookings.filter(({ child_id }) => child_id === childId);
    const coming = await countComing(table, own, moment);
    if (coming > 0) return { outcome: 'has-bookings', name: child.name, bookings: coming };
    return {
      children: children.filter(({ id }) => id !== childId),
      bookings,
      writes: [
        {
          Delete: {
            TableName: table.name,
            Key: childKey(parentId, childId),
            ConditionExpression: 'attribute_exists(PK)',
          },
        },
      ],
    };
  });
