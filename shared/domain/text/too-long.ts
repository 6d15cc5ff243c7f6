import { grouped } from './counted.ts';

/** Characters of a text: code points, as the schemas count them, so that an emoji of two UTF-16 units is one. */
const lengthOf = (text: string): number => [...text].length;

/** Says that a text is too long, and by how much; undefined for one that is not. */
export const tooLongIssue = (text: string, maxLength: number): string | undefined => {
  const length = lengthOf(text);
  return length > maxLength
    ? `Use at most ${grouped(maxLength)} characters: this has ${grouped(length)}`
    : undefined;
};
