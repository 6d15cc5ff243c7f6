import { themePalette } from '#shared/palette';

type Theme = 'light' | 'dark';

const coloursOf = (theme: Theme) => ({
  page: themePalette.page[theme],
  card: themePalette.surface[theme],
  subtle: themePalette.subtle[theme],
  text: themePalette.text[theme],
  muted: themePalette.muted[theme],
  line: themePalette.line[theme],
  link: themePalette.link[theme],
});

/**
 * Colours by purpose, as inline styles, since many mail programs ignore style sheets. Mail programs with a dark mode
 * replace them by class (`darkStyles`).
 */
export const light = coloursOf('light');
const dark = coloursOf('dark');

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
