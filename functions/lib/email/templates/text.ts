/** Line breaks and control characters, which must not occur in a line, above all not in a subject. */
const breaks = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** Invisible characters that change the direction of the text that follows, beyond the end of their own text. */
const directionOverrides = /[\u202A-\u202E\u2066-\u2069]/gu;

/** A text without line breaks, as a mail header requires. */
export const unbroken = (text: string): string => text.replace(breaks, ' ');

/** A text as one line that does not change the direction of the text around it. */
export const oneLine = (text: string): string =>
  unbroken(text.toWellFormed().replace(directionOverrides, '')).replace(/\s+/gu, ' ').trim();

/** Made at its first use, which is rare: it loads the runtime's data of all scripts (8 ms). */
let graphemes: Intl.Segmenter | undefined;

/** At most `maxLength` UTF-16 units, cut between graphemes; "…" marks a cut. */
const clip = (text: string, maxLength: number): string => {
  if (text.length <= maxLength) return text;
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  let kept = '';
  for (const { segment } of graphemes.segment(text)) {
    if (kept.length + segment.length >= maxLength) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
};

const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

const longestName = 60;

/**
 * Text of a user (a name, a venue) for a sentence or a subject: one line of limited length. Right-to-left text is isolated
 * (U+2068, U+2069), so that it does not reorder the words around it.
 */
export const inSentence = (text: string): string => {
  const line = clip(oneLine(text), longestName);
  return rightToLeft.test(line) ? `\u2068${line}\u2069` : line;
};
