/**
 * The pauses before the site sends a request again that a busy service refused (429, 503): random, so that screens do not ask together. Those of the
 * first `quickTries` let all families of an opening through; later ones grow, so that a service that is down is not asked
 * ever more.
 */
const quickMs = { from: 300, to: 1_500 };
const quickTries = 12;
const growth = 1.5;
const longestMs = 20_000;

/** The pause before a repetition, counted from 0: at least what the answer asks for (`Retry-After`). */
export const busyPauseMs = (
  repetition: number,
  { retryAfterSeconds }: { readonly retryAfterSeconds: number },
  random: () => number = Math.random,
): number => {
  const quick = quickMs.from + random() * (quickMs.to - quickMs.from);
  const grown = Math.min(quick * growth ** Math.max(0, repetition - quickTries), longestMs);
  return Math.max(grown, retryAfterSeconds * 1_000 * (1 + random() / 2));
};
