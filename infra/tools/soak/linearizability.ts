/** One operation on an object, as its client saw it. */
export interface Operation<State> {
  /** Times of one logical clock: whole numbers, each used once. */
  readonly invoked: number;
  /** Undefined without an answer: the operation took effect at any time after `invoked`, or never. */
  readonly returned: number | undefined;
  /**
   * The states that are possible after the operation on `state`. Empty if its answer is impossible for `state`. For an
   * operation without an answer: its possible effects.
   */
  readonly after: (state: State) => readonly State[];
}

/** Later than every time of the clock. */
const never = Number.POSITIVE_INFINITY;

/**
 * Whether a sequential order explains all answers: it keeps the order of operations that did not overlap, and every
 * answer fits the state that the operations before it produce. The algorithm is Wing and Gong's search with Lowe's cache
 * of visited configurations (operations done, state).
 */
export const isLinearizable = <State>(
  initial: State,
  operations: readonly Operation<State>[],
  textOf: (state: State) => string,
): boolean => {
  const ordered = operations.toSorted((one, other) => one.invoked - other.invoked);
  const answered = ordered.filter(({ returned }) => returned !== undefined).length;
  const visited = new Set<string>();

  const search = (state: State, done: ReadonlySet<Operation<State>>, left: number): boolean => {
    if (left === 0) return true;
    const configuration = `${ordered.map((operation) => (done.has(operation) ? 1 : 0)).join('')} ${textOf(state)}`;
    if (visited.has(configuration)) return false;
    visited.add(configuration);
    // An operation cannot come before one that had returned when it was invoked.
    const open = ordered.filter((operation) => !done.has(operation));
    const horizon = Math.min(...open.map(({ returned = never }) => returned));
    for (const operation of open) {
      if (operation.invoked > horizon) break;
      const stillLeft = operation.returned === undefined ? left : left - 1;
      for (const next of operation.after(state)) {
        if (search(next, new Set([...done, operation]), stillLeft)) return true;
      }
    }
    return false;
  };
  return search(initial, new Set(), answered);
};

/** The history up to a time: operations that returned later have no answer yet. */
const upTo = <State>(operations: readonly Operation<State>[], time: number): Operation<State>[] =>
  operations.flatMap((operation) => {
    if (operation.invoked > time) return [];
    return operation.returned === undefined || operation.returned <= time
      ? [operation]
      : [{ ...operation, returned: undefined }];
  });

/**
 * Finds the shortest prefix of a history that is not linearizable.
 * @returns the time of the prefix's last answer; undefined if the history is linearizable
 */
export const firstUnexplained = <State>(
  initial: State,
  operations: readonly Operation<State>[],
  textOf: (state: State) => string,
): number | undefined => {
  if (isLinearizable(initial, operations, textOf)) return undefined;
  const times = operations.flatMap(({ returned }) => returned ?? []).toSorted((one, other) => one - other);
  return times.find((time) => !isLinearizable(initial, upTo(operations, time), textOf));
};
