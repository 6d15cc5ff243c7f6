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

/** The words of a text in normal form: separated by anything but letters and digits. */
export const wordsOf = (text: string): string[] =>
  foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** A predicate for texts that have, for each word of the query, a word that begins with it. */
export const wordsFor = (query: string): ((text: string) => boolean) => {
  const beginnings = wordsOf(query);
  return (text) => {
    const words = wordsOf(text);
    return beginnings.every((beginning) => words.some((word) => word.startsWith(beginning)));
  };
};
