import { execFile, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { getRequestListener } from '@hono/node-server';
import { type Browser, chromium } from '@playwright/test';
import react from '@vitejs/plugin-react';
import { Hono } from 'hono';
import { build } from 'vite';
import { buildTargets } from '../../../web/src/app/browsers/newer-features.ts';
import { CommandError } from '../../command.ts';
import { startHttpServer } from '../../local/http-server.ts';
import { createBuiltSite } from '../../local/site/built-site.ts';
import { buildWeb, isWebBuildStale } from '../../local/web-build.ts';
import { chromiumLaunch } from '../../testing/stack/chromium.ts';

const projectRoot = join(import.meta.dirname, '../../..');
const run = promisify(execFile);

export interface Site {
  readonly origin: string;
  stop(): Promise<void>;
}

/** Starts a local system in a process of its own, by the code of its own folder, on a free port. */
const startSystem = async (
  folder: string,
  program: string,
  options: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<Site> => {
  const args = ['-r', './infra/require-node.cjs', program, ...options];
  const system = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, ...env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => system.once('close', () => resolve()));
  const log: string[] = [];
  const { promise: ready, resolve } = Promise.withResolvers<string>();
  for (const stream of [system.stdout, system.stderr])
    createInterface({ input: stream }).on('line', (line) => {
      log.push(line);
      const [, origin] = /^Ready on (\S+)/.exec(line) ?? [];
      if (origin) resolve(origin);
    });
  const origin = await Promise.race([ready, ended]);
  if (!origin)
    throw new CommandError(
      `${log.join('\n')}\nThe system of ${folder} did not start; its output is above.`,
      'Mend that, then run the command again.',
    );
  return {
    origin,
    stop: async () => {
      system.kill();
      await ended;
    },
  };
};

export const startPresentSite = async (): Promise<Site> => {
  if (await isWebBuildStale()) {
    console.log('Building the site …');
    await buildWeb();
  }
  const data = await mkdtemp(join(tmpdir(), 'bench-data-'));
  const system = await startSystem(projectRoot, 'infra/testing/stack/start-in.ts', [], {
    TEST_DATA_DIR: data,
  });
  return {
    ...system,
    stop: async () => {
      await system.stop();
      await rm(data, { recursive: true });
    },
  };
};

const git = async (...args: readonly string[]): Promise<string> => {
  const { stdout } = await run('git', args, { cwd: projectRoot });
  return stdout.trim();
};

const lockfile = 'package-lock.json';

/** The packages of a folder: those of this one where the lockfiles are equal. */
const addPackages = async (folder: string): Promise<void> => {
  if (existsSync(join(folder, 'node_modules/.package-lock.json'))) return;
  const [own, others] = [projectRoot, folder].map((root) => readFileSync(join(root, lockfile), 'utf8'));
  if (own === others) return symlink(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
  console.log('Installing its packages …');
  await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder });
};

/** Builds a commit in a temporary folder, where a later comparison finds it, and serves it by its own system and data. */
const startSiteOf = async (commit: string): Promise<Site> => {
  const hash = await git('rev-parse', '--verify', '--quiet', `${commit}^{commit}`).catch(() => {
    throw new CommandError(
      `There is no commit ${commit}.`,
      'Name one that `git log` shows: npm run bench web -- --against <commit>',
    );
  });
  const folder = join(tmpdir(), `bench-web-${hash.slice(0, 12)}`);
  console.log(`Preparing ${hash.slice(0, 12)} in ${folder} …`);
  if (!existsSync(folder)) {
    // Renamed when it is whole: an interrupted run leaves no half of a source.
    const source = await mkdtemp(`${folder}-`);
    const archive = join(source, 'source.tar');
    await git('archive', '--output', archive, hash);
    await run('tar', ['-xf', archive, '-C', source]);
    await rm(archive);
    await rename(source, folder);
  }
  await addPackages(folder);
  if (await isWebBuildStale(folder)) {
    console.log('Building its site …');
    await buildWeb(folder);
  }
  console.log('Starting its system …');
  return startSystem(folder, 'infra/local/start.ts', ['--fresh'], {});
};

export const startReferencePage = async (): Promise<Site> => {
  const folder = await mkdtemp(join(tmpdir(), 'bench-reference-'));
  await build({
    root: join(import.meta.dirname, 'reference'),
    configFile: false,
    logLevel: 'warn',
    plugins: [react()],
    build: { outDir: folder, emptyOutDir: true, target: buildTargets, modulePreload: { polyfill: false } },
  });
  const app = new Hono().all('*', createBuiltSite(folder));
  const { port, close } = await startHttpServer(getRequestListener(app.fetch), 0);
  return {
    origin: `http://localhost:${port}`,
    stop: async () => {
      await close();
      await rm(folder, { recursive: true });
    },
  };
};

export const onSites = async <Measured>(
  against: string | undefined,
  measure: (sites: {
    readonly browser: Browser;
    readonly other: Site | undefined;
    readonly now: Site;
    readonly use: (starting: Promise<Site>) => Promise<Site>;
  }) => Promise<Measured>,
): Promise<Measured> => {
  const sites: Site[] = [];
  const use = async (starting: Promise<Site>): Promise<Site> => {
    const site = await starting;
    sites.push(site);
    return site;
  };
  const browser = await chromium.launch(chromiumLaunch);
  try {
    const other = against === undefined ? undefined : await use(startSiteOf(against));
    return await measure({ browser, other, now: await use(startPresentSite()), use });
  } finally {
    await browser.close();
    for (const { stop } of sites) await stop();
  }
};
