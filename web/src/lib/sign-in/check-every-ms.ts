/** How often an open page checks its sign-in, in milliseconds. */
export const checkEveryMs = 30_000;
