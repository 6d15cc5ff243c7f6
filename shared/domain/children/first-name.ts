/** Letters with their marks, and between them what joins the parts of one first name, in every writing. */
const firstWord = /[\p{L}\p{M}]+(?:['`´‘’ʹʻʼ′·\-‐‑\p{Join_Control}][\p{L}\p{M}]+)*/u;

/** What tells relatives of one name apart. It stands behind a comma as a first name does. */
const suffix = /,\s*(?:[JS]r\.?|II|III|IV)\s*$/u;

/** The first name of a child, for where the full name must not be: "Ana" of "Ana Novak" or "Novak, Ana". */
export const firstNameOf = (name: string): string => {
  const ofFamily = name.replace(suffix, '');
  const given = ofFamily.slice(ofFamily.lastIndexOf(',') + 1);
  return firstWord.exec(given)?.[0] ?? firstWord.exec(name)?.[0] ?? '';
};
