import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Rolldown, ViteBuilder } from 'vite';
import { documentOf } from '#shared/built-pages';
import { paths } from '#shared/paths';
import { brandedFiles } from '../../metadata/branded-files.ts';
import { checkBrowserSupport } from './check-browser-support.ts';
import { checkBudgets } from './check-budgets.ts';
import { checkOrder, scriptsOf } from './chunk-scripts.ts';
import { fillDocument } from './fill-document.ts';
import { type PrerenderedPage, prerenderedPages } from './prerendered-pages.ts';
import { withBrowserCheck } from './write-browser-check.ts';
import { writeServiceWorker } from './write-service-worker.ts';
import { writeStyles } from './write-styles.ts';

const environmentOf = (builder: ViteBuilder, name: string) => {
  const environment = builder.environments[name];
  if (!environment) throw new Error(`vite.config.ts has no environment ${name}`);
  return environment;
};

const outputFolder = (builder: ViteBuilder, name: string): string => {
  const { config } = environmentOf(builder, name);
  return join(config.root, config.build.outDir);
};

const buildEnvironment = async (builder: ViteBuilder, name: string): Promise<Rolldown.RolldownOutput> => {
  const output = await builder.build(environmentOf(builder, name));
  if (!('output' in output)) throw new Error(`The environment ${name} must have one output`);
  return output;
};

type Renderer = typeof import('./render-page.tsx');

/** Ends of the paths of the module that renders every page, and of the one that reads a stored sign-in. */
const mainModule = 'app/start/main.tsx';
const signInModule = 'lib/sign-in/amplify.ts';

/** What every page loads when it is used first: the pages of a coach are used without a network too. */
const laterModules = ['components/toast-region.tsx', 'app/layout/unsent-question.tsx'];

/**
 * Builds the site for browsers, then prerenders `prerenderedPages`: each as a document with the HTML of its first screen and
 * a link to the styles it needs. A page therefore shows before scripts run, and without scripts.
 */
export const buildSite = async (builder: ViteBuilder): Promise<void> => {
  const client = await buildEnvironment(builder, 'client');
  await buildEnvironment(builder, 'ssr');
  const folder = outputFolder(builder, 'client');
  const rendererFolder = outputFolder(builder, 'ssr');
  const { renderPage, renderedStyles, screenNames, prerenderSignedIn }: Renderer = await import(
    pathToFileURL(join(rendererFolder, 'render-page.js')).href
  );
  const main = scriptsOf(client, mainModule);
  const render = async (page: PrerenderedPage) => {
    const modules = [...screenNames(page.path), ...(page.parts ?? [])];
    const ofScreens = modules.flatMap((name) => scriptsOf(client, name));
    const ofSignedIn = page.needsSignIn ? scriptsOf(client, signInModule) : [];
    const own = [...new Set([...ofScreens, ...ofSignedIn])].filter((script) => !main.includes(script));
    return { page, html: await renderPage(page.path), scripts: { main, own }, ofScreens };
  };
  const rendered = [];
  for (const page of prerenderedPages) if (!page.needsSignIn) rendered.push(await render(page));
  const ofOpenPages = renderedStyles();
  prerenderSignedIn();
  for (const page of prerenderedPages) if (page.needsSignIn) rendered.push(await render(page));
  const template = await readFile(join(folder, documentOf(paths.home)), 'utf8');
  const styled = await writeStyles(folder, await withBrowserCheck(folder, template), {
    ofOpenPages,
    ofAllPages: renderedStyles(),
  });
  for (const { page, html, scripts } of rendered) {
    await writeFile(join(folder, documentOf(page.path)), fillDocument(styled, page, html, scripts));
  }
  for (const [name, content] of Object.entries(brandedFiles)) {
    await writeFile(join(folder, name), content);
  }
  await writeServiceWorker(
    folder,
    laterModules.flatMap((module) => scriptsOf(client, module)),
  );
  await rm(rendererFolder, { recursive: true });
  checkOrder(client);
  checkBudgets(client, [
    {
      name: 'a prerendered page, before it is used',
      scripts: scriptsOf(client, 'web/index.html'),
      kilobytes: 5,
    },
    ...rendered.flatMap(({ page: { path, kilobytes }, ofScreens }) =>
      kilobytes ? [{ name: `${path}, in use`, scripts: [...main, ...ofScreens], kilobytes }] : [],
    ),
  ]);
  await checkBrowserSupport(client, folder);
};
