import type { Locator, Page } from '@playwright/test';
import { addressLines, brand } from '#shared/brand';
import { paths } from '#shared/paths';
import { expect, test } from './testing/test.ts';
import { expectToast, toasts } from './testing/toasts.ts';

const message = {
  Name: 'Pat Parent',
  Email: 'pat@example.com',
  Subject: 'Trial',
  Message: 'May we come on Saturday?',
};
const { Subject: _, ...messageToCoach } = message;
const newsletterLabel = 'News about new classes, by email';

interface LocalForm {
  readonly name: string;
  readonly path: string;
  readonly part: 'main' | 'contentinfo';
  readonly button: string;
  readonly values: Readonly<Record<string, string>>;
  readonly toast: { readonly title: string; readonly description?: string };
  readonly logged: Readonly<Record<string, string>>;
}

const sent = { title: 'Message Sent!', description: "We'll get back to you as soon as possible." };
const asLogged = (values: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(values).map(([label, value]) => [label.toLowerCase(), value]));

const forms: readonly LocalForm[] = [
  {
    name: 'the contact form',
    path: paths.contact,
    part: 'main',
    button: 'Send Message',
    values: message,
    toast: sent,
    logged: asLogged(message),
  },
  {
    name: 'the form of the coach',
    path: paths.home,
    part: 'main',
    button: 'Send Message',
    values: messageToCoach,
    toast: sent,
    logged: asLogged(messageToCoach),
  },
  {
    name: 'the newsletter box',
    path: paths.bookCamp,
    part: 'contentinfo',
    button: 'Subscribe',
    values: { [newsletterLabel]: 'pat@example.com' },
    toast: { title: 'Thank you for signing up!' },
    logged: { email: 'pat@example.com' },
  },
];

const fieldsOf = (page: Page, { part, values }: LocalForm): readonly [field: Locator, value: string][] =>
  Object.entries(values).map(([label, value]) => [
    page.getByRole(part).getByRole('textbox', { name: label }),
    value,
  ]);

/** What the page logs and sends from now on. */
const watch = (page: Page) => {
  const logged: unknown[] = [];
  const sentAway: string[] = [];
  page.on('console', async (line) => {
    if (line.type() === 'log') logged.push(await line.args()[1]?.jsonValue());
  });
  page.on('request', (request) => {
    sentAway.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`);
  });
  return { logged, sentAway };
};

for (const form of forms) {
  test.describe(form.name, () => {
    const submit = (page: Page) => page.getByRole(form.part).getByRole('button', { name: form.button });

    test('logs what was typed, sends it nowhere, and says thank you [PUB-22, PUB-24, PUB-30, PUB-31, ERR-42]', async ({
      page,
    }) => {
      await page.goto(form.path);
      const { logged, sentAway } = watch(page);
      for (const [field, value] of fieldsOf(page, form)) await field.fill(value);
      await submit(page).click();
      await expectToast(page, form.toast);
      expect(logged).toEqual([form.logged]);
      expect(sentAway.filter((line) => line.includes('pat') || !line.startsWith('GET '))).toEqual([]);
      for (const [field] of fieldsOf(page, form)) await expect(field).toHaveValue('');
    });

    test('needs every field, and a whole email address [PUB-28, PUB-29]', async ({ page }) => {
      await page.goto(form.path);
      const { logged } = watch(page);
      const fields = fieldsOf(page, form);
      for (const [field, value] of fields) await field.fill(value);
      for (const [field, value] of fields) {
        const wrong = value.includes('@') ? ['', 'pat.example.com'] : [''];
        for (const text of wrong) {
          await field.fill(text);
          await submit(page).click();
          expect(await field.evaluate((input: HTMLInputElement) => input.matches(':focus:invalid'))).toBe(
            true,
          );
        }
        await field.fill(value);
      }
      expect(logged).toEqual([]);
      await expect(toasts(page)).toHaveCount(0);
    });
  });
}

test('shows how, where and when the school is reached, from the brand [PUB-23, PUB-25, PUB-26, PUB-27]', async ({
  page,
}) => {
  await page.goto(paths.contact);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1, name: 'Get in Touch', exact: true })).toBeVisible();
  const { email, phone, social } = brand.contact;
  for (const text of [...addressLines, email, phone]) await main.getByText(text, { exact: true }).waitFor();
  for (const { name, url } of social) {
    await expect(main.getByRole('link', { name })).toHaveAttribute('href', url);
  }
  await expect(main.getByRole('term')).toHaveText(['Mon-Fri', 'Sat', 'Sun']);
  await expect(main.getByRole('definition')).toHaveText(['9:00-18:00', '10:00-16:00', 'Closed']);
});
