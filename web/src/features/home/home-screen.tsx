import { usePageTitle } from '../../lib/pages/page-title.ts';
import { publicPages } from '../../lib/pages/public-pages.ts';
import { Hero } from './hero.tsx';
import { KeySkills } from './key-skills.tsx';
import { LeadCoach } from './lead-coach.tsx';
import { Privacy } from './privacy.tsx';
import { ProgrammeCards } from './programme-cards.tsx';
import { useSectionInSight } from './use-section-in-sight.ts';

/** The home page (PUB-16 to PUB-21). */
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
