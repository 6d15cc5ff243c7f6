import { timerSettings } from '#infra/cloud/timer-settings';
import type { HandlerLoader } from './handlers.ts';
import { lambdaContext } from './lambda-context.ts';

export interface LocalTimer {
  /** Runs the function now, after a run that is under way. */
  run(): Promise<void>;
  /** Ends after the present run. */
  stop(): Promise<void>;
}

/** Runs the timer's function in place of EventBridge Scheduler. */
export const startTimer = (loader: Pick<HandlerLoader, 'load'>): LocalTimer => {
  let running = Promise.resolve();
  const run = (): Promise<void> => {
    running = running.then(async () => {
      try {
        await (await loader.load('timer'))({}, lambdaContext('timer'));
      } catch (error) {
        // As in the cloud: the next run does what this one has left.
        console.error(error);
      }
    });
    return running;
  };
  void run();
  const interval = setInterval(run, timerSettings.everyMinutes * 60_000);
  return {
    run,
    stop: async () => {
      clearInterval(interval);
      await running;
    },
  };
};
