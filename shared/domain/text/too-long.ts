import { grouped } from './counted.ts';

/** Says that a text is too long, and by how much. */
export const tooLongText = (length: number, maxLength: number): string =>
  `Use at most ${grouped(maxLength)} characters: this has ${grouped(length)}`;
