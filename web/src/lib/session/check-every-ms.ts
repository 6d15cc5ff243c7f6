/** How often an open page checks its session, in milliseconds. */
export const checkEveryMs = 30_000;
