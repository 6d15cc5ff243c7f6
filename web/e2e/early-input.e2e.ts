import type { Locator, Page } from '@playwright/test';
import { childForm, newSignUp, signUpForm } from '#infra/testing/browser/forms';
import { expectHandled, toastOf } from '#infra/testing/browser/page';
import { testPassword } from '#infra/testing/stack/test-stack';
import { type RouteName, routes } from '#shared/contract/routes';
import { paths } from '#shared/paths';
import { expect, test } from './testing/test.ts';

const signUp = newSignUp();
const [cleo] = signUp.children;

interface EarlyForm {
  readonly name: string;
  readonly path: string;
  readonly fields: (page: Page) => readonly (readonly [field: Locator, text: string])[];
  readonly button: (page: Page) => Locator;
  /** The request that a press sends. */
  readonly call: RouteName;
}

const main = (page: Page): Locator => page.getByRole('main');

const contact = (page: Page) =>
  [
    [main(page).getByLabel('Name'), 'Vic Visitor'],
    [main(page).getByLabel('Email'), 'vic@example.com'],
    [main(page).getByLabel('Message'), 'May we come on Saturday?'],
  ] as const;

const forms: readonly [EarlyForm, ...EarlyForm[]] = [
  {
    name: 'the sign-up',
    path: paths.signUp,
    fields: (page) => [
      [signUpForm(page).fullName, signUp.full_name],
      [signUpForm(page).email, signUp.email],
      [signUpForm(page).phone, signUp.phone_number],
      [signUpForm(page).password, signUp.password],
      [childForm(page).name, cleo.name],
      [childForm(page).dateOfBirth, cleo.date_of_birth],
      [childForm(page).medicalConditions, cleo.medical_conditions],
    ],
    button: (page) => signUpForm(page).create,
    call: 'signUp',
  },
  {
    name: 'the contact form',
    path: paths.contact,
    fields: (page) => [...contact(page), [main(page).getByLabel('Subject'), 'Trial']],
    button: (page) => page.getByRole('button', { name: 'Send Message' }),
    call: 'sendContactMessage',
  },
  {
    name: 'the newsletter',
    path: paths.bookCamp,
    fields: (page) => [[page.getByRole('contentinfo').getByRole('textbox'), 'rea@example.com']],
    button: (page) => page.getByRole('button', { name: 'Subscribe' }),
    call: 'joinNewsletter',
  },
];

/** Which scripts are late: all of them, or all but those that the document itself runs: boot.ts, which complete pages run later. */
type Late = 'any script' | 'the scripts of the page';

/** Waits until boot.ts has run, where the document loads it itself. */
const untilBooted = (page: Page): Promise<void> => page.waitForLoadState('domcontentloaded');

/** Opens a page whose scripts are held back until they are released. */
const openWithout = async (page: Page, late: Late, path: string): Promise<() => void> => {
  const [named, others] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const document = await (await page.request.get(path)).text();
  // Those with a low priority are run by boot.ts.
  const files = [
    ...document.matchAll(/<(?:script|link)[^>]* (?:src|href)="([^"]+\.js)"(?! crossorigin fetch)/g),
  ].map(([, file]) => file);
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await (files.includes(new URL(route.request().url()).pathname) ? named : others).promise;
    await route.continue();
  });
  if (late === 'the scripts of the page') named.resolve();
  await page.goto(path, { waitUntil: 'commit' });
  if (late === 'the scripts of the page') await untilBooted(page);
  else
    await page.waitForFunction(
      () => window.document.readyState !== 'loading' && window.earlyPresses,
      undefined,
      // The page has no frame before its first script.
      { polling: 50 },
    );
  return () => {
    named.resolve();
    others.resolve();
  };
};

const type = async (field: Locator, text: string): Promise<void> => {
  if ((await field.getAttribute('type')) === 'date') await field.fill(text);
  else await field.pressSequentially(text);
};

/** Presses without a pointer, as assistive tools do: a pointer waits for the page to be painted. */
const press = (button: Locator): Promise<void> =>
  button.evaluate((element: HTMLButtonElement) => element.click());

