import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { paths } from '#shared/paths';
import { RequireRole, RequireSession } from './guards.tsx';
import { lazyScreen } from './lazy-screen.ts';
import { NotFoundScreen } from './not-found-screen.tsx';
import { SiteLayout } from './site-layout.tsx';

const HomeScreen = lazyScreen(() => import('../features/home/home-screen.tsx'), 'HomeScreen');

/**
 * Every page of the site. Declarative routing rather than React Router's data router: our data comes through the
 * query cache, and the data router would add 17 KB (gzip) to every first visit.
 */
export const Router = () => (
  <BrowserRouter>
    <Routes>
      <Route element={<SiteLayout />}>
        <Route path={paths.home} element={<HomeScreen />} />
        <Route element={<RequireSession />}>
          <Route element={<RequireRole allowed="parent" />} />
        </Route>
        <Route path="*" element={<NotFoundScreen />} />
      </Route>
    </Routes>
  </BrowserRouter>
);
