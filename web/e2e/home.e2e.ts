import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { unsubscribeLinks } from '#functions/messages/kinds';
import { listReaders } from '#functions/messages/newsletter';
import { downloadFile } from '#infra/testing/browser/admin-screens';
import { interceptCalls, passOn, recordCalls } from '#infra/testing/browser/calls';
import { addClass, cardOf } from '#infra/testing/browser/classes';
import { expectToast, httpError, keepToast, scrollTop, toasts } from '#infra/testing/browser/page';
import { at } from '#infra/testing/samples/samples';
import type { TestStack } from '#infra/testing/stack/test-stack';
import { addressLines, brand, sampleFacts } from '#shared/brand';
import { newsletterConsent } from '#shared/consents';
import type { RouteName } from '#shared/contract/routes';
import { paths } from '#shared/paths';
import { programmeIds, programmes } from '#shared/programmes';
import { mailedLink } from './testing/mails.ts';
import { expect, test } from './testing/test.ts';

const section = (page: Page, id: string) => page.locator(`main #${id}`);

test('a phone shows the hero whole; its button leads to the classes [PUB-16, PUB-17]', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 667 });
  await page.goto(paths.home);
  const heading = page.getByRole('heading', { level: 1, name: brand.tagline });
  const start = page.getByRole('link', { name: 'Get Started' });
  for (const part of [heading, start]) await expect(part).toBeInViewport({ ratio: 1 });
  await start.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Book A Class' })).toBeVisible();
  await expect(page).toHaveURL(paths.bookCamp);
});

test('a visitor reads the home page, and opens a programme [PUB-18]', async ({ page, context, stack }) => {
  await page.goto(paths.home);
  const skills = page.getByRole('region', { name: 'Six key skills' }).getByRole('heading', { level: 3 });
  await expect(skills).toHaveText([
    'Technical',
    'Tactical',
    'Mental',
    'Physical Conditioning',
    'Confidence Building',
    'Position Specific',
  ]);

  await test.step('introduces the lead coach, with a form of name, email and message [PUB-21]', async () => {
    const contact = section(page, 'contact');
    await expect(contact.getByRole('heading', { name: sampleFacts.coach.name })).toBeVisible();
    await expect(contact.getByText(sampleFacts.coach.bio)).toBeVisible();
    const fields = contact.getByRole('textbox');
    await expect(fields).toHaveCount(3);
    for (const [at, name] of ['name', 'email', 'message'].entries())
      await expect(fields.nth(at)).toHaveAttribute('name', name);
  });

  await test.step('the privacy section says what is stored, and no cookie is set [PUB-15, FRM-06]', async () => {
    for (const text of [
      ...['medical notes', 'no cookies', 'What our own files said of your children', 'after 180 days'],
      'Your message is emailed to us and stored nowhere else.',
      'If you confirm the newsletter: your email, with when and to what you agreed.',
      'Every newsletter has a link that deletes your address from its list',
      'An address that you do not confirm goes after 48 hours',
      'the log of messages to families after 90 days',
    ])
      await expect(section(page, 'privacy').getByText(text)).toBeVisible();
    expect(await context.cookies()).toEqual([]);
  });

  await test.step('shows the programmes with their ages, each leading to its classes [PUB-19]', async () => {
    const mini = await addClass(stack, { class_type: 'miniballerz' });
    const junior = await addClass(stack, { class_type: 'juniorballerz' });
    const cards = section(page, 'programs').getByRole('article');
    await expect(cards).toHaveText([
      /^Ages 3-5Miniballerz/,
      /^Ages 6-11Juniorballerz/,
      /^Academy levelEliteballerz/,
    ]);
    await page.getByRole('link', { name: 'See Miniballerz classes' }).click();
    await expect(cardOf(page, mini)).toBeVisible();
    await expect(cardOf(page, junior)).toHaveCount(0);
  });
});

test.describe('the footer', () => {
  const buttons = [
    ['Home', 'home'],
    ['Programs', 'programs'],
    ['Contact', 'contact'],
    ['Privacy', 'privacy'],
  ] as const;

  /** Whether a section starts just below the header, or the page is scrolled to its end. */
  const isScrolledTo = (page: Page, id: string) =>
    section(page, id).evaluate((element) => {
      const { top } = element.getBoundingClientRect();
      const isAtEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 1;
      return top >= 0 && (top < 200 || (isAtEnd && top < window.innerHeight));
    });

  /** Waits until a button has taken effect. The click itself scrolls the footer into view, which can show the section. */
  const expectOpened = async (page: Page, id: string): Promise<void> => {
    await expect(page).toHaveURL(`/#${id}`);
    await expect(section(page, id)).toBeFocused();
    await expect.poll(() => isScrolledTo(page, id)).toBe(true);
  };

  test('a button scrolls to its section on the home page, also a second time [PUB-14]', async ({ page }) => {
    await page.goto(paths.home);
    const button = page.getByRole('contentinfo').getByRole('button', { name: 'Programs', exact: true });
    await button.click();
    await expectOpened(page, 'programs');
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, -10_000);
        return scrollTop(page);
      })
      .toBe(0);
    await button.click();
    await expectOpened(page, 'programs');
  });

  test('each button leads from another page to its section, with the focus [PUB-15]', async ({ page }) => {
    for (const [label, id] of buttons) {
      await page.goto(paths.contact);
      await page.getByRole('contentinfo').getByRole('button', { name: label, exact: true }).click();
      await expectOpened(page, id);
    }
  });
});

