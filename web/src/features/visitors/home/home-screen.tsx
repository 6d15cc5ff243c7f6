import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { usePageTitle } from '../../../lib/pages/page.ts';
import { publicPages } from '../../../lib/pages/public-pages.ts';
import { Hero } from './hero.tsx';
import { LeadCoach } from './lead-coach.tsx';
import { Privacy } from './privacy.tsx';
import { KeySkills, ProgrammeCards } from './sections.tsx';

/** Scrolls to the hash's section and focuses it, also when the same hash is opened again. */
const useSectionInSight = (): void => {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` changes when the same hash is opened again.
  useEffect(() => {
    const section = hash && document.getElementById(hash.slice(1));
    if (!section) return;
    section.scrollIntoView();
    section.focus({ preventScroll: true });
  }, [hash, key]);
};

export const HomeScreen = () => {
  usePageTitle(publicPages.home.title);
  useSectionInSight();
  return (
    <>
      <Hero />
      <ProgrammeCards />
      <KeySkills />
      <LeadCoach />
      <Privacy />
    </>
  );
};
