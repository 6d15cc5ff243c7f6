/** The seeds of the tests: always the same, so that a failure is met again. `npm run soak` takes others each time. */
export const testedSeeds: readonly number[] = Array.from({ length: 1_000 }, (_, index) => index + 1);
