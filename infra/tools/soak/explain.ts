import { firstUnexplained, type Step, unchanged } from '#infra/testing/linearizability';
import type { Violation } from './driver.ts';
import { type Entry, hasUnknownOutcome, linesOf } from './requests.ts';

/** The model of one object, such as a slot. */
export interface Model<State> {
  readonly what: string;
  readonly initial: State;
  readonly textOf: (state: State) => string;
  /** What the answer says of the object; where the outcome is unknown, what the request may have done. None where it concerns others. */
  readonly stepsOf: (entry: Entry, isUnknown: boolean) => readonly Step<State>[];
  /** What is stored in the end. */
  readonly stored?: Step<State>;
}

/** Whether an order of the requests explains each answer, and what is stored. @param end a time after all answers */
export const explain = <State>(
  { what, initial, textOf, stepsOf, stored }: Model<State>,
  entries: readonly Entry[],
  end: number,
): Violation[] => {
  const operations = entries.flatMap((entry) => {
    const isUnknown = hasUnknownOutcome(entry);
    const returned = isUnknown ? undefined : entry.returned;
    return stepsOf(entry, isUnknown)
      .filter((after) => after !== unchanged)
      .map((after) => ({ entry, invoked: entry.invoked, returned, after }));
  });
  const last = stored ? [{ invoked: end, returned: end, after: stored }] : [];
  const moment = firstUnexplained(initial, [...operations, ...last], textOf);
  if (moment === undefined) return [];
  const until = operations.flatMap(({ entry, invoked }) => (invoked <= moment ? [entry] : []));
  const unexplained = operations.find(({ returned }) => returned === moment)?.entry;
  const text = unexplained
    ? `no order of operations explains the answer to request ${unexplained.number}`
    : 'no order of operations leads to the content of the table';
  return [{ rule: `${what} is linearizable`, text, history: linesOf(until) }];
};
