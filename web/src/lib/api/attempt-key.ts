/**
 * Gives the Idempotency-Key of each attempt to have something made: the same for every retry with the same entries, so
 * that an answer lost on the way never makes it twice; other entries are another attempt.
 */
export const attemptKeys = () => {
  let attempt: { entries: string; key: string } | null = null;
  return (body: object): string => {
    const entries = JSON.stringify(body);
    if (attempt?.entries !== entries) attempt = { entries, key: crypto.randomUUID() };
    return attempt.key;
  };
};
