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
    const isKept = isForm && attempt && unanswered.has(attempt.key);
    attempt = { content, key: isKept && attempt ? attempt.key : crypto.randomUUID() };
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
 * Keys for a form that creates a child, a class or a payment. A form that is changed after a lost answer has the sent key: the API
 * refuses the second request, and says so (API-41).
 */
export const formKeys = () => makeKeys(true);
