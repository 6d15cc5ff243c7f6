/** The states that are possible after an operation; none if it is impossible in `state`. */
export type Step<State> = (state: State) => readonly State[];

/** The state if a condition holds, otherwise none. */
export const when = <State>(condition: boolean, state: State): readonly State[] => (condition ? [state] : []);

/** Changes nothing, and is possible where a condition holds. */
export const holds =
  <State>(condition: (state: State) => boolean): Step<State> =>
  (state) =>
    when(condition(state), state);

export const impossible = (): readonly never[] => [];

export interface Operation<State> {
  /** Times of one logical clock: whole numbers, each used once. */
  readonly invoked: number;
  /** Undefined without an answer: the operation took effect at any time after `invoked`, or never. */
  readonly returned: number | undefined;
  /**
   * None if its answer is impossible for the state. For an operation without an answer: its possible effects.
   */
  readonly after: Step<State>;
}

/** A prefix of a sequential order, as far as the rest of the order depends on it. */
interface Configuration<State> {
  readonly state: State;
  readonly done: bigint;
  /** One bit for each operation without an answer that is in the prefix. */
  readonly used: bigint;
  /** The number of operations with an answer that are not in the prefix. */
  readonly left: number;
  /** The number of operations without an answer that are in the prefix. */
  readonly extra: number;
}

const bit = (at: number): bigint => 1n << BigInt(at);

/**
 * Whether a sequential order explains all answers: it keeps the order of operations that did not overlap, and every
 * answer fits the state that the operations before it produce. The algorithm is Wing and Gong's search with Lowe's cache
 * of visited configurations. Of two configurations with the same state and the same answered operations, the one with
 * more operations without an answer is left out, because those of the other can still take effect. Configurations with
 * the fewest answers left come first, and among them those with the fewest operations without an answer.
 */
export const isLinearizable = <State>(
  initial: State,
  operations: readonly Operation<State>[],
  textOf: (state: State) => string,
): boolean => {
  const answered = operations.flatMap(({ returned, ...rest }) =>
    returned === undefined ? [] : [{ ...rest, returned }],
  );
  const unanswered = operations.filter(({ returned }) => returned === undefined);
  /** Configurations that are not searched yet, by their order. */
  const waiting: Configuration<State>[][] = [];
  const usedBy = new Map<string, readonly bigint[]>();

  const add = (configuration: Configuration<State>): void => {
    const { state, done, used, left, extra } = configuration;
    const key = `${done} ${textOf(state)}`;
    const others = usedBy.get(key) ?? [];
    if (others.some((other) => (other & used) === other)) return;
    usedBy.set(key, [...others, used]);
    const order = left * (unanswered.length + 1) + extra;
    waiting[order] ??= [];
    waiting[order].push(configuration);
  };

  add({ state: initial, done: 0n, used: 0n, left: answered.length, extra: 0 });
  for (;;) {
    const found = waiting.find((some) => some?.length)?.pop();
    if (!found) return false;
    const { state, done, used, left, extra } = found;
    if (left === 0) return true;
    const open = answered.flatMap((operation, at) => (done & bit(at) ? [] : [{ ...operation, at }]));
    // An operation cannot come before one that had returned when it was invoked.
    const horizon = Math.min(...open.map(({ returned }) => returned));
    for (const { at, invoked, after } of open) {
      if (invoked > horizon) continue;
      for (const next of after(state)) add({ ...found, state: next, done: done | bit(at), left: left - 1 });
    }
    for (const [at, { invoked, after }] of unanswered.entries()) {
      if (used & bit(at) || invoked > horizon) continue;
      for (const next of after(state)) add({ ...found, state: next, used: used | bit(at), extra: extra + 1 });
    }
  }
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
