import { afterEach, expect, it, vi } from 'vitest';

/** Local storage of a browser, shared by the pages that are opened afterwards. */
const openBrowser = ({ fails = false } = {}) => {
  const kept = new Map<string, string>();
  const refuse = () => {
    throw new DOMException('no storage', 'SecurityError');
  };
  vi.stubGlobal('localStorage', {
    getItem: fails ? refuse : (key: string) => kept.get(key) ?? null,
    setItem: fails ? refuse : (key: string, value: string) => void kept.set(key, value),
  });
};

/** A new page: it shares only local storage with others. */
const openPage = async () => {
  vi.resetModules();
  return import('./api-client.ts');
};

afterEach(() => vi.unstubAllGlobals());

it('is the same in every tab and after a reload', async () => {
  openBrowser();
  const first = await openPage();
  first.noteOwnChange();
  expect((await openPage()).ownChange()).toBe(first.ownChange());
});

it('expires after a minute, when no shared answer can be older', async () => {
  openBrowser();
  const { noteOwnChange, ownChange } = await openPage();
  noteOwnChange(1_000);
  expect(ownChange(60_999)).toBeDefined();
  expect(ownChange(61_000)).toBeUndefined();
});

it('is kept longer than any answer is shared', async () => {
  openBrowser();
  const { longestShared } = await import('#shared/contract/route');
  const { routeList } = await import('#shared/contract/routes');
  const longest = Math.max(...routeList.map(({ route }) => longestShared(route)));
  const { noteOwnChange, ownChange } = await openPage();
  noteOwnChange(0);
  expect(ownChange(1_500 * longest)).toBeDefined();
});

it('is kept in memory when local storage is unavailable', async () => {
  openBrowser({ fails: true });
  const { noteOwnChange, ownChange } = await openPage();
  noteOwnChange();
  expect(ownChange()).toBeDefined();
});
