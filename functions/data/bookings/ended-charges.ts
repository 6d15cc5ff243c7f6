import * as z from 'zod/mini';
import { endedBookingSchema } from '#shared/schemas/ended-booking';
import { type UserId, userIdSchema } from '#shared/schemas/ids';
import { endedBookingsPartition } from '../dynamo/keys/bookings.ts';
import { inPartition, queryAll } from '../dynamo/query.ts';
import type { Table } from '../table.ts';

/** An ended booking as its family's account has it. */
const endedChargeSchema = z.extend(
  z.pick(endedBookingSchema, {
    id: true,
    class_id: true,
    class_type: true,
    venue: true,
    is_trial: true,
    amount: true,
    due_dates: true,
    discount: true,
    created_at: true,
    ended: true,
  }),
  {
    /** Removed from the records of a family that is erased. */
    child_name: z._default(z.string(), ''),
    /** The administrator who ended it, as far as records have it. */
    made_by: z._default(z.nullable(userIdSchema), null),
  },
);
export type EndedCharge = z.infer<typeof endedChargeSchema>;

/** What a family was charged for bookings that ended, of erased families too. One consistent Query. */
export const listEndedCharges = async (table: Table, parentId: UserId): Promise<EndedCharge[]> => {
  const items = await queryAll(table, {
    ...inPartition(endedBookingsPartition(parentId)),
    ConsistentRead: true,
  });
  return items.map((item) => endedChargeSchema.parse(item));
};
