/**
 * Orders texts by their code units, such as dates and times, which are then in the order of time. `localeCompare` would
 * load the locale's collation.
 */
export const ascending = (one: string, other: string): number => {
  if (one === other) return 0;
  return one < other ? -1 : 1;
};
