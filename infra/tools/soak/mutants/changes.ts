import { has, inTransaction, leftOut, lost, type Mutant, rewritten, split, unconditional } from './mutant.ts';

const isBooking = '"entity":{"S":"booking"}';
const isRecord = '"entity":{"S":"ended-booking"}';

const move = inTransaction('current_bookings + :one', 'current_bookings - :one');
const toClass = inTransaction('current_bookings + :one', 'current_bookings - :one', '"S":"moved"');
const upgrade = inTransaction('"S":"upgraded"');
const trialOver = inTransaction('"S":"trial-over"');
const ending = inTransaction(isRecord, 'current_bookings - :one');

/** Defects of moves, kept and ended trials, and endings. */
export const changeMutants: readonly Mutant[] = [
  { name: 'a move is not one transaction', theme: 'changes', execute: split(move, 15) },
  {
    name: 'a move keeps the old place',
    theme: 'changes',
    execute: leftOut(move, has('current_bookings - :one')),
  },
  {
    name: 'a move takes no place',
    theme: 'changes',
    execute: leftOut(move, has('current_bookings + :one')),
  },
  {
    name: 'a moved child stays where it was',
    theme: 'changes',
    execute: leftOut(move, has('"Delete"')),
  },
  { name: 'a moved child arrives nowhere', theme: 'changes', execute: leftOut(move, has(isBooking)) },
  {
    name: 'a move to another class is not charged',
    theme: 'changes',
    execute: rewritten(toClass, 'charged :charge', 'uncharged :charge'),
  },
  { name: 'a move is confirmed and not stored', theme: 'changes', execute: lost(move) },
  { name: 'an ending is not recorded', theme: 'money', execute: leftOut(ending, has(isRecord)) },
  {
    name: 'the end of a booking is not credited',
    theme: 'rush',
    execute: rewritten(ending, 'credited :credit', 'uncredited :credit'),
  },
  { name: 'a booking ends twice', theme: 'returning', execute: unconditional(ending) },
  { name: 'a trial that ended is kept', theme: 'trials', execute: unconditional(upgrade) },
  {
    name: 'the kept place is not charged',
    theme: 'trials',
    execute: rewritten(upgrade, 'charged :charge', 'uncharged :charge'),
  },
  {
    name: 'a kept trial is not recorded',
    theme: 'trials',
    execute: leftOut(upgrade, has(isRecord)),
  },
  { name: 'a trial that is over keeps its place', theme: 'trials', execute: lost(trialOver) },
  {
    name: 'a child has two trials in a class',
    theme: 'trials',
    execute: rewritten(
      inTransaction('NOT contains(trials, :trial)'),
      'NOT contains(trials, :trial)',
      '(NOT contains(trials, :trial) OR contains(trials, :trial))',
    ),
  },
  {
    name: 'a trial that was cancelled in time counts',
    theme: 'trials',
    execute: rewritten(
      inTransaction('DELETE trials :trials'),
      'DELETE trials :trials',
      'DELETE untrials :trials',
    ),
  },
];
