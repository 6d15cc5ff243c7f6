/** Keys that were sent, and of which no answer says what became of their attempts. */
const unanswered = new Set<string>();

/** Notes that a key was sent, or that the outcome of its attempt is known. */
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
 * Makes the Idempotency-Key of a creating request: the same key for every retry with the same body, so that a retry
 * after a lost answer creates nothing twice; a new key for another body. `renew` ends the attempt: the same body is a new
 * one then, where a screen stays after a success.
 */
export const attemptKeys = () => makeKeys(false);

/**
 * The keys of a form whose entries say all that is made of them: nothing else shows that a child, a class or a payment was sent
 * before. After a lost answer a changed form has the key that was sent. Then one of the two is stored: the API refuses the second
 * one, and says so (API-41).
 */
export const formKeys = () => makeKeys(true);
