import { join } from 'node:path';
import { Hono } from 'hono';
import { html } from 'hono/html';
import { localPaths } from './addresses.ts';

const web = join(import.meta.dirname, '../../web');

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript',
  css: 'text/css',
  woff2: 'font/woff2',
};

const buildPage = async () => {
  const [{ build }, { default: react }, { default: site }] = await Promise.all([
    import('vite'),
    import('@vitejs/plugin-react'),
    import('../../web/vite.config.ts'),
  ]);
  const built = await build({
    configFile: false,
    root: web,
    base: './',
    logLevel: 'warn',
    ...(site.define && { define: site.define }),
    ...(site.css && { css: site.css }),
    plugins: [react()],
    build: {
      write: false,
      assetsInlineLimit: 0,
      rolldownOptions: { input: join(web, 'src/components/ui/testing/components-page.tsx') },
    },
  });
  if (!('output' in built)) throw new Error('Vite built more than one page');
  return new Map(
    built.output.map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source]),
  );
};

const themes = ['light', 'dark'] as const;

/** A file of the page as if the device had that theme: two frames of one page cannot have two. */
const inTheme = (text: string, theme: string): string =>
  text.replaceAll(/\(prefers-color-scheme: ?(light|dark)\)/g, (_, of) =>
    of === theme ? '(width >= 0)' : '(width < 0)',
  );

const listOf = (theme: string, names: readonly string[]) => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="${theme}">
    <title>Components, ${theme}</title>
    ${names.filter((name) => name.endsWith('.css')).map((name) => html`<link rel="stylesheet" href="${name}">`)}
    <style>
      main { padding: 1rem; }
      h2 { clear: both; }
      .sample { float: left; box-sizing: border-box; width: 18rem; margin-right: 3rem; padding: 0.5rem; }
    </style>
  </head>
  <body>
    <div id="root"></div>
    ${names.filter((name) => name.endsWith('.js')).map((name) => html`<script type="module" src="${name}"></script>`)}
  </body>
</html>`;

const page = html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Components</title>
    <link rel="icon" href="/favicon.svg">
    <style>
      body { display: flex; margin: 0; }
      iframe { flex: 1; min-width: 0; height: 100vh; border: 0; }
    </style>
  </head>
  <body>
    ${themes.map((theme) => html`<iframe title="${theme}" src="${localPaths.components}/${theme}/list"></iframe>`)}
  </body>
</html>`;

/** Every component in its states, both themes, beside Chakra's at run time. Built at the first request. */
export const createComponentsPage = () => {
  let built: ReturnType<typeof buildPage> | undefined;
  const files = () => {
    built ??= buildPage();
    return built;
  };
  const app = new Hono().get('/', (c) => c.html(page));
  for (const theme of themes)
    app
      .get(`/${theme}/list`, async (c) => c.html(listOf(theme, [...(await files()).keys()])))
      .get(`/${theme}/assets/:name`, async (c) => {
        const name = c.req.param('name');
        const body = (await files()).get(`assets/${name}`);
        if (body === undefined) return c.notFound();
        const type = types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
        return c.body(typeof body === 'string' ? inTheme(body, theme) : new Uint8Array(body), 200, {
          'content-type': type,
        });
      });
  return app;
};
