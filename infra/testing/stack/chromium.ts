import { existsSync } from 'node:fs';

/** As Debian installs them. The first has no windows to draw, and opens a page in half the time. */
const installed = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** The browser of tests, pictures and measurements: what `CHROMIUM_PATH` names, else what is installed. */
export const chromiumPath: string =
  process.env.CHROMIUM_PATH ?? installed.find((path) => existsSync(path)) ?? 'chromium';
