/** Names in a sentence: "Leo", "Leo and Mia", "Leo, Mia, and Zoe". Without Intl, which loads the locale's data. */
export const listed = (names: readonly string[]): string => {
  const last = names.at(-1) ?? '';
  const others = names.slice(0, -1).join(', ');
  if (names.length < 2) return last;
  return names.length === 2 ? `${others} and ${last}` : `${others}, and ${last}`;
};
