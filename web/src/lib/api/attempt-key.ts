/**
 * Makes the Idempotency-Key of a creating request: the same key for every retry with the same body, so that a retry
 * after a lost answer creates nothing twice; a new key for another body. `renew` ends the attempt: the same body is a new
 * one then, where a screen stays after a success.
 */
export const attemptKeys = () => {
  let attempt: { content: string; key: string } | null = null;
  const keyOf = (body: object): string => {
    const content = JSON.stringify(body);
    if (attempt?.content !== content) attempt = { content, key: crypto.randomUUID() };
    return attempt.key;
  };
  const renew = (): void => {
    attempt = null;
  };
  return Object.assign(keyOf, { renew });
};
