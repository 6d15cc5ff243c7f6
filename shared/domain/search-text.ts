/** Normal form for searches: without case, accents and repeated white space. "Zoë  SMITH" becomes "zoe smith". */
const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .trim();

/** A predicate for texts that contain the query; an empty query matches every text. */
export const searchFor = (query: string): ((text: string) => boolean) => {
  const folded = foldText(query);
  return (text) => foldText(text).includes(folded);
};

/**
 * A predicate for texts that have, for each word of the query, a word that begins with it. Words of a text are separated by
 * anything but letters and digits.
 */
export const wordsFor = (query: string): ((text: string) => boolean) => {
  const beginnings = foldText(query)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  return (text) => {
    const words = foldText(text).split(/[^\p{L}\p{N}]+/u);
    return beginnings.every((beginning) => words.some((word) => word.startsWith(beginning)));
  };
};
