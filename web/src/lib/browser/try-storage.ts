/**
 * Uses the browser's storage.
 * @returns undefined where the browser blocks storage, or what is stored cannot be read
 */
export const tryStorage = <Result>(use: () => Result): Result | undefined => {
  try {
    return use();
  } catch {
    return undefined;
  }
};
