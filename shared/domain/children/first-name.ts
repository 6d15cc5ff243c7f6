/** Letters with their marks, and what joins the parts of one first name. */
const firstWord = /[\p{L}\p{M}][\p{L}\p{M}'’\-‐‑]*/u;

/** The first name of a child, for where the full name must not be: "Ana" of "Ana Novak" or "Novak, Ana". */
export const firstNameOf = (name: string): string => {
  const given = name.slice(name.lastIndexOf(',') + 1);
  return firstWord.exec(given)?.[0] ?? firstWord.exec(name)?.[0] ?? '';
};
