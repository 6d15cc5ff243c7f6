/**
 * The entry at a place of a list that a test knows to be there.
 * @throws Error when it is not
 */
export const at = <T>(list: readonly T[], index: number): T => {
  const found = list[index];
  if (found === undefined) throw new Error(`no entry ${index}`);
  return found;
};
