import { knowOffsets } from '#shared/lib/business-time';
import { type SiteConfig, siteConfigPath, siteConfigSchema } from '#shared/school/site-config';
import { wait } from '../browser/load-chunk.ts';
import { serverOffsetAt } from '../time/server-clock.ts';

const attempts = 3;
const firstPauseMs = 400;

let loaded: SiteConfig | undefined;

const fetchConfig = async (): Promise<SiteConfig> => {
  // The browser uses the document's preload only for a request with the same mode and credentials.
  const answer = await fetch(siteConfigPath, { mode: 'cors', credentials: 'same-origin' });
  if (!answer.ok) throw new Error(`${siteConfigPath} answered ${answer.status}`);
  return siteConfigSchema.parse(await answer.json());
};

/** Loads the configuration once, before the first screen; tries three times, then throws the last failure. */
export const loadConfig = async (attempt = 1): Promise<void> => {
  try {
    loaded = await fetchConfig();
    // The first use of Intl takes a phone long (docs/performance.md).
    knowOffsets(loaded.timeZone, serverOffsetAt);
  } catch (failure) {
    if (attempt === attempts) throw failure;
    await wait(firstPauseMs * attempt);
    await loadConfig(attempt + 1);
  }
};

/** The configuration. Throws before `loadConfig` has succeeded; main.tsx renders no screen before that. */
export const siteConfig = (): SiteConfig => {
  if (!loaded) throw new Error('loadConfig() must succeed before siteConfig() is read');
  return loaded;
};