/** The bodies of a page's requests of a route. */
const recordBodies = (page: Page, name: RouteName): string[] => {
  const bodies: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === routes[name].path) bodies.push(request.postData() ?? '');
  });
  return bodies;
};

/** What was typed is sent once, whole. */
const expectSentOnce = async (page: Page, form: EarlyForm, bodies: readonly string[]): Promise<void> => {
  await expect.poll(() => bodies.length).toBe(1);
  await page.waitForLoadState('networkidle');
  expect(bodies).toHaveLength(1);
  for (const [, text] of form.fields(page)) expect(bodies[0]).toContain(text);
};

for (const late of ['any script', 'the scripts of the page'] as const)
  for (const form of late === 'any script' ? forms : forms.slice(0, 1))
    test(`what is typed and pressed before ${late} is kept, and sent once: ${form.name} [FAM-01]`, {
      tag: form === forms[0] && late === 'any script' ? [] : '@exhaustive',
    }, async ({ page }) => {
      const release = await openWithout(page, late, form.path);
      const bodies = recordBodies(page, form.call);
      for (const [field, text] of form.fields(page)) await type(field, text);
      await press(form.button(page));
      await press(form.button(page));
      release();
      await expectSentOnce(page, form, bodies);
    });

for (const late of ['any script', 'the scripts of the page'] as const)
  test(`a login that is typed and pressed before ${late} leads in [FAM-01]`, {
    tag: late === 'any script' ? '@exhaustive' : [],
  }, async ({ page, parent }) => {
    const release = await openWithout(page, late, paths.login);
    await type(main(page).getByLabel('Email'), parent.family.profile.email);
    await type(main(page).getByLabel('Password'), testPassword);
    await press(page.getByRole('button', { name: 'Log in' }));
    release();
    await expect(toastOf(page, { title: 'Logged in successfully' })).toBeVisible();
    await expect(page).toHaveURL(paths.parent);
  });

test('what is selected in a field before the scripts is typed over afterwards [FAM-01]', async ({ page }) => {
  const release = await openWithout(page, 'the scripts of the page', paths.contact);
  const field = main(page).getByLabel('Email');
  await field.pressSequentially('vic@example.com');
  await field.selectText();
  release();
  await expectHandled(field);
  await page.keyboard.type('pat@example.com');
  await expect(field).toHaveValue('pat@example.com');
});

for (const late of ['any script', 'the scripts of the page'] as const)
  test(`"Nothing to know" that is ticked before ${late} is sent [FAM-01]`, {
    tag: late === 'any script' ? '@exhaustive' : [],
  }, async ({ page }) => {
    const release = await openWithout(page, late, paths.signUp);
    const bodies = recordBodies(page, 'signUp');
    const { fullName, email, phone, password, create } = signUpForm(page);
    const fields = childForm(page);
    await type(fullName, signUp.full_name);
    await type(email, newSignUp().email);
    await type(phone, signUp.phone_number);
    await type(password, signUp.password);
    await fields.dateOfBirth.fill(cleo.date_of_birth);
    await fields.name.fill('Cleo Novak');
    // With a note, nothing can be ticked once the page handles events.
    await fields.medicalConditions.fill(cleo.medical_conditions);
    await press(fields.add);
    await fields.medicalConditions.fill('');
    await page.getByLabel('Nothing to know').evaluate((box: HTMLInputElement) => box.click());
    for (const name of ['Dan Novak', 'Eli Novak']) {
      await fields.name.fill(name);
      await press(fields.add);
    }
    await fields.name.fill('Fay Novak');
    await press(create);
    release();
    await expect.poll(() => bodies).toHaveLength(1);
    const { children } = JSON.parse(bodies[0] ?? '') as { children: Record<string, unknown>[] };
    expect(children.map(({ name, nothing_to_know }) => [name, nothing_to_know])).toEqual([
      ['Cleo Novak', false],
      ['Dan Novak', true],
      ['Eli Novak', true],
      ['Fay Novak', true],
    ]);
  });

test('nothing is kept of presses on a page that a visitor is led to [FAM-01]', async ({ page }) => {
  await page.goto(paths.parent);
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  expect(await page.evaluate(() => window.earlyPresses)).toBeUndefined();
});
