import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { otherScreens } from '../../layout/admin-screens.ts';
import { Site } from '../../layout/site.tsx';
import { Pages } from '../../routing/router.tsx';
import { preloadScreens, screensAt } from '../../routing/screens.ts';

export { prerenderSignedIn } from '../../../lib/sign-in/sign-in.ts';

const inOffice: Readonly<Record<string, { readonly name: string }>> = otherScreens;

export const screenNames = (path: string): string[] =>
  [...screensAt(path), ...(inOffice[path] ? [inOffice[path]] : [])].map(({ name }) => name);

/** Renders for a visitor, after `prerenderSignedIn` as while a stored sign-in is being read. */
export const renderPage = async (pathname: string, search = ''): Promise<string> => {
  await preloadScreens({ pathname, search, hash: '' });
  return renderToString(
    <Site>
      <StaticRouter location={{ pathname, search }}>
        <Pages />
      </StaticRouter>
    </Site>,
  );
};
