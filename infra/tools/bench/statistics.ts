/** The value below which a share of the sample lies (nearest rank); NaN of an empty sample. */
export const percentile = (sample: readonly number[], share: number): number => {
  const sorted = sample.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
};

export const median = (sample: readonly number[]): number => percentile(sample, 0.5);

/** Rounds to a number of decimals, for people. */
export const rounded = (value: number, decimals = 1): number => Number(value.toFixed(decimals));
