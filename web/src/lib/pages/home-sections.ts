import { paths } from '#shared/paths';

/** The sections of the home page that the footer links to, by element id (PUB-14). */
export const homeSections = [
  { id: 'home', label: 'Home' },
  { id: 'programs', label: 'Programs' },
  { id: 'contact', label: 'Contact' },
  { id: 'privacy', label: 'Privacy' },
] as const;

export type HomeSection = (typeof homeSections)[number]['id'];

/** The path of a section of the home page. */
export const homeSectionPath = (id: HomeSection): string => `${paths.home}#${id}`;
