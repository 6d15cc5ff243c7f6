import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Rolldown, ViteBuilder } from 'vite';
import { documents, sessionDocument } from '#shared/documents';
import { brandedFiles } from '../../metadata/branded-files.ts';
import { checkBrowserSupport } from './check-browser-support.ts';
import { checkBudgets } from './check-budgets.ts';
import { scriptsOf } from './chunk-scripts.ts';
import { appDocument, fillDocument, sessionPageDocument } from './fill-document.ts';
import { mainModule, prerenderedPages } from './prerendered-pages.ts';
import { sessionPageParts } from './session-page-parts.ts';
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

/**
 * Builds the site for browsers, then prerenders `prerenderedPages` and `sessionPageParts`: each as a document with the
 * HTML of its first screen and a link to the styles it needs. A page therefore shows before scripts run, and without
 * scripts.
 */
export const buildSite = async (builder: ViteBuilder): Promise<void> => {
  const client = await buildEnvironment(builder, 'client');
  await buildEnvironment(builder, 'ssr');
  const folder = outputFolder(builder, 'client');
  const rendererFolder = outputFolder(builder, 'ssr');
  const { renderPage, renderedStyles, prerenderWithSession }: Renderer = await import(
    pathToFileURL(join(rendererFolder, 'render-page.js')).href
  );
  const rendered = [];
  for (const page of prerenderedPages) rendered.push({ page, html: await renderPage(page.path) });
  const ofPublicPages = renderedStyles();
  prerenderWithSession();
  const sessionPages = [];
  for (const page of sessionPageParts) sessionPages.push({ page, html: await renderPage(page.path) });
  const template = await readFile(join(folder, documents.home), 'utf8');
  const styled = await writeStyles(folder, await withBrowserCheck(folder, template), {
    ofPublicPages,
    ofAllPages: renderedStyles(),
  });
  const mainScripts = scriptsOf(client, mainModule);
  for (const { page, html } of rendered) {
    const screenScripts = page.screen ? scriptsOf(client, page.screen.module) : [];
    const scripts = [...new Set([...mainScripts, ...screenScripts])];
    await writeFile(join(folder, page.document), fillDocument(styled, page, html, scripts));
  }
  for (const { page, html } of sessionPages) {
    const own = page.modules.flatMap((module) => scriptsOf(client, module));
    const further = [...new Set(own)].filter((script) => !mainScripts.includes(script));
    await writeFile(
      join(folder, sessionDocument(page.path)),
      sessionPageDocument(styled, page, html, mainScripts, further),
    );
  }
  await writeFile(join(folder, documents.app), appDocument(styled, mainScripts));
  for (const [name, content] of Object.entries(brandedFiles)) {
    await writeFile(join(folder, name), content);
  }
  await writeServiceWorker(folder);
  await rm(rendererFolder, { recursive: true });
  checkBudgets(client);
  await checkBrowserSupport(client, folder);
};
