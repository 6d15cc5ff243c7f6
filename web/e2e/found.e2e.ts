import { describe, expect } from 'vitest';
import * as z from 'zod/mini';
import { brand } from '#shared/brand';
import { paths } from '#shared/paths';
import { programmeIds, programmes } from '#shared/programmes';
import { addressOf } from './testing/page-state.ts';
import { answered } from './testing/problem-guard.ts';
import { siteTest as it } from './testing/site-test.ts';
import { soon } from './testing/soon.ts';
import { courseListSchema, schoolSchema } from './testing/structured-data.ts';

const listed = [paths.home, paths.bookCamp, paths.contact];

/** How the browser words a script that it does not run. */
const scriptsAreOff = /request failed: GET .*\.js csp$/;

describe('without JavaScript', () => {
  it.for([
    [paths.home, brand.tagline, brand.coach.bio],
    [paths.contact, 'Get in Touch', brand.contact.phone],
    [paths.bookCamp, 'Book A Class', 'Pick a class and a time.'],
  ] as const)('%s shows its content', async ([path, heading, text], { open }) => {
    const page = await open({ path, javaScriptEnabled: false, expects: [scriptsAreOff] });
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    await page.getByRole('main').getByText(text).first().waitFor();
  });

  it('an unknown address says so, with the status 404 [PUB-04, PUB-05]', async ({ open }) => {
    const page = await open({
      javaScriptEnabled: false,
      expects: [answered(404), scriptsAreOff],
    });
    const answer = await page.goto('/no/such/page');
    expect(answer?.status()).toBe(404);
    await page.getByRole('heading', { name: 'Oops! Page not found' }).waitFor();
    await page.getByRole('link', { name: 'Return to Home' }).click();
    await page.getByRole('heading', { level: 1, name: brand.tagline }).waitFor();
  });
});

describe('for search engines and previews', () => {
  it.for(listed)(
    '%s has a title and description of its own, and its one address',
    async (path, { visit, stack }) => {
      const page = await visit({ path });
      const content = (selector: string) => page.locator(selector).first().getAttribute('content');
      expect(await page.title()).toMatch(new RegExp(`^.{10,60} \\| ${brand.name}$`));
      const description = await content('meta[name=description]');
      expect(description?.length).toBeGreaterThan(50);
      expect(description?.length).toBeLessThanOrEqual(160);
      expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(`${stack.url}${path}`);
      expect(await content('meta[property="og:url"]')).toBe(`${stack.url}${path}`);
      expect(await content('meta[property="og:description"]')).toBe(description);
      const image = await page.request.get((await content('meta[property="og:image"]')) ?? '');
      expect(image.headers()['content-type']).toBe('image/png');
    },
  );

  it('titles and descriptions differ', async ({ visit }) => {
    const page = await visit();
    const seen = new Set<string | null>();
    for (const path of listed) {
      await page.goto(path);
      seen.add(await page.title());
      seen.add(await page.locator('meta[name=description]').getAttribute('content'));
    }
    expect(seen.size).toBe(2 * listed.length);
  });

  it('the sitemap names the public pages, and robots.txt the sitemap', async ({ visit, stack }) => {
    const page = await visit();
    const robots = await (await page.request.get('/robots.txt')).text();
    const address = /^Sitemap: (.+)$/m.exec(robots)?.[1];
    expect(address).toBe(`${stack.url}/sitemap.xml`);
    const sitemap = await (await page.request.get(address ?? '')).text();
    expect([...sitemap.matchAll(/<loc>(.+?)<\/loc>/g)].map(([, url]) => url)).toEqual(
      listed.map((path) => `${stack.url}${path}`),
    );
  });

  it.for([
    [paths.home, [schoolSchema, courseListSchema]],
    [paths.bookCamp, [courseListSchema]],
    [paths.contact, [schoolSchema]],
  ] as const)(
    '%s describes the school and its programmes with all that search engines ask for, and nothing they do not know',
    async ([path, schemas], { open }) => {
      const page = await open({ path });
      const things = await page
        .locator('script[type="application/ld+json"]')
        .evaluateAll((scripts) => scripts.map((script) => JSON.parse(script.textContent)));
      expect(things).toHaveLength(schemas.length);
      for (const [at, schema] of schemas.entries()) {
        expect(z.safeParse(schema, things[at]).error?.issues ?? []).toEqual([]);
      }
    },
  );

  it('what the descriptions name is what the screens show, and every address in them is there', async ({
    open,
  }) => {
    const page = await open({ path: paths.home });
    const [school, list] = await page
      .locator('script[type="application/ld+json"]')
      .evaluateAll((scripts) => scripts.map((script) => JSON.parse(script.textContent)));
    expect(school).toMatchObject({ name: brand.name, telephone: brand.contact.phone });
    const { itemListElement } = courseListSchema.parse(list);
    expect(itemListElement.map(({ position }) => position)).toEqual(programmeIds.map((_, at) => at + 1));
    expect(itemListElement.map(({ item }) => item.description)).toEqual(
      programmeIds.map((id) => programmes[id].summary),
    );
    const urls = itemListElement.map(({ item }) => item.url);
    expect(new Set(urls).size).toBe(programmeIds.length);
    for (const url of [...urls, school.url, school.logo, school.image]) {
      expect((await page.request.get(url)).status(), url).toBe(200);
    }
  });

  it('the manifest and every icon are there', async ({ visit }) => {
    const page = await visit({ path: paths.home });
    const links = await page
      .locator('link[rel=icon], link[rel=apple-touch-icon], link[rel=manifest]')
      .evaluateAll((elements) => elements.map((element) => element.getAttribute('href') ?? ''));
    const manifest = await (await page.request.get('/manifest.webmanifest')).json();
    expect(manifest).toMatchObject({ name: brand.legalName, short_name: brand.name, start_url: '/' });
    for (const address of [...links, ...manifest.icons.map(({ src }: { src: string }) => src)]) {
      expect((await page.request.get(address)).status(), address).toBe(200);
    }
  });
});