const message = {
  Name: 'Vic Visitor',
  Email: 'vic@example.com',
  Subject: 'Trial',
  Message: 'May we come on Saturday?',
};
const { Subject: _, ...messageToCoach } = message;
const newsletterLabel = 'News about new classes, by email';

interface PublicForm {
  readonly name: string;
  readonly path: string;
  readonly part: 'main' | 'contentinfo';
  readonly button: string;
  readonly route: RouteName;
  readonly values: Readonly<Record<string, string>>;
}

const contactForm = { part: 'main', button: 'Send Message', route: 'sendContactMessage' } as const;
const contactForms: readonly PublicForm[] = [
  { ...contactForm, name: 'the contact form', path: paths.contact, values: message },
  { ...contactForm, name: 'the coach’s form', path: paths.home, values: messageToCoach },
];
const newsletterBox: PublicForm = {
  name: 'the newsletter box',
  path: paths.bookCamp,
  part: 'contentinfo',
  button: 'Subscribe',
  route: 'joinNewsletter',
  values: { [newsletterLabel]: 'rea@example.com' },
};

const fieldsOf = (page: Page, { part, values }: PublicForm): readonly [field: Locator, value: string][] =>
  Object.entries(values).map(([label, value]) => [
    page.getByRole(part).getByRole('textbox', { name: label }),
    value,
  ]);
const submit = (page: Page, { part, button }: PublicForm) =>
  page.getByRole(part).getByRole('button', { name: button });

const fill = async (page: Page, form: PublicForm): Promise<void> => {
  for (const [field, value] of fieldsOf(page, form)) await field.fill(value);
};

const sent = { title: 'Message Sent!', description: "We'll get back to you as soon as possible." };

const [contactPageForm = newsletterBox] = contactForms;

for (const form of contactForms)
  test(`${form.name} emails the school, once [PUB-24, FRM-01, ERR-42]`, async ({ page, stack }) => {
    const visitor = `${randomUUID()}@example.com`;
    await page.goto(form.path);
    const calls = recordCalls(page);
    await fill(page, form);
    await page.getByRole('main').getByRole('textbox', { name: 'Email' }).fill(visitor);
    await submit(page, form).dblclick();
    await expectToast(page, sent);
    for (const [field] of fieldsOf(page, form)) await expect(field).toHaveValue('');
    expect(calls).toEqual(['POST /api/contact']);
    const mails = (await stack.mails()).filter(({ reply_to }) => reply_to === visitor);
    expect(mails).toMatchObject([
      { to: [brand.contact.email], text: expect.stringContaining(message.Message) },
    ]);
  });

test('the contact form says it when SES refuses, and is sent by a second press, which ends the error [FRM-01, NTF-17]', {
  tag: '@exhaustive',
}, async ({ page, stack, expectProblems }) => {
  const form = contactPageForm;
  expectProblems(httpError(503));
  await stack.setMailFault('reject');
  await page.goto(form.path);
  await fill(page, form);
  await submit(page, form).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText(sampleFacts.phone);
  await stack.setMailFault('none');
  await keepToast(page, { title: 'Error' });
  await submit(page, form).press('Enter');
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
  await expect(toasts(page)).toHaveText([new RegExp(sent.title)]);
});

for (const form of [contactPageForm, newsletterBox])
  test(`${form.name} refuses an empty field and a wrong address [PUB-28, PUB-29]`, async ({ page }) => {
    const calls = await interceptCalls(page, form.route, passOn);
    await page.goto(form.path);
    const fields = fieldsOf(page, form);
    await fill(page, form);
    for (const [field, value] of fields) {
      const invalid = value.includes('@') ? ['', 'pat.example.com'] : [''];
      for (const text of invalid) {
        await field.fill(text);
        await submit(page, form).click();
        await expect(field).toBeFocused();
        await expect(field.and(page.locator(':invalid'))).toHaveCount(1);
      }
      await field.fill(value);
    }
    expect(calls.count()).toBe(0);
    await expect(toasts(page)).toHaveCount(0);
  });

