import { expect, it } from 'vitest';
import { type Column, sortRows } from './column.ts';

const columns: Column<{ name: string; age: number }>[] = [
  { id: 'name', header: 'Name', cell: ({ name }) => name, sortBy: ({ name }) => name },
  { id: 'age', header: 'Age', cell: ({ age }) => age, sortBy: ({ age }) => age },
  { id: 'note', header: 'Note', cell: () => '' },
];
const [zoe, ana, ben] = [
  { name: 'Zoë', age: 10 },
  { name: 'ana', age: 9 },
  { name: 'Ben', age: 11 },
] as const;
const rows = [zoe, ana, ben];

it.each([
  ['name', [ana, ben, zoe]],
  ['-name', [zoe, ben, ana]],
  ['age', [ana, zoe, ben]],
  ['-age', [ben, zoe, ana]],
])('sorts by %s, text without regard to case and accents, numbers as numbers', (order, expected) => {
  expect(sortRows(rows, columns, order)).toEqual(expected);
});

it.each([null, '', '-', 'note', 'nothing'])('leaves the order for %j', (order) => {
  expect(sortRows(rows, columns, order)).toEqual(rows);
});
