import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/** Brings the section that the address names into sight, and the focus with it: on arrival and each time it is asked for. */
export const useSectionInSight = (): void => {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` changes when the same section is asked for again.
  useEffect(() => {
    const section = hash && document.getElementById(hash.slice(1));
    if (!section) return;
    section.scrollIntoView();
    section.focus({ preventScroll: true });
  }, [hash, key]);
};
