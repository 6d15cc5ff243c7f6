import { codeOf } from './answers.ts';
import type { RunResult } from './run.ts';

/** How often things of some kinds happened. */
export type Counts = Readonly<Record<string, number>>;

/** What happened in one run or in many, in figures. */
export interface Tally {
  /** What was asked and answered: `book 201`, `delete bookingNotFound`, `edit nothing` … */
  readonly answers: Counts;
  /** What befell requests to the database. */
  readonly faults: Counts;
  /** What became of messages. */
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
    entries.map((entry) => `${entry.request.kind} ${codeOf(entry) ?? entry.answer?.status ?? 'nothing'}`),
  ),
  faults: Object.fromEntries(faults),
  messages: count(
    messages.map(({ isUnknowable, isTaken }) => {
      if (isUnknowable) return 'in doubt';
      return isTaken ? 'sent' : 'refused';
    }),
  ),
});

export const addTallies = (one: Tally, other: Tally): Tally => ({
  answers: add(one.answers, other.answers),
  faults: add(one.faults, other.faults),
  messages: add(one.messages, other.messages),
});

export const total = (counts: Counts): number => Object.values(counts).reduce((sum, each) => sum + each, 0);
