/** Characters that end a line, and controls: none of them belongs in a line, least of all in a subject. */
const breaks = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** Invisible characters that turn the direction of whatever follows, beyond the end of the text that holds them. */
const directionOverrides = /[\u202A-\u202E\u2066-\u2069]/gu;

/** Any text without line breaks: what a mail header may hold. */
export const unbroken = (text: string): string => text.replace(breaks, ' ');

/** Any text as one line that cannot change how the rest of the message reads. */
export const oneLine = (text: string): string =>
  unbroken(text.toWellFormed().replace(directionOverrides, '')).replace(/\s+/gu, ' ').trim();

/** Made at its first use, which few emails come to: it loads the runtime's data of all scripts (8 ms). */
let graphemes: Intl.Segmenter | undefined;

/** At most `maxLength` UTF-16 units, cut between what a reader sees as characters; "…" marks a cut. */
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
 * Text of a person (a name, a venue) for use within a sentence or a subject: one line, not too long, and a
 * right-to-left one kept apart (U+2068, U+2069), so that it does not reorder the words around it.
 */
export const inSentence = (text: string): string => {
  const line = clip(oneLine(text), longestName);
  return rightToLeft.test(line) ? `\u2068${line}\u2069` : line;
};
