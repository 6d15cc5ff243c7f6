import type { BookSlot } from '#shared/schemas/booking';

/**
 * Gives the Idempotency-Key of each booking attempt: the same for every retry of the same choice, so that an answer
 * lost on the way never books twice; another choice is another attempt.
 */
export const attemptKeys = () => {
  let attempt: { choice: string; key: string } | null = null;
  return (booking: BookSlot): string => {
    const choice = JSON.stringify(booking);
    if (attempt?.choice !== choice) attempt = { choice, key: crypto.randomUUID() };
    return attempt.key;
  };
};
