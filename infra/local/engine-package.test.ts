import { describe, expect, it, vi } from 'vitest';
import { type EngineHost, findEngine } from './engine-package.ts';

const missing = () => {
  throw new Error('Cannot find module');
};

/** A host without any engine. */
const host = (given: Partial<EngineHost> = {}): EngineHost => ({
  platform: 'darwin-arm64',
  resolve: missing,
  install: () => Promise.reject(new Error('404')),
  isOnPath: () => Promise.resolve(false),
  ...given,
});

describe('the engine of a platform', () => {
  it('is the installed package, then the program on the PATH', async () => {
    const isOnPath = () => Promise.resolve(true);
    expect(await findEngine(host({ resolve: (file) => `/modules/${file}`, isOnPath }))).toBe(
      '/modules/@dynoxide/darwin-arm64/dynoxide',
    );
    expect(await findEngine(host({ isOnPath }))).toBe('dynoxide');
  });

  it('is installed where the registry has its package, at the version of the lockfile [DEV-03, STA-06]', async () => {
    let isInstalled = false;
    const install = vi.fn(async () => {
      isInstalled = true;
    });
    const resolve = (file: string) => (isInstalled ? `/modules/${file}` : missing());
    expect(await findEngine(host({ install, resolve }))).toBe('/modules/@dynoxide/darwin-arm64/dynoxide');
    expect(install).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/^@dynoxide\/darwin-arm64@\^?\d/));
  });

  it.each([
    [
      'darwin-arm64',
      /no DynamoDB engine for darwin-arm64: .+\nPut `dynoxide` on the PATH, or set DYNAMODB_ENDPOINT/,
    ],
    ['win32-x64', /\nRun it in WSL/],
  ])('is refused, with what to do in one line, on %s [DEV-03, STA-06]', async (platform, text) => {
    const refused = findEngine(host({ platform }));
    await expect(refused).rejects.toThrow(text);
    await expect(refused).rejects.not.toThrow(/\n.*\n/);
  });
});
