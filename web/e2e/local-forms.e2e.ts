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
  /** What the form's own test proves. */
  readonly items: string;
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
    items: '[PUB-24, PUB-30, ERR-42]',
    path: paths.contact,
    part: 'main',
    button: 'Send Message',
    values: message,
    toast: sent,
    logged: asLogged(message),
  },
  {
    name: 'the coach’s form',
    items: '[PUB-30, ERR-42]',
    path: paths.home,
    part: 'main',
    button: 'Send Message',
    values: messageToCoach,
    toast: sent,
    logged: asLogged(messageToCoach),
  },
  {
    name: 'the newsletter box',
    items: '[PUB-22, PUB-30, PUB-31]',
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

/** The objects that the page logs and the requests that it sends, from now on. */
const record = (page: Page) => {
  const logged: unknown[] = [];
  const requests: string[] = [];
  page.on('console', async (line) => {
    if (line.type() === 'log') logged.push(await line.args()[1]?.jsonValue());
  });
  page.on('request', (request) => {
    requests.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`);
  });
  return { logged, requests };
};

for (const form of forms) {
  test.describe(form.name, () => {
    const submit = (page: Page) => page.getByRole(form.part).getByRole('button', { name: form.button });

    test(`logs the values in the console only, and thanks with a toast ${form.items}`, async ({ page }) => {
      await page.goto(form.path);
      const { logged, requests } = record(page);
      for (const [field, value] of fieldsOf(page, form)) await field.fill(value);
      await submit(page).click();
      await expectToast(page, form.toast);
      await expect.poll(() => logged).toEqual([form.logged]);
      expect(requests.filter((line) => line.includes('pat') || !line.startsWith('GET '))).toEqual([]);
      for (const [field] of fieldsOf(page, form)) await expect(field).toHaveValue('');
    });

    test('refuses an empty field and an incomplete email address [PUB-28, PUB-29]', async ({ page }) => {
      await page.goto(form.path);
      const { logged } = record(page);
      const fields = fieldsOf(page, form);
      for (const [field, value] of fields) await field.fill(value);
      for (const [field, value] of fields) {
        const invalid = value.includes('@') ? ['', 'pat.example.com'] : [''];
        for (const text of invalid) {
          await field.fill(text);
          await submit(page).click();
          await expect(field).toBeFocused();
          await expect(field.and(page.locator(':invalid'))).toHaveCount(1);
        }
        await field.fill(value);
      }
      expect(logged).toEqual([]);
      await expect(toasts(page)).toHaveCount(0);
    });
  });
}

test('the contact page shows address, phone, email and opening hours of the brand [PUB-23, PUB-25, PUB-26, PUB-27]', async ({
  page,
}) => {
  await page.goto(paths.contact);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1, name: 'Get in Touch', exact: true })).toBeVisible();
  const { email, phone, social } = brand.contact;
  for (const text of [...addressLines, email, phone]) {
    await expect(main.getByText(text, { exact: true })).toBeVisible();
  }
  for (const { name, url } of social) {
    await expect(main.getByRole('link', { name })).toHaveAttribute('href', url);
  }
  await expect(main.getByRole('term')).toHaveText(['Mon-Fri', 'Sat', 'Sun']);
  await expect(main.getByRole('definition')).toHaveText(['9:00-18:00', '10:00-16:00', 'Closed']);
});

test('a message of blanks alone is not sent', async ({ page }) => {
  await page.goto(paths.contact);
  const form = page.getByRole('main');
  for (const [label, value] of Object.entries(message)) await form.getByLabel(label).fill(value);
  const text = form.getByLabel('Message');
  await text.fill('   ');
  await form.getByRole('button', { name: 'Send Message' }).click();
  await expect(text).toBeFocused();
  await expect(text).toHaveJSProperty('validationMessage', 'Please fill in this field.');
  await expect(toasts(page)).toHaveCount(0);
  await text.fill('May we come on Saturday?');
  await form.getByRole('button', { name: 'Send Message' }).click();
  await expectToast(page, sent);
});
