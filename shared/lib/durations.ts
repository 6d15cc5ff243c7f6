export const secondMs = 1_000;
export const minuteMs = 60_000;
export const hourMs = 3_600_000;
export const dayMs = 86_400_000;
export const weekMs = 7 * dayMs;

const units = [
  { seconds: 3_600, one: 'an hour', many: 'hours' },
  { seconds: 60, one: 'a minute', many: 'minutes' },
] as const;

/** For use after "in": "an hour", "2 minutes", "half a minute". */
export const durationText = (seconds: number): string => {
  if (seconds === 30) return 'half a minute';
  const unit = units.find((one) => seconds % one.seconds === 0);
  if (!unit) return `${seconds} seconds`;
  return seconds === unit.seconds ? unit.one : `${seconds / unit.seconds} ${unit.many}`;
};

/** Random after 429 or 503, so that screens do not ask together. The first let all families of an opening through. */
const quickMs = { from: 300, to: 1_500 };
const quickTries = 12;
const growth = 1.5;
const longestMs = 20_000;

/** Afterwards the family has to press again. */
export const busyRepeatedMs = 5 * minuteMs;

/** At least what the answer asks for (`Retry-After`). @param count from 0 */
export const busyPauseMs = (
  repetition: number,
  { retryAfterSeconds }: { readonly retryAfterSeconds: number },
  random: () => number = Math.random,
): number => {
  const quick = quickMs.from + random() * (quickMs.to - quickMs.from);
  const grown = Math.min(quick * growth ** Math.max(0, repetition - quickTries), longestMs);
  return Math.max(grown, retryAfterSeconds * 1_000 * (1 + random() / 2));
};
