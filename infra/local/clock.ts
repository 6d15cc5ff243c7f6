import type { HandlerLoader } from './handlers.ts';

/** The stack's own clock. */
export interface LocalClock {
  now(): Date;
  /** Moves it: from now on the time is this one, and goes on from there. */
  set(moment: Date): void;
  /** Makes functions read this clock. A function is loaded before each invocation, which may make its modules anew. */
  applyTo(loader: HandlerLoader): HandlerLoader;
}

export const createLocalClock = (): LocalClock => {
  let shiftMs = 0;
  return {
    now: () => new Date(Date.now() + shiftMs),
    set: (moment) => {
      shiftMs = moment.getTime() - Date.now();
    },
    applyTo: (loader) => ({
      load: async (name) => {
        const handler = await loader.load(name);
        (await loader.clock()).shiftClock(shiftMs);
        return handler;
      },
      clock: loader.clock,
    }),
  };
};
