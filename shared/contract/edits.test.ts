import { describe, expect, it } from 'vitest';
import { editOf, isSameValue, type Json, mergeEdit, rebase } from './edits.ts';

type Field = readonly [stored: Json, shown: Json, next: Json, merged: Json];

const slot = (id: string, starts: string) => ({ id, starts });
const [a, b] = [slot('a', '9:00'), slot('b', '10:00')];
const added = { starts: '11:00' };

describe('an edit', () => {
  it.each<readonly [string, ...Field]>([
    ['takes what is wanted of a field that is as it was shown', 'one', 'one', 'two', 'two'],
    ['takes what is stored where it is wanted', 'two', 'one', 'two', 'two'],
    ['takes an absent value for null', null, undefined, 'two', 'two'],
    [
      'compares objects whatever the order of their fields',
      { x: 1, y: 2 },
      { y: 2, x: 1 },
      { x: 3 },
      { x: 3 },
    ],
    [
      'changes an element of a list beside one that was changed',
      [a, slot('b', '12:00')],
      [a, b],
      [slot('a', '8:00'), b],
      [slot('a', '8:00'), slot('b', '12:00')],
    ],
    ['keeps an element that was added meanwhile', [a, b], [a], [slot('a', '8:00')], [slot('a', '8:00'), b]],
    [
      'leaves out an element that was removed meanwhile',
      [a],
      [a, b],
      [slot('a', '8:00'), b],
      [slot('a', '8:00')],
    ],
    [
      'removes an element, and keeps the change of another one',
      [a, slot('b', '12:00')],
      [a, b],
      [b],
      [slot('b', '12:00')],
    ],
    ['adds an element beside one that was added meanwhile', [a, b], [a], [a, added], [a, added, b]],
    [
      'takes the same change of an element once',
      [slot('a', '8:00'), b],
      [a],
      [slot('a', '8:00'), added],
      [slot('a', '8:00'), added, b],
    ],
    [
      'has an element once whose edit is sent again after a lost answer',
      [a, { id: 'c', ...added }],
      [a],
      [a, added],
      [a, { id: 'c', ...added }],
    ],
    [
      'adds two equal elements, of which one is stored',
      [a, { id: 'c', ...added }],
      [a],
      [a, added, added],
      [a, { id: 'c', ...added }, added],
    ],
    [
      'has an element that was added by the same edit once',
      [a, b, slot('c', '1:00')],
      [a],
      [a, b],
      [a, b, slot('c', '1:00')],
    ],
  ])('%s [PRF-01]', (_, stored, shown, next, merged) => {
    const values = { field: stored, other: 'stored' };
    expect(mergeEdit(values, { ...{ field: next }, shown: { field: shown } })).toEqual({
      outcome: 'merged',
      values: { field: merged, other: 'stored' },
    });
  });

  it.each<readonly [string, Json, Json, Json]>([
    ['a field', 'theirs', 'one', 'mine'],
    ['a field that was emptied', null, 'one', 'mine'],
    ['a field that was filled', 'theirs', null, 'mine'],
    ['a list without ids', ['x', 'y'], ['x'], ['z']],
    ['a list that is shorter', ['x'], ['x', 'y'], ['x', 'z']],
    ['an object with one more field', { x: 1, y: 2 }, { x: 1 }, { x: 3 }],
    ['an object with one field less', { x: 1 }, { x: 1, y: 2 }, { x: 3 }],
    ['an element of a list', [slot('a', '7:00'), b], [a, b], [slot('a', '8:00'), b]],
    ['an element that was removed', [b], [a, b], [slot('a', '8:00'), b]],
    ['an element that is removed', [slot('a', '7:00'), b], [a, b], [b]],
  ])('is refused where %s was changed otherwise, with what is stored [PRF-01]', (_, stored, shown, next) => {
    const edit = { ...{ field: next, other: 'mine' }, shown: { field: shown, other: 'one' } };
    expect(mergeEdit({ field: stored, other: 'one' }, edit)).toEqual({
      outcome: 'changed-meanwhile',
      stored: { field: stored },
    });
  });

  it('is refused where a field that it only names was changed [PRF-01]', () => {
    const edit = { shown: { field: 'one' } };
    expect(mergeEdit({ field: 'theirs' }, edit).outcome).toBe('changed-meanwhile');
    expect(mergeEdit({ field: 'one' }, edit)).toEqual({ outcome: 'merged', values: { field: 'one' } });
  });

  it.each<readonly [string, ...Field]>([
    ['a value as it was typed', 'theirs', 'one', 'mine', 'mine'],
    ['a list without ids as it was typed', ['x', 'y'], ['x'], ['z'], ['z']],
    [
      'an element that was typed beside those that were changed and added meanwhile',
      [slot('a', '7:00'), slot('b', '12:00'), slot('c', '1:00')],
      [a, b],
      [slot('a', '8:00'), b, added],
      [slot('a', '8:00'), slot('b', '12:00'), added, slot('c', '1:00')],
    ],
    [
      'a typed element that was removed meanwhile as a new one',
      [slot('b', '12:00')],
      [a, b],
      [slot('a', '8:00'), b],
      [{ starts: '8:00' }, slot('b', '12:00')],
    ],
    ['a list without an element that is removed', [slot('a', '7:00'), b], [a, b], [b], [b]],
  ])('keeps %s, where it is refused [PRF-01]', (_, stored, shown, next, kept) => {
    expect(rebase(stored, shown, next)).toEqual(kept);
  });

  it('has the fields that differ from what was shown, and nothing else [PRF-01]', () => {
    const shown = { name: 'Quinn', note: null, days: ['Mon'] };
    expect(editOf(shown, { name: 'Quinn', note: 'late', days: ['Mon'] })).toEqual({
      note: 'late',
      shown: { note: null },
    });
    expect(isSameValue([['x']], [['x'], []])).toBe(false);
  });
});
