import { knowOffsets } from '#shared/lib/business-time';
import { type SiteConfig, siteConfigPath, siteConfigSchema } from '#shared/school/site-config';
import { wait } from '../browser/load-chunk.ts';
import { tryStorage } from '../browser/try-storage.ts';
import { serverOffsetAt } from '../time/server-clock.ts';

const attempts = 3;
const firstPauseMs = 400;

let loaded: SiteConfig | undefined;

/** A browser with a stored configuration does not wait for a newer one (NET-04). */
const storageKey = 'site-config';

const readLast = (): SiteConfig | undefined =>
  tryStorage(() => siteConfigSchema.parse(JSON.parse(localStorage.getItem(storageKey) ?? 'null')));

const use = (config: SiteConfig): void => {
  loaded = config;
  // The first use of Intl takes long on a phone (docs/performance.md).
  knowOffsets(config.timeZone, serverOffsetAt);
};

const fetchConfig = async (): Promise<SiteConfig> => {
  // The browser uses the document's preload only for a request with the same mode and credentials.
  const answer = await fetch(siteConfigPath, { mode: 'cors', credentials: 'same-origin' });
  if (!answer.ok) throw new Error(`${siteConfigPath} answered ${answer.status}`);
  const config = siteConfigSchema.parse(await answer.json());
  tryStorage(() => localStorage.setItem(storageKey, JSON.stringify(config)));
  return config;
};

const fetchPatiently = async (attempt = 1): Promise<SiteConfig> => {
  try {
    return await fetchConfig();
  } catch (failure) {
    if (attempt === attempts) throw failure;
    await wait(firstPauseMs * attempt);
    return fetchPatiently(attempt + 1);
  }
};

/** Tries three times, then throws the last failure. With the last visit's configuration a change counts at the next visit. */
export const loadConfig = async (): Promise<void> => {
  const fetched = fetchPatiently();
  const last = readLast();
  if (!last) return use(await fetched);
  use(last);
  fetched.catch((failure: unknown) => console.warn('The configuration could not be read', failure));
};

/** Throws before `loadConfig` has succeeded; main.tsx renders no screen before that. */
export const siteConfig = (): SiteConfig => {
  if (!loaded) throw new Error('loadConfig() must succeed before siteConfig() is read');
  return loaded;
};
