/**
 * The entry at an index of a list.
 * @throws Error if there is none
 */
export const at = <T>(list: readonly T[], index: number): T => {
  const found = list[index];
  if (found === undefined) throw new Error(`no entry ${index}`);
  return found;
};
