import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Debian's paths. The headless shell is first, because it opens a page in half the time. */
const installed = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

const modules = join(import.meta.dirname, '../../../node_modules');
/** Inside the folder that `npm ci` deletes, so that it never outlives its package. */
const unpacked = join(modules, '.chromium');

/** Its own libraries and fonts are unpacked only where the package takes the system for AWS Lambda. */
const unpack = "import('@sparticuz/chromium').then(({ default: chromium }) => chromium.executablePath())";

/** Names no place of this machine: a copied or moved node_modules keeps its fonts, without which text has no height. */
const fontsConfig =
  '<?xml version="1.0"?><fontconfig><dir prefix="relative">fonts</dir><cachedir prefix="xdg">fontconfig</cachedir></fontconfig>';

/**
 * Unpacks the Chromium of the npm package, once: into a folder of this process, which is then renamed. An interrupted or a
 * second process leaves no half of a browser.
 */
const unpackOnce = async (): Promise<void> => {
  if (existsSync(unpacked)) return;
  console.log('No Chromium is installed: unpacking the one of the npm package @sparticuz/chromium');
  const folder = await mkdtemp(`${unpacked}-`);
  const env = { ...process.env, TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' };
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', unpack], { cwd: modules, env });
  await writeFile(join(folder, 'fonts.conf'), fontsConfig);
  try {
    await rename(folder, unpacked);
  } catch (error) {
    if (!existsSync(unpacked)) throw error;
    await rm(folder, { recursive: true });
  }
};

interface Browser {
  readonly executablePath: string;
  readonly env: NodeJS.ProcessEnv;
}

/** @param candidates paths of an installed browser, the best one first */
export const findBrowser = async (
  candidates: readonly (string | undefined)[] = [process.env.CHROMIUM_PATH, ...installed],
): Promise<Browser> => {
  const path = candidates.find((file) => file !== undefined && existsSync(file));
  if (path) return { executablePath: path, env: process.env };
  await unpackOnce();
  return {
    executablePath: join(unpacked, 'chromium'),
    env: {
      ...process.env,
      LD_LIBRARY_PATH: join(unpacked, 'al2023/lib'),
      FONTCONFIG_FILE: join(unpacked, 'fonts.conf'),
    },
  };
};

/**
 * How tests, screenshots and benchmarks start the browser: what `CHROMIUM_PATH` names, else the installed Chromium, else
 * the one of the npm package, for Linux on x64 (DEV-01).
 */
export const chromiumLaunch = { ...(await findBrowser()), chromiumSandbox: false };
