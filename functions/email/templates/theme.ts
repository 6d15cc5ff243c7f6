import { palette } from '#shared/palette';

/**
 * Colours by purpose, as inline styles, since many mail programs ignore style sheets. Mail programs with a dark mode
 * replace them by class (`darkStyles`).
 */
export const light = {
  page: palette.chalk,
  card: palette.white,
  subtle: '#F1F0E6',
  text: palette.navy,
  muted: '#4A5A68',
  line: '#DFDDCE',
  link: palette.pitch,
} as const;

const dark: Record<keyof typeof light, string> = {
  page: palette.navy,
  card: '#152A3E',
  subtle: '#1C354C',
  text: palette.chalk,
  muted: '#B4C2CE',
  line: '#2B4459',
  link: '#4FD38C',
};

const groundRoles = ['page', 'card', 'subtle'] as const;
const textRoles = ['text', 'muted', 'link'] as const;

/** The colours of dark mode: one class per purpose. */
export const darkStyles = [
  ...groundRoles.map((role) => `.${role}{background-color:${dark[role]}!important}`),
  ...textRoles.map((role) => `.${role}{color:${dark[role]}!important}`),
  `.line{border-color:${dark.line}!important}`,
].join('');

/** Family names without quotes, so that they fit in an attribute. */
export const fonts = 'Figtree,Segoe UI,Roboto,Helvetica Neue,Arial,sans-serif';
