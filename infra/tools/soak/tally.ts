import { codeOf } from './answers.ts';
import type { RunResult } from './run.ts';

/** Numbers of events by name. */
export type Counts = Readonly<Record<string, number>>;

/** Numbers of answers, faults and messages in one or more runs. */
export interface Tally {
  /** Requests by kind and answer: `book 201`, `delete bookingNotFound`, `edit no answer` … */
  readonly answers: Counts;
  /** Requests to the database by fault. */
  readonly faults: Counts;
  /** Messages by outcome. */
  readonly messages: Counts;
}

export const noTally: Tally = { answers: {}, faults: {}, messages: {} };

const count = (names: readonly string[]): Counts =>
  Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]));

const add = (one: Counts, other: Counts): Counts =>
  Object.fromEntries(
    [...new Set([...Object.keys(one), ...Object.keys(other)])].map((name) => [
      name,
      (one[name] ?? 0) + (other[name] ?? 0),
    ]),
  );

export const tallyOf = ({ entries, faults, messages }: RunResult): Tally => ({
  answers: count(
    entries.map((entry) => `${entry.request.kind} ${codeOf(entry) ?? entry.answer?.status ?? 'no answer'}`),
  ),
  faults: Object.fromEntries(faults),
  messages: count(
    messages.map(({ isOutcomeUnknown, isAccepted }) => {
      if (isOutcomeUnknown) return 'unknown';
      return isAccepted ? 'sent' : 'refused';
    }),
  ),
});

export const addTallies = (one: Tally, other: Tally): Tally => ({
  answers: add(one.answers, other.answers),
  faults: add(one.faults, other.faults),
  messages: add(one.messages, other.messages),
});

export const total = (counts: Counts): number => Object.values(counts).reduce((sum, each) => sum + each, 0);
