import type { Page } from '@playwright/test';
import { brand } from '#shared/brand';
import { paths } from '#shared/paths';
import { programmeIds, programmes } from '#shared/programmes';
import { expect, test } from './testing/test.ts';

const indexedPaths = [paths.home, paths.bookCamp, paths.contact];

/** The objects of the page's structured data (JSON-LD). */
const structuredData = (page: Page) =>
  page
    .locator('script[type="application/ld+json"]')
    .evaluateAll((scripts) => scripts.map((script) => JSON.parse(script.textContent)));

const meta = (page: Page, selector: string) => page.locator(`meta${selector}`).first();

test('each public page has its own title, description and URL', async ({ page, stack }) => {
  const texts = new Set<string>();
  for (const path of indexedPaths) {
    await page.goto(path);
    await expect(page).toHaveTitle(new RegExp(`^.{10,60} \\| ${brand.name}$`));
    // Search engines show up to 160 characters.
    await expect(meta(page, '[name=description]')).toHaveAttribute('content', /^.{51,160}$/);
    const url = `${stack.url}${path}`;
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', url);
    await expect(meta(page, '[property="og:url"]')).toHaveAttribute('content', url);
    const description = (await meta(page, '[name=description]').getAttribute('content')) ?? 'a description';
    await expect(meta(page, '[property="og:description"]')).toHaveAttribute('content', description);
    const image = await meta(page, '[property="og:image"]').getAttribute('content');
    expect((await page.request.get(image ?? '')).headers()['content-type']).toBe('image/png');
    texts.add(await page.title()).add(description);
  }
  expect(texts.size).toBe(2 * indexedPaths.length);
});

test('robots.txt, sitemap, manifest and policy are complete', async ({ request, stack, page }) => {
  const robots = await (await request.get('/robots.txt')).text();
  expect(robots).toContain('\nDisallow: /api/\nAllow: /api/calendars/\n');
  const address = /^Sitemap: (.+)$/m.exec(robots)?.[1];
  expect(address).toBe(`${stack.url}/sitemap.xml`);
  const sitemap = await (await request.get(address ?? '')).text();
  expect([...sitemap.matchAll(/<loc>(.+?)<\/loc>/g)].map(([, url]) => url)).toEqual(
    indexedPaths.map((path) => `${stack.url}${path}`),
  );

  await test.step('the manifest is complete, and each icon exists', async () => {
    await page.goto(paths.home);
    const links = await page
      .locator('link[rel=icon], link[rel=apple-touch-icon], link[rel=manifest]')
      .evaluateAll((elements) => elements.map((element) => element.getAttribute('href') ?? ''));
    const manifest = await (await request.get('/manifest.webmanifest')).json();
    expect(manifest).toMatchObject({ name: brand.legalName, short_name: brand.name, start_url: '/' });
    for (const url of [...links, ...manifest.icons.map(({ src }: { src: string }) => src)])
      expect((await request.get(url)).status(), url).toBe(200);
  });

  await test.step('the Content-Security-Policy has no exceptions', async () => {
    const policy = (await request.get(paths.home)).headers()['content-security-policy'];
    expect(policy).toMatch(/default-src/);
    expect(policy).not.toMatch(/unsafe|data:|\*/);
  });
});

test('the structured data agrees with the brand, and its URLs exist', async ({ page, request }) => {
  await page.goto(paths.home);
  const [school, list] = await structuredData(page);
  expect(school).toMatchObject({ name: brand.name, telephone: brand.contact.phone });
  const { itemListElement } = list;
  expect(itemListElement).toMatchObject(
    programmeIds.map((id, at) => ({ position: at + 1, item: { description: programmes[id].summary } })),
  );
  const urls: string[] = itemListElement.map(({ item }: { item: { url: string } }) => item.url);
  expect(new Set(urls).size).toBe(programmeIds.length);
  for (const url of [...urls, school.url, school.logo, school.image])
    expect((await request.get(url)).status(), url).toBe(200);
});
