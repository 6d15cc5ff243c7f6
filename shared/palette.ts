import type { ProgrammeId } from './programmes.ts';

export const palette = {
  chalk: '#FBFAF4',
  white: '#FFFFFF',
  navy: '#0D1B2A',
  pitch: '#0B5D3B',
  pitchDeeper: '#094C30',
  pitchStripe: '#159D52',
  pitchBright: '#18A558',
  pitchNight: '#2FBF74',
  ball: '#FFC83D',
  coral: '#C8402A',
  coralNight: '#FF8A70',
} as const;

/** Colours by purpose in the light and the dark theme, which the site and emails share. */
export const themePalette = {
  page: { light: palette.chalk, dark: palette.navy },
  surface: { light: palette.white, dark: '#152A3E' },
  subtle: { light: '#F1F0E6', dark: '#1C354C' },
  text: { light: palette.navy, dark: palette.chalk },
  muted: { light: '#4A5A68', dark: '#B4C2CE' },
  line: { light: '#DFDDCE', dark: '#2B4459' },
  link: { light: palette.pitch, dark: '#4FD38C' },
} as const;

/** Each programme's colour, with a text colour that has enough contrast on it (WCAG 2.2 AA). */
export const programmePalette = {
  miniballerz: { ground: palette.ball, text: palette.navy },
  juniorballerz: { ground: palette.pitchBright, text: palette.navy },
  eliteballerz: { ground: '#1D3F63', text: palette.white },
} as const satisfies Record<ProgrammeId, { ground: string; text: string }>;
