import '../../lib/forms/zod-without-eval.ts';
import { startTransition } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { paths } from '#shared/paths';
import { loadConfig } from '../../lib/api/config.ts';
import { enterAgain, readHandOver } from '../../lib/forms/hand-over.ts';
import { copiesShown, readCoachAccount } from '../../lib/offline/coach-account.ts';
import { restoreSignIn } from '../../lib/sign-in/auth.ts';
import { prerenderSignedIn } from '../../lib/sign-in/sign-in.ts';
import { hasStoredTokens } from '../../lib/sign-in/stored-tokens.ts';
import { beforeFields, interactive, rendered, Site } from '../layout/site.tsx';
import { BrokenScreen } from '../routing/failure-screens.tsx';
import { Pages } from '../routing/router.tsx';
import { preloadScreens } from '../routing/screens.ts';
import { canHydrate } from './prerendered-page.ts';
import { createRoot, hydrateRoot } from './react-dom.ts';
import { rootElement } from './root-element.ts';

const pages = (
  <Site>
    <BrowserRouter>
      <Pages />
    </BrowserRouter>
  </Site>
);

const start = async (): Promise<void> => {
  // Rendering the screen loads it again, and its error boundary shows a second failure.
  const screens = preloadScreens(window.location).catch(() => undefined);
  try {
    await loadConfig();
  } catch (failure) {
    console.error('The site could not start', failure);
    createRoot(rootElement()).render(
      <Site>
        <BrokenScreen />
      </Site>,
    );
    return;
  }
  await screens;
  await readHandOver();
  if ('renewalScripts' in rootElement().dataset) prerenderSignedIn();
  // Without a network the renewal of a sign-in takes long, so a phone shows its copies first.
  const isCoachs = window.location.pathname.startsWith(paths.coach) && readCoachAccount() !== null;
  if (isCoachs && hasStoredTokens()) void copiesShown.then(restoreSignIn);
  else void restoreSignIn();
  // A transition renders in short tasks, so that input is handled in between.
  startTransition(() => {
    const root = rootElement();
    if (canHydrate(root, window.location)) hydrateRoot(root, pages);
    else createRoot(root).render(pages);
  });
  await interactive;
  enterAgain();
};

export { beforeFields, rendered };

/** Also resolves when the failure screen is rendered. */
export const started = start();
