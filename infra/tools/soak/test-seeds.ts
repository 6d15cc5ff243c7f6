/** The seeds of the tests. They are always the same, so that a failure can be repeated. `npm run soak` adds random ones. */
export const testSeeds: readonly number[] = Array.from({ length: 1_000 }, (_, index) => index + 1);
