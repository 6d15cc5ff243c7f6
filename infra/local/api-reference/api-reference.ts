import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Hono } from 'hono';
import { html } from 'hono/html';
import { localPaths } from '../addresses.ts';

const { resolve } = createRequire(import.meta.url);

/** Swagger UI's files by served name. `scarfSettings` in package.json keeps it from reporting installations. */
const files = {
  'swagger-ui.css': { file: resolve('swagger-ui-dist/swagger-ui.css'), type: 'text/css' },
  'swagger-ui-bundle.js': { file: resolve('swagger-ui-dist/swagger-ui-bundle.js'), type: 'text/javascript' },
} as const;

const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; frame-ancestors 'none'";

const addressOf = (name: string): string => `${localPaths.apiReference}/${name}`;

/** Without `validatorUrl` it may send the document away; 5.35 renders only the first of over 144 open operations. */
const startScript = (documentPath: string): string => `SwaggerUIBundle(${JSON.stringify({
  dom_id: '#reference',
  url: documentPath,
  validatorUrl: null,
  displayOperationId: true,
  docExpansion: 'none',
})});
`;

const page = html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>API reference</title>
    <link rel="icon" href="/favicon.svg">
    <link rel="stylesheet" href="${addressOf('swagger-ui.css')}">
  </head>
  <body>
    <main id="reference"></main>
    <script src="${addressOf('swagger-ui-bundle.js')}"></script>
    <script src="${addressOf('start.js')}"></script>
  </body>
</html>`;

/** The reference of the API by Swagger UI, all from this origin. @param documentPath of the OpenAPI document */
export const createApiReference = (documentPath: string) => {
  const app = new Hono()
    .use(async (c, next) => {
      await next();
      c.header('content-security-policy', contentSecurityPolicy);
    })
    .get('/', (c) => c.html(page))
    .get('/start.js', (c) => c.body(startScript(documentPath), 200, { 'content-type': 'text/javascript' }));
  for (const [name, { file, type }] of Object.entries(files)) {
    app.get(`/${name}`, async (c) => c.body(await readFile(file, 'utf8'), 200, { 'content-type': type }));
  }
  return app;
};
