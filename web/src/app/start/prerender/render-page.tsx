import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { Site } from '../../layout/site.tsx';
import { Pages } from '../../routing/router.tsx';
import { preloadEntrance } from '../../routing/screens.ts';

// Runs while the site is built, never in a browser.

const cache = createCache({ key: 'css' });
// Rules are kept here instead of in `<style>` elements beside what they style.
cache.compat = true;

/** Renders the page at a path as its first visitor sees it. */
export const renderPage = async (path: string): Promise<string> => {
  await preloadEntrance(path);
  return renderToString(
    <CacheProvider value={cache}>
      <Site>
        <StaticRouter location={path}>
          <Pages />
        </StaticRouter>
      </Site>
    </CacheProvider>,
  );
};

/** The rules of everything rendered so far, by the name Emotion knows them by. */
export const renderedStyles = (): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(cache.inserted).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
