import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SiteHandler } from '#infra/local/app';
import { builtSiteFolder, createBuiltSite } from '#infra/local/site/built-site';

const builtSite = join(import.meta.dirname, '../../..', builtSiteFolder);

const nextVersion = '-next';

/**
 * Makes the next version of the built site: every file with a hash in its name has another name, as after a change of code
 * that all files share, and the service worker has another cache.
 */
const makeNextVersion = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'next-version-'));
  await cp(builtSite, folder, { recursive: true });
  const assets = await readdir(join(folder, 'assets'));
  const newNames = new Map(assets.map((name) => [name, name.replace(/(?=\.\w+$)/, nextVersion)]));
  const rewrite = async (path: string): Promise<void> => {
    const text = await readFile(path, 'utf8');
    const renamed = text.replace(/[\w.-]+\.\w+/g, (name) => newNames.get(name) ?? name);
    await writeFile(path, renamed.replace(/'offline-(?=[\w-]+')/, `'offline${nextVersion}-`));
  };
  for (const path of await readdir(folder, { recursive: true }))
    if (/\.(?:html|js|css|json)$/.test(path)) await rewrite(join(folder, path));
  for (const [name, newName] of newNames)
    await rename(join(folder, 'assets', name), join(folder, 'assets', newName));
  return folder;
};

/** Serves the built site to the stack of a worker: a deployment can replace it, and the network can hold its files back. */
export const createDeployments = () => {
  const first = createBuiltSite(builtSite);
  let present = first;
  let held: PromiseWithResolvers<void> | undefined;
  const folders: string[] = [];
  const site: SiteHandler = async (context, next) => {
    await held?.promise;
    return present(context, next);
  };
  return {
    site,
    /** Replaces the site by its next version, which has no file with a hash in common with it. */
    deploy: async (): Promise<void> => {
      const folder = await makeNextVersion();
      folders.push(folder);
      present = createBuiltSite(folder);
    },
    /** From now on requests for pages and files get no answer, as at the edge of reception. */
    hold: (): void => {
      held = Promise.withResolvers();
    },
    /** Serves the built site again, also to requests that wait. */
    reset: async (): Promise<void> => {
      present = first;
      held?.resolve();
      held = undefined;
      for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
    },
  };
};

export const isNextVersion = (document: string): boolean => document.includes(`${nextVersion}.js`);
