import { lazyScreen } from './lazy-screen.tsx';

/** In place of an area whose role needs a second factor. Apart from the screens of pages: those of areas import it. */
export const SecondFactorNeeded = lazyScreen(
  () => import('../../features/second-factor/second-factor-screen.tsx'),
  'SecondFactorNeededScreen',
);
