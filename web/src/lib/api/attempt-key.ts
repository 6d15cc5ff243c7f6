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

/** For a form that creates something. Changed after a lost answer, it has the sent key, and the API refuses it (API-41). */
export const formKeys = () => makeKeys(true);
