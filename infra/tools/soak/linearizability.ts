/** One operation on an object, as those who asked for it saw it. */
export interface Operation<State> {
  /** Moments of one common clock: whole numbers, each given once. */
  readonly invoked: number;
  /** Undefined where no answer came: it took effect at any moment after it was asked for, or never. */
  readonly returned: number | undefined;
  /**
   * What the object may be after it, carried out at once on `state`; empty where the answer it was given cannot be
   * that of this state. Of an operation without an answer: what it may have done.
   */
  readonly after: (state: State) => readonly State[];
}

/** Moments of the clock that operations have in common. */
const never = Number.POSITIVE_INFINITY;

/**
 * Whether some order explains all answers: one that keeps what was over before something else began, and in which
 * every operation meets the state that the ones before it left. The search of Wing and Gong with Lowe's memory of
 * situations that were tried: the same operations behind it, the same state.
 */
export const isLinearizable = <State>(
  initial: State,
  operations: readonly Operation<State>[],
  textOf: (state: State) => string,
): boolean => {
  const ordered = operations.toSorted((one, other) => one.invoked - other.invoked);
  const answered = ordered.filter(({ returned }) => returned !== undefined).length;
  const tried = new Set<string>();

  const search = (state: State, done: ReadonlySet<Operation<State>>, left: number): boolean => {
    if (left === 0) return true;
    const situation = `${ordered.map((operation) => (done.has(operation) ? 1 : 0)).join('')} ${textOf(state)}`;
    if (tried.has(situation)) return false;
    tried.add(situation);
    // Nothing may come before what had returned when it was asked for.
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

/** What was known at a moment: answers that came later had not come. */
const upTo = <State>(operations: readonly Operation<State>[], moment: number): Operation<State>[] =>
  operations.flatMap((operation) => {
    if (operation.invoked > moment) return [];
    return operation.returned === undefined || operation.returned <= moment
      ? [operation]
      : [{ ...operation, returned: undefined }];
  });

/**
 * The shortest beginning of a history that no order explains: its last answer is the first inexplicable one.
 * @returns the moment of that answer; undefined where all is explained
 */
export const firstInexplicable = <State>(
  initial: State,
  operations: readonly Operation<State>[],
  textOf: (state: State) => string,
): number | undefined => {
  if (isLinearizable(initial, operations, textOf)) return undefined;
  const moments = operations.flatMap(({ returned }) => returned ?? []).toSorted((one, other) => one - other);
  return moments.find((moment) => !isLinearizable(initial, upTo(operations, moment), textOf));
};
