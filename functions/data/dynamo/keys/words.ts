import type { UserId } from '#shared/schemas/ids';
import { type Key, sha256 } from './key.ts';

/** How many letters of a word select the partition of its entry, and the parts of the sort key. */
const partitionLetters = 2;

const sortLetters = [3, 4, 5, 6];

/**
 * Selects the entries of all words that begin so, or with the same six letters: two letters or more. The sort key begins
 * with a short hash of the first three letters, then of the first four, five and six.
 */
export const wordPrefix = (beginning: string): Key => {
  const letters = [...beginning];
  const hashOf = (count: number) => sha256(letters.slice(0, count).join('')).slice(0, 4);
  return {
    PK: `WORD#${hashOf(partitionLetters)}`,
    SK: sortLetters
      .filter((count) => count <= letters.length)
      .map(hashOf)
      .join(''),
  };
};

/** A word of a family: of its contact, or of a child's name. Both have entries of their own. */
export const wordKey = (word: string, userId: UserId, source: 'contact' | 'child'): Key => {
  const { PK, SK } = wordPrefix(word);
  return { PK, SK: `${SK}#${userId}#${source}#${sha256(word).slice(0, 8)}` };
};
