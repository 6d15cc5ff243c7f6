import type { Table } from '#functions/lib/table';
import { foldText } from '#shared/lib/fold-text';
import { readAllItems } from './all-items.ts';

/** The items of the whole table that have one of these words, folded, or one of these numbers, however they are written. */
export const itemsNaming = async (table: Table, words: readonly string[]) =>
  (await readAllItems(table)).filter((item) => {
    const text = foldText(JSON.stringify(item, (_, value) => (value instanceof Set ? [...value] : value)));
    return words.some((word) => text.includes(word) || text.replace(/[ ()+-]/g, '').includes(word));
  });
