import { ApiError } from './api-error.ts';

/** How long a screen asks again before it gives up, and the pauses between: random, so that screens do not ask together. */
const mostMs = 60_000;
const pauseMs = { from: 300, to: 1_500 };

const pauseAtRandom = (): Promise<void> =>
  new Promise((done) => {
    setTimeout(done, pauseMs.from + Math.random() * (pauseMs.to - pauseMs.from));
  });

/** Whether the gateway refused a request because too many came at once. No function saw it. */
const isCrowded = (error: unknown): boolean => error instanceof ApiError && error.code === 'tooManyRequests';

/**
 * Sends a request again while the gateway refuses it because too many families ask at once, until it is answered (TRM-08).
 * Each try has the key of the attempt.
 * @param onCrowded called before the first repetition
 */
export const repeatWhileCrowded = async <Answer>(
  send: () => Promise<Answer>,
  onCrowded: () => void,
  { now = () => performance.now(), pause = pauseAtRandom } = {},
): Promise<Answer> => {
  const end = now() + mostMs;
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await send();
    } catch (error) {
      if (!isCrowded(error) || now() >= end) throw error;
      if (isFirst) onCrowded();
      await pause();
    }
  }
};
