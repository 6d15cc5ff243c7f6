import '../../lib/forms/zod-without-eval.ts';
import { startTransition } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { loadConfig } from '../../lib/api/config.ts';
import { restoreSession } from '../../lib/session/auth.ts';
import { Site } from '../layout/site.tsx';
import { Pages } from '../routing/router.tsx';
import { BrokenScreen } from '../routing/screen-error-boundary.tsx';
import { preloadEntrance } from '../routing/screens.ts';
import { awake } from './interactive.tsx';
import { isBuiltFor } from './prerendered-page.ts';
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
  // Where this fails, the screen asks again when it is rendered, and says so.
  const entrance = preloadEntrance(window.location.pathname).catch(() => undefined);
  try {
    await loadConfig();
  } catch (failure) {
    console.error('The site could not start', failure);
    createRoot(rootElement).render(
      <Site>
        <BrokenScreen />
      </Site>,
    );
    return;
  }
  await entrance;
  void restoreSession();
  // In short turns, so that no touch or key has to wait for the whole page.
  startTransition(() => {
    if (isBuiltFor(rootElement, window.location)) hydrateRoot(rootElement, pages);
    else createRoot(rootElement).render(pages);
  });
  await awake;
};

/** Settles when the page takes what its visitor does. */
export const started = start();
