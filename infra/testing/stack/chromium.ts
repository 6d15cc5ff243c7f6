import { existsSync } from 'node:fs';

/** Debian's paths. The headless shell is first, because it opens a page in half the time. */
const installed = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** The browser of tests, screenshots and benchmarks: `CHROMIUM_PATH`, or the installed one. */
export const chromiumPath: string =
  process.env.CHROMIUM_PATH ?? installed.find((path) => existsSync(path)) ?? 'chromium';
