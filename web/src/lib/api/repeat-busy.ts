import type { QueryCache, QueryState } from '@tanstack/react-query';
import { busyPauseMs, busyRepeatedMs } from '#shared/lib/durations';
import { showToast, withdrawToasts } from '../toasts/toasts.ts';
import { type ApiError, isBusy } from './api-error.ts';

// The first request that a busy service refuses loads this file.

/** The family or a timer can close the toast, so it is shown again after this many repetitions. */
const toldEvery = 8;

const subject = 'asking-again';
let asking = 0;

/** Shows that the site asks again, until the last of these requests has called `end`. */
export const sayAskingAgain = () => {
  asking += 1;
  return {
    tell: (repetition: number): void => {
      if (repetition % toldEvery !== 0) return;
      showToast({
        id: subject,
        subject,
        type: 'info',
        title: 'Many people are using this now',
        description:
          'We ask again until there is an answer. You can leave this page, but keep the site open.',
      });
    },
    end: (): void => {
      asking -= 1;
      if (asking === 0) withdrawToasts(subject);
    },
  };
};

const waitFor = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    const giveUp = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    if (signal?.aborted) giveUp();
    else signal?.addEventListener('abort', giveUp);
  });

interface Repetitions {
  readonly signal?: AbortSignal | undefined;
  readonly now?: () => number;
  readonly pause?: typeof waitFor;
  readonly say?: typeof sayAskingAgain;
}

/** Repeats a refused request until the API decides (API-42, TRM-08). It has an attempt's key, or changes nothing when repeated. */
export const repeatWhileBusy = async <Answer>(
  send: () => Promise<Answer>,
  refused: ApiError,
  { signal, now = () => performance.now(), pause = waitFor, say = sayAskingAgain }: Repetitions = {},
): Promise<Answer> => {
  const end = now() + busyRepeatedMs;
  const said = say();
  let refusal = refused;
  try {
    for (let repetition = 0; ; repetition += 1) {
      said.tell(repetition);
      await pause(busyPauseMs(repetition, refusal), signal);
      try {
        return await send();
      } catch (error) {
        if (!isBusy(error) || now() >= end) throw error;
        refusal = error;
      }
    }
  } finally {
    said.end();
  }
};

const isRepeated = ({ fetchStatus, fetchFailureReason }: QueryState): boolean =>
  fetchStatus === 'fetching' && isBusy(fetchFailureReason);

/** Shows that the site asks again from the second failure of a read on. */
export const tellOfBusyReads = (cache: QueryCache): void => {
  let said: ReturnType<typeof sayAskingAgain> | undefined;
  cache.subscribe(({ type, query: { state } }) => {
    if (type !== 'updated') return;
    if (isRepeated(state) && state.fetchFailureCount > 1) {
      said ??= sayAskingAgain();
      said.tell(state.fetchFailureCount - 2);
    } else if (said && !cache.getAll().some((query) => isRepeated(query.state))) {
      said.end();
      said = undefined;
    }
  });
};
