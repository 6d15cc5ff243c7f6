import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { cacheControl } from '#infra/cloud/service-settings';
import { notFoundDocument, siteUrlPlaceholder } from '#shared/built-pages';
import { tempDir } from '../../testing/stack/temp-dir.ts';
import { createBuiltSite } from './built-site.ts';

const page = `<!doctype html>${'<p>page</p>'.repeat(200)}`;

const documents = ['/book-camp.html', '/contact.html', '/book-class-classId-slotId.html', notFoundDocument];

const openSite = async () => {
  const directory = await tempDir();
  await mkdir(join(directory, 'web/assets'), { recursive: true });
  await writeFile(join(directory, 'secret.txt'), 'outside');
  for (const document of documents) await writeFile(join(directory, 'web', document), document);
  await writeFile(join(directory, 'web/index.html'), page);
  await writeFile(join(directory, 'web/small.txt'), 'small');
  await writeFile(join(directory, 'web/robots.txt'), `Sitemap: ${siteUrlPlaceholder}/sitemap.xml`);
  await writeFile(join(directory, 'web/assets/app-abc.js'), 'x'.repeat(2_000));
  await writeFile(join(directory, 'web/assets/font.woff2'), 'x'.repeat(2_000));
  return { directory, app: new Hono().all('*', createBuiltSite(join(directory, 'web'))) };
};

it.each([
  ['/', page],
  ['/book-camp', '/book-camp.html'],
  ['/contact/', '/contact.html'],
  ['/book-class/cls_1/slt_2', '/book-class-classId-slotId.html'],
])('answers the page %s with its document', async (path, document) => {
  const { app } = await openSite();
  const answer = await app.request(path);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
  expect(answer.headers.get('cache-control')).toBe(cacheControl.others);
  expect(await answer.text()).toBe(document);
});

it.each(['/no-such-page', '/book-class/cls_1', '/404.html'])(
  'answers %s with the not-found page and status 404 [PUB-04]',
  async (path) => {
    const { app } = await openSite();
    const answer = await app.request(path);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toBe(notFoundDocument);
  },
);

it.each(['/missing.js', '/assets/gone.css', '/..%2fsecret.txt', '/%2e%2e/secret.txt'])(
  'answers 404 for %s',
  async (path) => {
    const { app } = await openSite();
    expect((await app.request(path)).status).toBe(404);
  },
);
