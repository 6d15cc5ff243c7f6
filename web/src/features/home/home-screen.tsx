import { brand } from '#shared/brand';
import { usePageTitle } from '../../lib/page-title.ts';
import { Hero } from './hero.tsx';
import { ProgrammeCards } from './programme-cards.tsx';

/** The first page: what this is, for which ages, and the way to a place (PUB-16 to PUB-19). */
export const HomeScreen = () => {
  usePageTitle(brand.tagline);
  return (
    <>
      <Hero />
      <ProgrammeCards />
    </>
  );
};
