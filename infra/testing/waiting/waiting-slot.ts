import { classKey, slotKey } from '#functions/data/dynamo/keys/classes';
import { deleteItem } from '#functions/data/dynamo/write-item';
import type { Table } from '#functions/data/table';
import type { OfferId } from '#shared/schemas/ids';
import type { Family } from '#shared/schemas/profile';
import type { Instant } from '#shared/schemas/values';
import type { Act } from './acts.ts';
import { book, bookTogether, end, move } from './carry-bookings.ts';
import { changeClass } from './carry-class-changes.ts';
import { ask, endOpenOffer, first, join, leave, take } from './carry-list.ts';
import { endClass, erase, removeChild } from './carry-removals.ts';
import type { Carried } from './linearize.ts';
import { readStoredList } from './read-list.ts';
import { createSlotContext } from './slot-context.ts';

/** When an act is carried out, and the stored offer that an answer is for. */
interface Moment {
  readonly now: Instant;
  readonly offerId: OfferId | undefined;
}

/** A slot of a table, on which everything that can happen to a waiting list is carried out. */
export const createWaitingSlot = async (table: Table, capacity: number, families: readonly Family[]) => {
  const context = await createSlotContext(table, capacity, families);
  const { cls, slotId, otherSlotId } = context;

  const carryOut = (act: Act, { now, offerId }: Moment): Promise<Carried> => {
    switch (act.kind) {
      case 'book':
        return book(context, act.child);
      case 'book-together':
        return bookTogether(context, act.children);
      case 'end-booking':
        return end(context, act);
      case 'move-away':
      case 'move-here':
        return move(context, act);
      case 'join':
        return join(context, act);
      case 'leave':
        return leave(context, act);
      case 'put-first':
        return first(context, act);
      case 'ask':
        return ask(context, now);
      case 'take':
        return offerId ? take(context, offerId) : Promise.resolve('refused');
      case 'decline':
      case 'expire':
      case 'withdraw':
        return offerId ? endOpenOffer(context, offerId, act) : Promise.resolve('refused');
      case 'set-capacity':
        return changeClass(context, { ...act, raisesCalendar: false });
      case 'edit-class':
        return changeClass(context, { ...act, raisesCalendar: true });
      case 'remove-child':
        return removeChild(context, act);
      case 'erase':
        return erase(context, act);
      case 'end-class':
        return endClass(context, act);
    }
  };

  return {
    carryOut,
    /** Books a place of the other slot. */
    bookElsewhere: (child: Parameters<typeof book>[1]) => book(context, child, otherSlotId),
    read: () => readStoredList(table, cls.id, slotId),
    /** Deletes the class. */
    forget: async (): Promise<void> => {
      const keys = [classKey(cls.id), slotKey(cls.id, slotId), slotKey(cls.id, otherSlotId)];
      await Promise.all(keys.map((Key) => deleteItem(table, { TableName: table.name, Key })));
    },
    readElsewhere: async () => (await readStoredList(table, cls.id, otherSlotId)).booked,
  };
};
export type WaitingSlot = Awaited<ReturnType<typeof createWaitingSlot>>;
