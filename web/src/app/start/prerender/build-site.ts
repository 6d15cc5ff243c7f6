import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { type Rolldown, transformWithOxc, type ViteBuilder } from 'vite';
import { linkedBookingRoutes } from '#shared/booking/links-routes';
import { brand, isSampleSchool } from '#shared/brand';
import { documentOf, documentRules, siteUrlPlaceholder } from '#shared/built-pages';
import { palette } from '#shared/palette';
import { pathPatterns, paths } from '#shared/paths';
import { siteConfigPath } from '#shared/school/site-config';
import { officeStyles } from '../../../../chunk-groups.ts';
import { checkBrowserSupport } from '../../browsers/check-browser-support.ts';
import { fillDocument } from './fill-document.ts';
import { fileOf, type PrerenderedPage, prerenderedPages } from './prerendered-pages.ts';

/** Files that a chunk imports, transitively, in the order of evaluation. */
const importsOf = (chunks: readonly Rolldown.OutputChunk[], fileName: string): Set<string> => {
  const [found, seen] = [new Set<string>(), new Set<string>()];
  const addImports = (from: string) => {
    for (const imported of chunks.find((chunk) => chunk.fileName === from)?.imports ?? []) {
      if (seen.has(imported)) continue;
      seen.add(imported);
      addImports(imported);
      found.add(imported);
    }
  };
  addImports(fileName);
  return found;
};

const chunksOf = ({ output }: Rolldown.RolldownOutput) => output.filter((file) => file.type === 'chunk');

/** @throws Error naming chunks that import each other: one of them would run before its imports, and fail at its first use */
const checkOrder = (output: Rolldown.RolldownOutput): void => {
  const chunks = chunksOf(output);
  const inCircle = chunks.filter(({ fileName }) => importsOf(chunks, fileName).has(fileName));
  if (inCircle.length > 0)
    throw new Error(`Chunks import each other: ${inCircle.map(({ fileName }) => fileName).join(', ')}`);
};

/** URL paths of a module's chunk and its static imports. @param module end of the module's path, or a screen's name in it */
const scriptsOf = (output: Rolldown.RolldownOutput, module: string): string[] => {
  const chunks = chunksOf(output);
  const [own, other] = chunks.filter(
    ({ facadeModuleId, isDynamicEntry, exports }) =>
      facadeModuleId?.endsWith(module) || (isDynamicEntry && exports.includes(module)),
  );
  if (!own || other) throw new Error(`The build needs one chunk for ${module}`);
  return [...importsOf(chunks, own.fileName), own.fileName].map((fileName) => `/${fileName}`);
};

const styleSheetOf = ({ output }: Rolldown.RolldownOutput, chunk: string): string => {
  const sheet = output.find(
    ({ fileName }) => fileName.startsWith(`assets/${chunk}-`) && fileName.endsWith('.css'),
  );
  if (!sheet) throw new Error(`The build has no styles of ${chunk}`);
  return sheet.fileName;
};

interface Budget {
  readonly name: string;
  readonly scripts: readonly string[];
  /** The bound of all these scripts together, gzip. */
  readonly kilobytes: number;
}

const kilobytesOf = ({ output }: Rolldown.RolldownOutput, scripts: ReadonlySet<string>): number =>
  output.reduce(
    (sum, file) =>
      file.type === 'chunk' && scripts.has(`/${file.fileName}`)
        ? sum + gzipSync(file.code).length / 1_000
        : sum,
    0,
  );

/** Prints the script size of each page at every log level. @throws Error naming the pages that are over their budget */
const checkBudgets = (output: Rolldown.RolldownOutput, budgets: readonly Budget[]): void => {
  const over: string[] = [];
  for (const { name, scripts, kilobytes } of budgets) {
    const size = kilobytesOf(output, new Set(scripts));
    const line = `${name}: ${size.toFixed(1)} of ${kilobytes} KB of script (gzip)`;
    console.log(line);
    if (size > kilobytes) over.push(line);
  }
  if (over.length > 0) throw new Error(`Over budget:\n${over.join('\n')}`);
};

