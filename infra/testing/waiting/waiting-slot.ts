import { classKey, slotKey } from '#functions/data/dynamo/keys/classes';
import { deleteItem } from '#functions/data/dynamo/write-item';
import type { OfferId } from '#shared/schemas/ids';
import type { Instant } from '#shared/schemas/values';
import type { Act } from './acts.ts';
import { book, bookTogether, end, move } from './carry-bookings.ts';
import { changeClass } from './carry-class-changes.ts';
import { ask, endOpenOffer, first, join, leave, take } from './carry-list.ts';
import { endClass, erase, removeChild } from './carry-removals.ts';
import { keepElsewhere, keepHere, keepPlaces, leaveBefore } from './carry-term.ts';
import type { Carried } from './linearize.ts';
import { readStoredList, type StoredList } from './read-list.ts';
import type { SlotContext } from './slot-context.ts';
import { changedPrice, termContradiction } from './term-contradiction.ts';

/** When an act is carried out, and the stored offer that an answer is for. */
interface Moment {
  readonly now: Instant;
  readonly offerId: OfferId | undefined;
}

/** A slot of a table, on which everything that can happen to a waiting list is carried out. */
export const createWaitingSlot = (context: SlotContext) => {
  const { table, cls, slotId, otherSlotId, term } = context;

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
      case 'keep-elsewhere':
        return offerId ? keepElsewhere(context, offerId, act) : Promise.resolve('refused');
      case 'keep-here':
        return keepHere(context, act);
      case 'keep-places':
        return keepPlaces(context, act);
      case 'leave-before':
        return leaveBefore(context, act);
      case 'change-price':
        return changeClass(context, { ...act, raisesCalendar: false });
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
    read: () => readStoredList(table, cls.id, slotId, term),
    /** Deletes the class. */
    forget: async (): Promise<void> => {
      const keys = [classKey(cls.id), slotKey(cls.id, slotId), slotKey(cls.id, otherSlotId)];
      if (term) keys.push(classKey(term.before.id), slotKey(term.before.id, term.beforeSlotId));
      await Promise.all(keys.map((Key) => deleteItem(table, { TableName: table.name, Key })));
    },
    readElsewhere: () => readStoredList(table, cls.id, otherSlotId),
    /** What disagrees between the kept places and the offers of both slots; undefined where nothing does. */
    termContradiction: (known: readonly OfferId[]) => termContradiction(context, known),
    /** @param prices as `changedPrice` takes them */
    changedPrice: (stored: StoredList, prices: Map<string, number>) => changedPrice(context, stored, prices),
  };
};
export type WaitingSlot = ReturnType<typeof createWaitingSlot>;
