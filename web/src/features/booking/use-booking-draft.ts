import { useState } from 'react';
import * as z from 'zod/mini';
import type { SlotId } from '#shared/schemas/ids';
import { tryStorage } from '../../lib/browser/try-storage.ts';

const draftSchema = z.object({
  isTrial: z.boolean(),
  childId: z.string(),
  siblingIds: z._default(z.array(z.string()), []),
});
type BookingDraft = z.infer<typeof draftSchema>;

const emptyDraft: BookingDraft = { isTrial: false, childId: '', siblingIds: [] };

const keyOf = (slotId: SlotId): string => `booking-draft:${slotId}`;

const readDraft = (slotId: SlotId): BookingDraft =>
  tryStorage(() => draftSchema.parse(JSON.parse(sessionStorage.getItem(keyOf(slotId)) ?? 'null'))) ??
  emptyDraft;

/** The choices of the booking form of a slot. They outlive a reload and a login in the same tab; they hold ids only. */
export const useBookingDraft = (slotId: SlotId) => {
  const [draft, setDraft] = useState(() => readDraft(slotId));
  const change = (changes: Partial<BookingDraft>): void => {
    const changed = { ...draft, ...changes };
    setDraft(changed);
    tryStorage(() => sessionStorage.setItem(keyOf(slotId), JSON.stringify(changed)));
  };
  return [draft, change] as const;
};

/** Removes the choices after the booking. */
export const forgetBookingDraft = (slotId: SlotId): void => {
  tryStorage(() => sessionStorage.removeItem(keyOf(slotId)));
};
