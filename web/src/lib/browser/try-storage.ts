/**
 * Uses the browser's storage, which throws or is missing where cookies and site data are blocked, as in the browsers inside of
 * other apps. Everything before a login uses it here alone (FAM-02).
 * @returns undefined where the browser blocks storage, or what is stored cannot be read
 */
export const tryStorage = <Result>(use: () => Result): Result | undefined => {
  try {
    return use();
  } catch {
    return undefined;
  }
};

/** Whether this browser can keep a login. */
export const keepsLogins = (): boolean =>
  tryStorage(() => {
    const key = 'storage-check';
    localStorage.setItem(key, key);
    localStorage.removeItem(key);
    return true;
  }) ?? false;
