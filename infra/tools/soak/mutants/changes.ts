import {
  has,
  inTransaction,
  leftOut,
  lost,
  rewritten,
  split,
  unconditional,
} from '#infra/testing/mutants/mutant';
import type { SoakMutant } from './soak-mutant.ts';

const isBooking = '"entity":"booking"';
const isRecord = '"entity":"ended-booking"';

const move = inTransaction('current_bookings + :one', 'current_bookings - :one');
const toClass = inTransaction('current_bookings + :one', 'current_bookings - :one', ':"moved"');
const upgrade = inTransaction(':"upgraded"');
const trialOver = inTransaction(':"trial-over"');
const ending = inTransaction(isRecord, 'current_bookings - :one');

/** Defects of moves, kept and ended trials, and endings. */
export const changeMutants: readonly SoakMutant[] = [
  { name: 'a move is not one transaction', theme: 'changes', intercept: split(move, 15) },
  {
    name: 'a move keeps the old place',
    theme: 'changes',
    intercept: leftOut(move, has('current_bookings - :one')),
  },
  {
    name: 'a move takes no place',
    theme: 'changes',
    intercept: leftOut(move, has('current_bookings + :one')),
  },
  {
    name: 'a moved child stays where it was',
    theme: 'changes',
    intercept: leftOut(move, has('"Delete"')),
  },
  { name: 'a moved child arrives nowhere', theme: 'changes', intercept: leftOut(move, has(isBooking)) },
  {
    name: 'a move to another class is not charged',
    theme: 'changes',
    intercept: rewritten(toClass, 'charged :charge', 'uncharged :charge'),
  },
  { name: 'a move is confirmed and not stored', theme: 'changes', intercept: lost(move) },
  { name: 'an ending is not recorded', theme: 'money', intercept: leftOut(ending, has(isRecord)) },
  {
    name: 'the end of a booking is not credited',
    theme: 'rush',
    intercept: rewritten(ending, 'credited :credit', 'uncredited :credit'),
  },
  { name: 'a booking ends twice', theme: 'returning', intercept: unconditional(ending) },
  { name: 'a trial that ended is kept', theme: 'trials', intercept: unconditional(upgrade) },
  {
    name: 'the kept place is not charged',
    theme: 'trials',
    intercept: rewritten(upgrade, 'charged :charge', 'uncharged :charge'),
  },
  {
    name: 'a kept trial is not recorded',
    theme: 'trials',
    intercept: leftOut(upgrade, has(isRecord)),
  },
  { name: 'a trial that is over keeps its place', theme: 'trials', intercept: lost(trialOver) },
  {
    name: 'a child has two trials in a class',
    theme: 'trials',
    intercept: rewritten(
      inTransaction('NOT contains(trials, :trial)'),
      'NOT contains(trials, :trial)',
      '(NOT contains(trials, :trial) OR contains(trials, :trial))',
    ),
  },
  {
    name: 'a trial that was cancelled in time counts',
    theme: 'trials',
    intercept: rewritten(
      inTransaction('DELETE trials :trials'),
      'DELETE trials :trials',
      'DELETE untrials :trials',
    ),
  },
];
