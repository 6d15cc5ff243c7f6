import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { otherScreens } from '../../layout/admin-screens.ts';
import { Site } from '../../layout/site.tsx';
import { Pages } from '../../routing/router.tsx';
import { preloadScreens, screensAt } from '../../routing/screens.ts';

export { prerenderSignedIn } from '../../../lib/sign-in/sign-in.ts';

// Runs in the build only.

const cache = createCache({ key: 'css' });
// With `compat`, Emotion collects rules in the cache instead of rendering `<style>` elements.
cache.compat = true;

const inOffice: Readonly<Record<string, { readonly name: string }>> = otherScreens;

/** Names of the screens of the page at a path. */
export const screenNames = (path: string): string[] =>
  [...screensAt(path), ...(inOffice[path] ? [inOffice[path]] : [])].map(({ name }) => name);

/** The HTML of the page at an address: for a visitor, after `prerenderSignedIn` while a stored sign-in is being read. */
export const renderPage = async (pathname: string, search = ''): Promise<string> => {
  await preloadScreens({ pathname, search, hash: '' });
  return renderToString(
    <CacheProvider value={cache}>
      <Site>
        <StaticRouter location={{ pathname, search }}>
          <Pages />
        </StaticRouter>
      </Site>
    </CacheProvider>,
  );
};

/** The CSS rules of all pages rendered so far, by Emotion's name for each. */
export const renderedStyles = (): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(cache.inserted).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
