// Without a network, a coach's pages answer for themselves, and the offline page answers for all others. Only these
// pages and their files are stored, a coach's once a coach was here. Pages come from the network where it answers, or from
// the browser's cache for five minutes; files with a hash in their name never change, so they come from storage.

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
}

declare const self: {
  readonly location: Location;
  readonly navigator: Navigator;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(type: 'message', listener: (event: MessageEvent & ExtendableEvent) => void): void;
};

/** The build writes this: URL paths, the offline page first, and a name that changes with them. */
declare const offlineFiles: readonly [page: string, ...others: string[]];
/** The build writes this: further files of a coach's pages, the documents first. */
declare const coachFiles: readonly [page: string, ...others: string[]];
/** The build writes this: the document for each address of a coach. */
declare const coachPages: readonly (readonly [address: string, file: string])[];
declare const cacheName: string;

/** A name with a hash of the content may come from the browser's cache. */
const requestOf = (file: string): Request =>
  new Request(file, { cache: file.startsWith('/assets/') ? 'default' : 'reload' });

const storeFiles = async (files: readonly string[]): Promise<void> => {
  const cache = await caches.open(cacheName);
  await cache.addAll(files.map(requestOf));
};

const keep = async (): Promise<void> => {
  // The version before has stored them, so this browser is a coach's.
  const isCoachs = (await caches.match(coachFiles[0])) !== undefined;
  await storeFiles(isCoachs ? [...offlineFiles, ...coachFiles] : offlineFiles);
  await self.skipWaiting();
};

const start = async (): Promise<void> => {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name)));
  // With this, the request does not wait for the start of this script.
  if ('navigationPreload' in self.registration) await self.registration.navigationPreload.enable();
  await self.clients.claim();
};

const fromCache = async (file: string, failure: unknown): Promise<Response> => {
  const stored = await caches.match(file);
  if (stored) return stored;
  throw failure;
};

const fromPreload = async ({ preloadResponse, request }: FetchEvent): Promise<Response> =>
  (await preloadResponse) ?? (await fetch(request));

/** At the edge of reception a network may not answer: a coach's page and its files wait this long. */
const longestWaitMs = 4_000;

const withinWait = (answer: Promise<Response>): Promise<Response> =>
  new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('The network does not answer')), longestWaitMs);
    answer.then(resolve, reject);
  });

const isError = ({ status }: Response): boolean => status >= 400;

const answerPage = async (event: FetchEvent): Promise<Response> => {
  const { pathname } = new URL(event.request.url);
  const coachPage = coachPages.find(([address]) => new RegExp(address).test(pathname))?.[1];
  try {
    // Without a network a page from the browser's cache would only tell that its data cannot be loaded.
    if (!coachPage && !self.navigator.onLine)
      return await fetch(new Request(event.request, { cache: 'no-cache' }));
    const answer = fromPreload(event);
    if (!coachPage) return await answer;
    const page = await withinWait(answer);
    // The site has these pages, so an error comes from between, such as from a proxy or a deployment (REG-15).
    return isError(page) ? ((await caches.match(coachPage)) ?? page) : page;
  } catch (failure) {
    return fromCache(coachPage ?? offlineFiles[0], failure);
  }
};

const answerFile = async (request: Request, pathname: string): Promise<Response> => {
  const stored = await caches.match(pathname);
  if (stored && pathname.startsWith('/assets/')) return stored;
  try {
    const answer = await withinWait(fetch(request));
    return isError(answer) ? (stored ?? answer) : answer;
  } catch (failure) {
    return fromCache(pathname, failure);
  }
};

self.addEventListener('install', (event) => event.waitUntil(keep()));
self.addEventListener('activate', (event) => event.waitUntil(start()));
self.addEventListener('message', (event) => {
  if (event.data === 'keep-coach-pages') event.waitUntil(storeFiles(coachFiles));
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.mode === 'navigate') event.respondWith(answerPage(event));
  else if (origin === self.location.origin && [...offlineFiles, ...coachFiles].includes(pathname)) {
    event.respondWith(answerFile(request, pathname));
  }
});

export {};