describe('a page that was built', () => {
  it('loads next to no script until someone uses it, then all it needs', async ({ open }) => {
    const page = await open();
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url());
    });
    await page.goto(paths.home);
    await page.waitForLoadState('networkidle');
    expect(scripts.length).toBeLessThanOrEqual(2);
    await page.mouse.move(100, 100);
    await soon(() => scripts.length).toBeGreaterThan(4);
  });

  it('does what was pressed before it was awake', async ({ open }) => {
    const page = await open({ path: paths.home, viewport: { width: 375, height: 800 } });
    // As assistive tools do: no pointer came near and no key was pressed before.
    await page
      .getByRole('button', { name: 'Open menu' })
      .evaluate((button: HTMLButtonElement) => button.click());
    await page.getByRole('dialog', { name: 'Menu' }).waitFor();
  });

  it.for([
    ['it was awake', /\/assets\/main-.*\.js$/],
    ['any script came', /\/assets\/.*\.js$/],
  ] as const)('keeps a choice that was made before %s', async ([, scripts], { open }) => {
    const page = await open();
    const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>();
    await page.route(scripts, async (request) => {
      await arrival;
      await request.continue();
    });
    await page.goto(paths.bookCamp, { waitUntil: 'commit' });
    await page.getByRole('combobox', { name: 'Day' }).selectOption('Sunday');
    // At once: Chromium waits with the page for its first script, and `check` for the page; other browsers do not.
    await page.getByRole('checkbox', { name: 'Has places' }).evaluate((box: HTMLInputElement) => box.click());
    arrive();
    await soon(() => addressOf(page)).toBe('/book-camp?day=sunday&places=yes');
  });

  it('asks for the classes once, at once', async ({ open }) => {
    const page = await open();
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/')) calls.push(new URL(request.url()).pathname);
    });
    await page.goto(paths.bookCamp);
    await page.getByText('No classes available at the moment').waitFor();
    await page.waitForLoadState('networkidle');
    expect(calls).toEqual(['/api/classes']);
  });

  it('keeps to a Content-Security-Policy without exceptions', async ({ visit }) => {
    const page = await visit();
    const policy = (await page.request.get(paths.home)).headers()['content-security-policy'];
    expect(policy).not.toMatch(/unsafe|data:|\*/);
  });
});
