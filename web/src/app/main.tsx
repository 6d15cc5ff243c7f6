import './fonts.css';
import '../lib/zod-without-eval.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { restoreSession } from '../lib/auth.ts';
import { loadConfig } from '../lib/config.ts';
import { Providers } from './providers.tsx';
import { Router } from './router.tsx';
import { BrokenScreen } from './screen-error-boundary.tsx';
import { preloadEntrance } from './screens.ts';

const startSite = async () => {
  try {
    await loadConfig();
    void restoreSession();
    return <Router />;
  } catch (failure) {
    console.error('The site could not start', failure);
    return <BrokenScreen />;
  }
};

preloadEntrance(window.location.pathname);

const rootElement = document.getElementById('root');
if (!rootElement) throw new Error('index.html has no element with the id "root"');
const root = createRoot(rootElement);

void startSite().then((content) =>
  root.render(
    <StrictMode>
      <Providers>{content}</Providers>
    </StrictMode>,
  ),
);
