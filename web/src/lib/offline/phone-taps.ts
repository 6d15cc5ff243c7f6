import * as z from 'zod/mini';
import { phoneIdSchema, type Tap } from '#shared/schemas/register';
import { tryStorage } from '../browser/try-storage.ts';

const storageKey = 'coach-phone';
const countedSchema = z.object({ phone: phoneIdSchema, number: z.int() });

const newPhone = (): Tap => {
  const text = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(6))));
  return { phone: phoneIdSchema.parse(text.replaceAll('+', '-').replaceAll('/', '_')), number: 0 };
};

/** The last tap of this page: all that is known in a browser that stores nothing. */
let last: Tap | undefined;

/**
 * Counts a tap of this browser, in all its tabs and for all accounts: which tap was the later one does not depend on the clock
 * (REG-13). The name of the phone is made at random and says nothing of it.
 */
export const nextTap = (): Tap => {
  const stored = tryStorage(
    () => countedSchema.safeParse(JSON.parse(localStorage.getItem(storageKey) ?? 'null')).data,
  );
  const before = stored ?? last ?? newPhone();
  const counted = last?.phone === before.phone ? Math.max(last.number, before.number) : before.number;
  last = { phone: before.phone, number: counted + 1 };
  tryStorage(() => localStorage.setItem(storageKey, JSON.stringify(last)));
  return last;
};
