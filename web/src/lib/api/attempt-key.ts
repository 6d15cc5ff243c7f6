const unanswered = new Set<string>();

export const noteAttempt = (key: string, outcome: 'unknown' | 'known'): void => {
  if (outcome === 'unknown') unanswered.add(key);
  else unanswered.delete(key);
};

const makeKeys = (isForm: boolean) => {
  let attempt: { content: string; key: string } | null = null;
  const keyOf = (body: object): string => {
    const content = JSON.stringify(body);
    if (attempt?.content === content) return attempt.key;
    const isRepeated = isForm && attempt && unanswered.has(attempt.key);
    attempt = { content, key: isRepeated && attempt ? attempt.key : crypto.randomUUID() };
    return attempt.key;
  };
  const renew = (): void => {
    attempt = null;
  };
  return Object.assign(keyOf, { renew });
};

/**
 * Makes the Idempotency-Key of a creating request. A retry with the same body has the same key, so that it creates nothing twice
 * after a lost answer; another body has a new key. `renew` ends the attempt, for a screen that stays after a success.
 */
export const attemptKeys = () => makeKeys(false);

/**
 * For a form that creates a child, a class or a payment, of which nothing else shows that it was sent. Changed after a lost answer,
 * the form has the sent key: one of the two is stored, and the API refuses the other one, and says so (API-41).
 */
export const formKeys = () => makeKeys(true);
