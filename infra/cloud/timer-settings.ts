/** How often the timer runs, in the cloud and in the local stack alike. */
export const timerSettings = { everyMinutes: 5 } as const;