const confirmationLink = (stack: TestStack, reader: string) =>
  mailedLink(stack, reader, /\/newsletter\/confirm#\S+/);

const readersOf = async ({ table }: TestStack) => (await listReaders(table)).map(({ email }) => email);

/** Enters a new address in the newsletter box, and returns it. */
const joinNewsletter = async (page: Page): Promise<string> => {
  const reader = `${randomUUID()}@example.com`;
  await page.goto(newsletterBox.path);
  await page.getByRole('textbox', { name: newsletterLabel }).fill(reader);
  await submit(page, newsletterBox).click();
  await expectToast(page, {
    title: 'Check Your Email',
    description: 'We sent you a link. You are on the list once you confirm it.',
  });
  return reader;
};

test('a visitor joins and leaves by a link and its button [PUB-22, PUB-31, FRM-03]', async ({
  page,
  stack,
}) => {
  const reader = await joinNewsletter(page);
  await expect(submit(page, newsletterBox)).toBeEnabled();
  await page.goto(await confirmationLink(stack, reader));
  await expect(page.getByText(newsletterConsent)).toBeVisible();
  // Opening the link, as mail scanners do, changes nothing.
  expect(await readersOf(stack)).toEqual([]);
  await page.getByRole('button', { name: 'Yes, send me news' }).dblclick();
  await expect(page.getByRole('heading', { level: 1, name: 'You are on the list' })).toBeVisible();
  expect(await readersOf(stack)).toEqual([reader]);

  await test.step('a reader leaves by a link, and can join again [FAM-03, FRM-04]', async () => {
    const stored = at(await listReaders(stack.table), 0);
    await page.goto(unsubscribeLinks(stored, stack.url).page);
    await expect(page.getByRole('heading', { level: 1, name: 'Leave the newsletter?' })).toBeVisible();
    expect(await readersOf(stack)).toEqual([reader]);
    await page.getByRole('button', { name: 'Unsubscribe' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'You are unsubscribed' })).toBeFocused();
    expect(await readersOf(stack)).toEqual([]);
    const again = page.getByRole('main').getByRole('textbox', { name: 'Changed your mind?' });
    await again.fill(reader);
    await page.getByRole('main').getByRole('button', { name: 'Subscribe' }).click();
    await expect(page.getByText('We sent you a link.')).toBeVisible();
  });
});

test('a reader is removed [FRM-05]', { tag: '@exhaustive' }, async ({ page, stack, admin, signIn }) => {
  const reader = await joinNewsletter(page);
  await page.goto(await confirmationLink(stack, reader));
  await page.getByRole('button', { name: 'Yes, send me news' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'You are on the list' })).toBeVisible();
  await signIn(admin);
  await page.goto(paths.adminNewsletter);
  await expect(page.getByText('1 reader', { exact: true })).toBeVisible();
  const { name, text } = await downloadFile(page, page.getByRole('button', { name: 'Export CSV' }));
  expect(name).toMatch(/-readers-\d{4}-\d\d-\d\d\.csv$/);
  expect(text).toContain(reader);
  await page.getByRole('button', { name: `Remove ${reader}` }).click();
  await expect(page.getByRole('button', { name: 'Remove Reader' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove Reader' }).click();
  await expect(page.getByText('Nobody reads the newsletter yet')).toBeVisible();
  expect(await readersOf(stack)).toEqual([]);
});

test('the contact page shows the facts of the brand [PUB-23, PUB-25, PUB-26, PUB-27]', async ({ page }) => {
  await page.goto(paths.contact);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1, name: 'Get in Touch', exact: true })).toBeVisible();
  const { phone, social } = sampleFacts;
  for (const text of [...addressLines, brand.mailbox, phone])
    await expect(main.getByText(text, { exact: true })).toBeVisible();
  for (const { name, url } of social)
    await expect(main.getByRole('link', { name })).toHaveAttribute('href', url);
  await expect(main.getByRole('term')).toHaveText(['Mon-Fri', 'Sat', 'Sun']);
  await expect(main.getByRole('definition')).toHaveText(['9:00-18:00', '10:00-16:00', 'Closed']);

  await test.step('the contact form hides a field from people [FRM-02]', async () => {
    await page.goto(paths.contact);
    const trap = page.locator('input[name=website]');
    await expect(trap).toHaveAttribute('tabindex', '-1');
    await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(4);
    await expect.poll(() => trap.boundingBox()).toMatchObject({ width: 1, height: 1 });
  });
});

const indexedPaths = [paths.home, paths.bookCamp, paths.contact];

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
});

test('the structured data agrees with the brand, and its URLs exist', async ({ page, request }) => {
  await page.goto(paths.home);
  const [school, list] = await page
    .locator('script[type="application/ld+json"]')
    .evaluateAll((scripts) => scripts.map((script) => JSON.parse(script.textContent)));
  expect(school).toMatchObject({ name: brand.name, telephone: brand.contact.phone });
  const { itemListElement } = list;
  expect(itemListElement).toMatchObject(
    programmeIds.map((id, at) => ({ position: at + 1, item: { description: programmes[id].summary } })),
  );
  const urls: string[] = itemListElement.map(({ item }: { item: { url: string } }) => item.url);
  for (const url of [...urls, school.url, school.logo, school.image])
    expect((await request.get(url)).status(), url).toBe(200);
});
