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
    applyTo: (loader) => {
      const shifted =
        <Arguments extends unknown[], Handler>(load: (...args: Arguments) => Promise<Handler>) =>
        async (...args: Arguments): Promise<Handler> => {
          const handler = await load(...args);
          (await loader.clock()).shiftClock(shiftMs);
          return handler;
        };
      return {
        api: shifted(loader.api),
        mailer: shifted(loader.mailer),
        messenger: shifted(loader.messenger),
        timer: shifted(loader.timer),
        bounces: shifted(loader.bounces),
        pretoken: shifted(loader.pretoken),
        clock: loader.clock,
      };
    },
  };
};
