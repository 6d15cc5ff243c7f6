import { paths } from '#shared/paths';

/** Element ids of the sections that the footer links to (PUB-14). */
export const homeSections = [
  { id: 'home', label: 'Home' },
  { id: 'programs', label: 'Programs' },
  { id: 'contact', label: 'Contact' },
  { id: 'privacy', label: 'Privacy' },
] as const;

export type HomeSection = (typeof homeSections)[number]['id'];

export const homeSectionPath = (id: HomeSection): string => `${paths.home}#${id}`;