/** A worker reads workbooks with it, loaded with the first chosen workbook (IMP-04). */
const workerLibrary = '/node_modules/hucre/';

/** @throws Error naming pages' chunks with code that only the worker may have */
const checkWorkerLibrary = ({ output }: Rolldown.RolldownOutput): void => {
  const chunks = output.flatMap((file) =>
    file.type === 'chunk' && file.moduleIds.some((id) => id.includes(workerLibrary)) ? [file.fileName] : [],
  );
  if (chunks.length > 0) throw new Error(`${workerLibrary} is in chunks of pages: ${chunks.join(', ')}`);
};

/** @throws Error naming chunks of first visits with Chakra's engine, which is loaded at the first use of a machine (SCR-05) */
const checkFirstVisits = (output: Rolldown.RolldownOutput, scripts: readonly string[]): void => {
  const chunks = chunksOf(output).filter(
    ({ fileName, moduleIds }) =>
      scripts.includes(`/${fileName}`) &&
      moduleIds.some((id) => /\/node_modules\/@(?:chakra-ui|emotion)\//.test(id)),
  );
  if (chunks.length > 0)
    throw new Error(
      `Chakra's engine is in first visits: ${chunks.map(({ fileName }) => fileName).join(', ')}`,
    );
};

const manifest = {
  name: brand.legalName,
  short_name: brand.name,
  description: brand.description,
  id: paths.home,
  start_url: paths.home,
  scope: paths.home,
  display: 'standalone',
  background_color: palette.chalk,
  theme_color: palette.pitch,
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
  ],
};

const sitemap = [
  '<?xml version="1.0" encoding="UTF-8"?>',
  '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
  ...prerenderedPages
    .filter(({ isListed }) => isListed)
    .map(({ path }) => `  <url><loc>${siteUrlPlaceholder}${path}</loc></url>`),
  '</urlset>',
  '',
].join('\n');

const robots = [
  'User-agent: *',
  ...[
    paths.parent,
    paths.coach,
    paths.admin,
    paths.bookingConfirmation,
    paths.verifyEmail,
    '/newsletter/',
    '/api/',
  ].map((path) => `Disallow: ${path}`),
  // Services that read calendar feeds have obeyed this file. The longer rule counts.
  `Allow: ${linkedBookingRoutes.getCalendarFeed.path.replace(/\{.*/, '')}`,
  '',
  `Sitemap: ${siteUrlPlaceholder}/sitemap.xml`,
  '',
].join('\n');

const brandedFiles: Readonly<Record<string, string>> = {
  'manifest.webmanifest': JSON.stringify(manifest, null, 2),
  'robots.txt': robots,
  'sitemap.xml': sitemap,
};

const serviceWorker = join(import.meta.dirname, '../../offline/service-worker.ts');
const page = '/offline.html';

const coachPages = [paths.coach, pathPatterns.coachRegister].map((path) => {
  const rule = documentRules.find(([address]) => address.test(path));
  if (!rule) throw new Error(`No document answers ${path}`);
  return [rule[0].source, rule[1]] as const;
});

/** A document names files in its elements, and in the attributes that boot.ts reads. */
const assetsOf = (html: string): string[] => html.match(/\/assets\/[\w.-]+/g) ?? [];

/**
 * Writes service-worker.ts, with the files of the offline page and a coach's pages, as a classic script: some supported
 * browsers do not accept modules as service workers.
 * @param laterScripts that no document names and a coach's page loads at its first use
 */
const writeServiceWorker = async (folder: string, laterScripts: readonly string[]): Promise<void> => {
  const read = (document: string): Promise<string> => readFile(join(folder, document), 'utf8');
  const offline = await read(page);
  const offlineFiles = [page, ...new Set(assetsOf(offline))];
  const documents = coachPages.map(([, document]) => document);
  const coach = (await Promise.all(documents.map(read))).join('');
  const coachFiles = [...documents, siteConfigPath, ...new Set([...assetsOf(coach), ...laterScripts])].filter(
    (file) => !offlineFiles.includes(file),
  );
  const hash = createHash('sha256').update(offline).update(coach).digest('base64url').slice(0, 8);
  const { code } = await transformWithOxc(await readFile(serviceWorker, 'utf8'), serviceWorker, {
    target: 'es2022',
  });
  const script = [
    `const offlineFiles = ${JSON.stringify(offlineFiles)};`,
    `const coachFiles = ${JSON.stringify(coachFiles)};`,
    `const coachPages = ${JSON.stringify(coachPages)};`,
    `const cacheName = 'offline-${hash}';`,
    code.replace('export {};', ''),
  ].join('\n');
  await writeFile(join(folder, 'service-worker.js'), script);
};

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

