/**
 * Waits for work that was started at once, like `Promise.all`, but an error is passed on only after all parts have ended: none
 * of them goes on after the caller has given up, or while it tries again.
 * @throws the first error, in the order of the parts
 */
export const allEnded = async <Result>(parts: readonly Promise<Result>[]): Promise<Result[]> =>
  (await Promise.allSettled(parts)).map((end) => {
    if (end.status === 'rejected') throw end.reason;
    return end.value;
  });
