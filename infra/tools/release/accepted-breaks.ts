/** Breaks since the last release that are intended, each with its reason. `npm run release` ends them. */
export const acceptedBreaks: Readonly<Record<string, string>> = {};
