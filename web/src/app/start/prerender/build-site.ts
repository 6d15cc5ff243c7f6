import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Rolldown, ViteBuilder } from 'vite';
import { documents } from '#shared/documents';
import { brandedFiles } from '../../metadata/branded-files.ts';
import { checkBudgets } from './check-budgets.ts';
import { filesOf } from './chunk-files.ts';
import { appDocument, fillDocument } from './fill-document.ts';
import { builtPages, siteModule } from './prerendered-pages.ts';
import { writeStyles } from './write-styles.ts';

const folderOf = (builder: ViteBuilder, name: string): string => {
  const { config } = environment(builder, name);
  return join(config.root, config.build.outDir);
};

const environment = (builder: ViteBuilder, name: string) => {
  const found = builder.environments[name];
  if (!found) throw new Error(`vite.config.ts has no environment ${name}`);
  return found;
};

const buildOne = async (builder: ViteBuilder, name: string): Promise<Rolldown.RolldownOutput> => {
  const output = await builder.build(environment(builder, name));
  if (!('output' in output)) throw new Error(`The environment ${name} must have one output`);
  return output;
};

type Renderer = typeof import('./render-page.tsx');

/**
 * Builds the site for browsers, then its pages: the first screen of each as HTML, with the styles it needs in a file,
 * so that it shows before any script runs and where none does.
 */
export const buildSite = async (builder: ViteBuilder): Promise<void> => {
  const client = await buildOne(builder, 'client');
  await buildOne(builder, 'ssr');
  const folder = folderOf(builder, 'client');
  const rendererFolder = folderOf(builder, 'ssr');
  const { renderPage, renderedStyles }: Renderer = await import(
    pathToFileURL(join(rendererFolder, 'render-page.js')).href
  );
  const rendered = [];
  for (const page of builtPages) rendered.push({ page, html: await renderPage(page.path) });
  const document = await readFile(join(folder, documents.home), 'utf8');
  const styled = await writeStyles(folder, document, renderedStyles());
  const siteFiles = filesOf(client, siteModule);
  for (const { page, html } of rendered) {
    const screenFiles = page.screen ? filesOf(client, page.screen.module) : [];
    const scripts = [...new Set([...siteFiles, ...screenFiles])];
    await writeFile(join(folder, page.document), fillDocument(styled, page, html, scripts));
  }
  await writeFile(join(folder, documents.app), appDocument(styled, siteFiles));
  for (const [name, content] of Object.entries(brandedFiles)) {
    await writeFile(join(folder, name), content);
  }
  await rm(rendererFolder, { recursive: true });
  checkBudgets(client);
};
