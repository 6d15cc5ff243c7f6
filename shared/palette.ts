import type { ProgrammeId } from './programmes.ts';

/** The brand's colours: the site's theme, emails, icons and the browser's bars use them. */
export const palette = {
  chalk: '#FBFAF4',
  white: '#FFFFFF',
  navy: '#0D1B2A',
  pitch: '#0B5D3B',
  pitchBright: '#18A558',
  ball: '#FFC83D',
} as const;

/** Each programme's colour, with a text colour that has enough contrast on it (WCAG 2.2 AA). */
export const programmePalette = {
  miniballerz: { ground: palette.ball, text: palette.navy },
  juniorballerz: { ground: palette.pitchBright, text: palette.navy },
  eliteballerz: { ground: '#1D3F63', text: palette.white },
} as const satisfies Record<ProgrammeId, { ground: string; text: string }>;
