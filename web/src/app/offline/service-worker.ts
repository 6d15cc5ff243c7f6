// Answers navigations without a network by the offline page. It keeps that page and its files alone: every other answer
// comes from the network, so that a deployment is seen at once.

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
  readonly registration: ServiceWorkerRegistration;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
};

/** Written by the build: URL paths, the page first, and a name that changes with them. */
declare const offlineFiles: readonly [page: string, ...others: string[]];
declare const cacheName: string;

const keep = async (): Promise<void> => {
  const cache = await caches.open(cacheName);
  await cache.addAll(offlineFiles.map((file) => new Request(file, { cache: 'reload' })));
  await self.skipWaiting();
};

const start = async (): Promise<void> => {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name)));
  // The request then does not wait for the start of this script.
  if ('navigationPreload' in self.registration) await self.registration.navigationPreload.enable();
  await self.clients.claim();
};

const fromCache = async (file: string, failure: unknown): Promise<Response> => {
  const kept = await caches.match(file);
  if (kept) return kept;
  throw failure;
};

const answerPage = async ({ preloadResponse, request }: FetchEvent): Promise<Response> => {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch (failure) {
    return fromCache(offlineFiles[0], failure);
  }
};

self.addEventListener('install', (event) => event.waitUntil(keep()));
self.addEventListener('activate', (event) => event.waitUntil(start()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.mode === 'navigate') event.respondWith(answerPage(event));
  else if (origin === self.location.origin && offlineFiles.includes(pathname)) {
    event.respondWith(fetch(request).catch((failure: unknown) => fromCache(pathname, failure)));
  }
});

export {};
