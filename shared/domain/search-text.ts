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
