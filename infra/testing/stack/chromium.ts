import { existsSync } from 'node:fs';

/** Where Debian installs them. The headless shell, without a window, opens a page in half the time. */
const installed = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** The browser of tests, screenshots and benchmarks: `CHROMIUM_PATH`, or else what is installed. */
export const chromiumPath: string =
  process.env.CHROMIUM_PATH ?? installed.find((path) => existsSync(path)) ?? 'chromium';
