import { useRef } from 'react';
import type { BookSlot } from '#shared/schemas/booking';

/**
 * The Idempotency-Key of a booking attempt: the same for every retry of the same choice, so that an answer lost on
 * the way never books twice; another choice is another attempt.
 */
export const useAttemptKey = () => {
  const attempt = useRef<{ choice: string; key: string } | null>(null);
  return (booking: BookSlot): string => {
    const choice = JSON.stringify(booking);
    if (attempt.current?.choice !== choice) attempt.current = { choice, key: crypto.randomUUID() };
    return attempt.current.key;
  };
};
