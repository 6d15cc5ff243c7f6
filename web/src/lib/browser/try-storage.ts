/**
 * Uses the browser's storage, which throws or is missing where site data are blocked, as in the browsers inside of
 * other apps. Code that runs before a login uses storage only through this function (FAM-02).
 * @returns undefined where the browser blocks storage, or the stored value cannot be read
 */
export const tryStorage = <Result>(use: () => Result): Result | undefined => {
  try {
    return use();
  } catch {
    return undefined;
  }
};

export const canStoreLogins = (): boolean =>
  tryStorage(() => {
    const key = 'storage-check';
    localStorage.setItem(key, key);
    localStorage.removeItem(key);
    return true;
  }) ?? false;
