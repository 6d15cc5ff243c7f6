/** Text as a search compares it: without case, accents and surplus white space. "Zoë  SMITH" is "zoe smith". */
const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .trim();

/** A test for texts that contain what was searched for; an empty search is in every text. */
export const searchFor = (query: string): ((text: string) => boolean) => {
  const folded = foldText(query);
  return (text) => foldText(text).includes(folded);
};
