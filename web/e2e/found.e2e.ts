import * as z from 'zod/mini';
import { brand } from '#shared/brand';
import { paths } from '#shared/paths';
import { programmeIds, programmes } from '#shared/programmes';
import { httpError } from './testing/page-problems.ts';
import { courseListSchema, schoolSchema } from './testing/structured-data.ts';
import { expect, test } from './testing/test.ts';

const listed = [paths.home, paths.bookCamp, paths.contact];

/** How the browser words a script that it does not run. */
const scriptBlocked = /request failed: GET .*\.js csp$/;

test.describe('without JavaScript', () => {
  for (const [path, heading, text] of [
    [paths.home, brand.tagline, brand.coach.bio],
    [paths.contact, 'Get in Touch', brand.contact.phone],
    [paths.bookCamp, 'Book A Class', 'Pick a class and a time.'],
  ] as const) {
    test(`${path} shows its content`, async ({ newPage, expectProblems }) => {
      expectProblems(scriptBlocked);
      const page = await newPage({ javaScriptEnabled: false });
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expect(page.getByRole('main').getByText(text).first()).toBeVisible();
    });
  }

  test('an unknown address says so, with the status 404 [PUB-04, PUB-05]', async ({
    newPage,
    expectProblems,
  }) => {
    expectProblems(httpError(404), scriptBlocked);
    const page = await newPage({ javaScriptEnabled: false });
    const answer = await page.goto('/no/such/page');
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
    await page.getByRole('link', { name: 'Return to Home' }).click();
    await expect(page.getByRole('heading', { level: 1, name: brand.tagline })).toBeVisible();
  });
});

test.describe('for search engines and previews', () => {
  for (const path of listed) {
    test(`${path} has a title and description of its own, and its one address`, async ({ page, stack }) => {
      await page.goto(path);
      const content = (selector: string) => page.locator(selector).first().getAttribute('content');
      await expect(page).toHaveTitle(new RegExp(`^.{10,60} \\| ${brand.name}$`));
      const description = await content('meta[name=description]');
      expect(description?.length).toBeGreaterThan(50);
      expect(description?.length).toBeLessThanOrEqual(160);
      await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${stack.url}${path}`);
      expect(await content('meta[property="og:url"]')).toBe(`${stack.url}${path}`);
      expect(await content('meta[property="og:description"]')).toBe(description);
      const image = await page.request.get((await content('meta[property="og:image"]')) ?? '');
      expect(image.headers()['content-type']).toBe('image/png');
    });
  }

  test('titles and descriptions differ', async ({ page }) => {
    const seen = new Set<string | null>();
    for (const path of listed) {
      await page.goto(path);
      seen.add(await page.title());
      seen.add(await page.locator('meta[name=description]').getAttribute('content'));
    }
    expect(seen.size).toBe(2 * listed.length);
  });

  test('the sitemap names the public pages, and robots.txt the sitemap', async ({ page, stack }) => {
    const robots = await (await page.request.get('/robots.txt')).text();
    const address = /^Sitemap: (.+)$/m.exec(robots)?.[1];
    expect(address).toBe(`${stack.url}/sitemap.xml`);
    const sitemap = await (await page.request.get(address ?? '')).text();
    expect([...sitemap.matchAll(/<loc>(.+?)<\/loc>/g)].map(([, url]) => url)).toEqual(
      listed.map((path) => `${stack.url}${path}`),
    );
  });

  for (const [path, schemas] of [
    [paths.home, [schoolSchema, courseListSchema]],
    [paths.bookCamp, [courseListSchema]],
    [paths.contact, [schoolSchema]],
  ] as const) {
    test(`${path} describes the school and its programmes with all that search engines ask for, and nothing they do not know`, async ({
      page,
    }) => {
      await page.goto(path);
      const things = await page
        .locator('script[type="application/ld+json"]')
        .evaluateAll((scripts) => scripts.map((script) => JSON.parse(script.textContent)));
      expect(things).toHaveLength(schemas.length);
      for (const [at, schema] of schemas.entries()) {
        expect(z.safeParse(schema, things[at]).error?.issues ?? []).toEqual([]);
      }
    });
  }

  test('what the descriptions name is what the screens show, and every address in them is there', async ({
    page,
  }) => {
    await page.goto(paths.home);
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

  test('the manifest and every icon are there', async ({ page }) => {
    await page.goto(paths.home);
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

test.describe('a page that was built', () => {
  test('loads next to no script until someone uses it, then all it needs', async ({ page }) => {
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url());
    });
    await page.goto(paths.home);
    await page.waitForLoadState('networkidle');
    expect(scripts.length).toBeLessThanOrEqual(2);
    await page.mouse.move(100, 100);
    await expect.poll(() => scripts.length).toBeGreaterThan(4);
  });

  test('does what was pressed before it was awake', async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 800 });
    await page.goto(paths.home);
    // As assistive tools do: no pointer came near and no key was pressed before.
    await page
      .getByRole('button', { name: 'Open menu' })
      .evaluate((button: HTMLButtonElement) => button.click());
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  });

  for (const [name, scripts] of [
    ['it was awake', /\/assets\/main-.*\.js$/],
    ['any script came', /\/assets\/.*\.js$/],
  ] as const) {
    test(`keeps a choice that was made before ${name}`, async ({ page }) => {
      const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>();
      await page.route(scripts, async (request) => {
        await arrival;
        await request.continue();
      });
      await page.goto(paths.bookCamp, { waitUntil: 'commit' });
      await page.getByRole('combobox', { name: 'Day' }).selectOption('Sunday');
      // At once: Chromium waits with the page for its first script, and `check` for the page; other browsers do not.
      await page
        .getByRole('checkbox', { name: 'Has places' })
        .evaluate((box: HTMLInputElement) => box.click());
      arrive();
      await expect(page).toHaveURL('/book-camp?day=sunday&places=yes');
    });
  }

  test('asks for the classes once, at once', async ({ page }) => {
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/')) calls.push(new URL(request.url()).pathname);
    });
    await page.goto(paths.bookCamp);
    await expect(page.getByText('No classes available at the moment')).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(calls).toEqual(['/api/classes']);
  });

  test('keeps to a Content-Security-Policy without exceptions', async ({ page }) => {
    const policy = (await page.request.get(paths.home)).headers()['content-security-policy'];
    expect(policy).not.toMatch(/unsafe|data:|\*/);
  });
});
