import { type SiteConfig, siteConfigSchema } from '#shared/schemas/site-config';
import { wait } from '../time/wait.ts';

const attempts = 3;
const firstPauseMs = 400;

let loaded: SiteConfig | undefined;

const fetchConfig = async (): Promise<SiteConfig> => {
  // Takes up the preload in index.html, which needs the same mode and credentials.
  const answer = await fetch('/config.json', { mode: 'cors', credentials: 'same-origin' });
  if (!answer.ok) throw new Error(`/config.json answered ${answer.status}`);
  return siteConfigSchema.parse(await answer.json());
};

/** Loads `/config.json` once, before the first screen; tries three times, then throws the last failure. */
export const loadConfig = async (attempt = 1): Promise<void> => {
  try {
    loaded = await fetchConfig();
  } catch (failure) {
    if (attempt === attempts) throw failure;
    await wait(firstPauseMs * attempt);
    await loadConfig(attempt + 1);
  }
};

/** Where the site runs. Throws if a screen renders before `loadConfig` has succeeded, which `main.tsx` prevents. */
export const siteConfig = (): SiteConfig => {
  if (!loaded) throw new Error('loadConfig() must succeed before siteConfig() is read');
  return loaded;
};