const isOfOffice = (path: string): boolean =>
  [paths.admin, paths.coach].some((area) => path.startsWith(area));

type Renderer = typeof import('./render-page.tsx');

/** The module that renders every page, and the one that renews a stored sign-in. */
const mainModule = 'app/start/main.tsx';
const signInModule = 'lib/sign-in/amplify.ts';

/** Pages load these at their first use; a coach's pages need them without a network. */
const laterModules = [
  'registers/unlisted-form.tsx',
  'components/toast-region.tsx',
  'components/dialog-frame.tsx',
  'app/layout/unsent-question.tsx',
  'lib/forms/typed-text-carrier.ts',
  signInModule,
];

/** Prerenders `prerenderedPages` with the HTML of their first screens, which show without scripts. */
export const buildSite = async (builder: ViteBuilder): Promise<void> => {
  const client = await buildEnvironment(builder, 'client');
  await buildEnvironment(builder, 'ssr');
  const folder = outputFolder(builder, 'client');
  const rendererFolder = outputFolder(builder, 'ssr');
  const { renderPage, screenNames, prerenderSignedIn }: Renderer = await import(
    pathToFileURL(join(rendererFolder, 'render-page.js')).href
  );
  const ofDocument = scriptsOf(client, 'web/index.html');
  const main = scriptsOf(client, mainModule);
  const later = main.filter((script) => !ofDocument.includes(script));
  const render = async (page: PrerenderedPage) => {
    const modules = [...screenNames(page.path), ...(page.modules ?? [])];
    const ofScreens = modules.flatMap((name) => scriptsOf(client, name));
    const own = [...new Set(ofScreens)].filter((script) => !main.includes(script));
    const renewal = scriptsOf(client, signInModule).filter((script) => ![...main, ...own].includes(script));
    const scripts = { main: later, own, renewal };
    return { page, html: await renderPage(page.path, page.search), scripts, ofScreens };
  };
  const rendered = [];
  for (const page of prerenderedPages) if (!page.needsSignIn) rendered.push(await render(page));
  prerenderSignedIn();
  for (const page of prerenderedPages) if (page.needsSignIn) rendered.push(await render(page));
  const template = await readFile(join(folder, documentOf(paths.home)), 'utf8');
  const sheet = (chunk: string) => `<link rel="stylesheet" href="/${styleSheetOf(client, chunk)}" />`;
  const stylesOf = ({ path }: PrerenderedPage) => (isOfOffice(path) ? [sheet(officeStyles)] : []);
  for (const { page, html, scripts } of rendered) {
    await writeFile(
      join(folder, fileOf(page)),
      fillDocument({ template, styles: stylesOf(page) }, page, html, scripts),
    );
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
  checkWorkerLibrary(client);
  checkFirstVisits(client, [...main, ...rendered.flatMap(({ ofScreens }) => ofScreens)]);
  await checkBrowserSupport(client, folder);
  // The sample school's site has its facts too, and is never deployed.
  if (isSampleSchool) return;
  checkBudgets(client, [
    {
      name: 'a prerendered page, before it is used',
      scripts: ofDocument,
      // 0.2 KB read the stored token (NET-02), and say that a release removed a script (REL-03).
      kilobytes: 5.4,
    },
    ...rendered.flatMap(({ page: { path, kilobytes }, ofScreens }) =>
      kilobytes ? [{ name: `${path}, in use`, scripts: [...main, ...ofScreens], kilobytes }] : [],
    ),
  ]);
};
