import type { ProgrammeId } from './programmes.ts';

/** The brand's colours, for what cannot read the site's theme: emails, icons, the browser's own bars. */
export const palette = {
  chalk: '#FBFAF4',
  white: '#FFFFFF',
  navy: '#0D1B2A',
  pitch: '#0B5D3B',
  pitchBright: '#18A558',
  ball: '#FFC83D',
} as const;

/** Each programme's colour, with the text colour that reads on it (WCAG 2.2 AA). */
export const programmePalette = {
  miniballerz: { ground: palette.ball, text: palette.navy },
  juniorballerz: { ground: palette.pitchBright, text: palette.navy },
  eliteballerz: { ground: '#1D3F63', text: palette.white },
} as const satisfies Record<ProgrammeId, { ground: string; text: string }>;
