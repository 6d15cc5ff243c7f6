import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { sampleFamily } from '#infra/testing/samples/samples';
import type { RouteName } from '#shared/contract/routes';
import { routes } from '#shared/contract/routes';
import { paths } from '#shared/paths';
import { bookElsewhere } from './testing/bookings.ts';
import { answerWith, cutOff, holdCalls, interceptCalls } from './testing/calls.ts';
import { addClass, slotOf } from './testing/classes.ts';
import { familyOfTwo } from './testing/families.ts';
import { addChild, childForm } from './testing/newcomers.ts';
import { fitsTheWidth, focusOf, pathOf } from './testing/page-state.ts';
import { answered, noAnswer } from './testing/problem-guard.ts';
import { logIn } from './testing/sessions.ts';
import { siteTest as it } from './testing/site-test.ts';
import { soon } from './testing/soon.ts';
import { errorToast, seeToast, toastOf } from './testing/toasts.ts';

const noNameOrDate = 'Please enter child name and date of birth';
const fullName = (page: Page) => page.getByLabel('Full Name');
const phone = (page: Page) => page.getByLabel('Phone Number');
const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' });
const names = (page: Page) => page.getByRole('listitem').getByText(/\(age/).allTextContents();
const dialog = (page: Page) => page.getByRole('alertdialog');

/** Counts a page's calls of the API from now on. */
const countApiCalls = (page: Page) => {
  const seen: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) seen.push(`${request.method()} ${pathname}`);
  });
  return seen;
};

it('shows the details with the email read-only, and the children, in one request [PAR-22, PAR-24, PAR-25, PRM-04]', async ({
  visit,
  parent,
}) => {
  const page = await visit({ as: parent });
  const calls = countApiCalls(page);
  await page.goto(paths.parentProfile);
  await page.getByRole('heading', { name: 'My Profile', exact: true, level: 1 }).waitFor();
  await page.getByRole('heading', { name: 'My Children', exact: true }).waitFor();
  const email = page.getByLabel('Email', { exact: true });
  expect(await email.inputValue()).toBe(parent.family.profile.email);
  expect(await email.isEditable()).toBe(false);
  await phone(page).fill('');
  expect(await phone(page).getAttribute('placeholder')).toMatch(/^07\d{3} \d{6}$/);
  expect(await names(page)).toEqual(['Ana Parent (age 9)', 'Ben Parent (age 7)']);
  await childForm(page).add.waitFor();
  expect(calls).toEqual([`GET ${routes.getMyFamily.path}`]);
});

it('saves name and phone, which a reload shows [PAR-23, PRM-04, ERR-50]', async ({ visit, stack }) => {
  const account = await stack.createAccount(familyOfTwo());
  const page = await visit({ as: account, path: paths.parentProfile });
  await fullName(page).fill('  Pat   Newname ');
  await phone(page).fill('+44 20 7946 0123');
  await save(page).click();
  await seeToast(page, { title: 'Profile updated successfully' });
  await page.reload();
  await soon(() => fullName(page).inputValue()).toBe('Pat Newname');
  expect(await phone(page).inputValue()).toBe('+44 20 7946 0123');
  expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe(account.family.profile.email);
});

it.for([
  ['name', fullName, ' ', 'Please enter your full name'],
  ['phone', phone, 'call me', 'Please enter a valid phone number'],
] as const)(
  'does not save without a good %s, and says so beside the field',
  async ([, field, text, message], { visit, parent }) => {
    const page = await visit({ as: parent, path: paths.parentProfile });
    const calls = await interceptCalls(page, 'updateMyProfile', cutOff);
    await field(page).fill(text);
    await save(page).click();
    await page.getByText(message, { exact: true }).waitFor();
    expect(await field(page).evaluate((input) => input === document.activeElement)).toBe(true);
    expect(calls.count()).toBe(0);
  },
);

it.for([
  ['name', ' ', '2019-01-01'],
  ['date of birth', 'Cleo', ''],
  ['both', '', ''],
] as const)(
  'does not add a child without %s [PAR-26]',
  async ([, name, date_of_birth], { visit, parent }) => {
    const page = await visit({ as: parent, path: paths.parentProfile });
    const calls = await interceptCalls(page, 'addChildren', cutOff);
    await addChild(page, { name, date_of_birth, medical_conditions: 'Asthma' });
    await page.getByText(noNameOrDate, { exact: true }).waitFor();
    expect(await focusOf(page)).toMatch(name.trim() ? /Date of Birth/ : /Child Name/);
    expect(await childForm(page).medicalConditions.inputValue()).toBe('Asthma');
    expect(calls.count()).toBe(0);
  },
);

it('adds a child, without medical conditions and with its name trimmed, and the list shows it [PAR-25, PAR-27, PRM-05, NTF-05, ERR-51]', async ({
  visit,
  stack,
}) => {
  const account = await stack.createAccount(sampleFamily({ children: [] }));
  const page = await visit({ as: account, path: paths.parentProfile });
  await page.getByText('No children yet. Add the first one, and you can book a class.').waitFor();
  await addChild(page, { name: '  Cleo ', date_of_birth: '2019-01-02', medical_conditions: ' ' });
  await seeToast(page, { title: 'Child added successfully' });
  await soon(() => names(page)).toEqual([expect.stringMatching(/^Cleo \(age \d\)$/)]);
  const { body } = await stack.call({ route: 'getMyFamily', token: account.token });
  expect(routes.getMyFamily.response.parse(body).children).toEqual([
    expect.objectContaining({ name: 'Cleo', date_of_birth: '2019-01-02', medical_conditions: null }),
  ]);
});

it('asks before a child is removed; what is booked stays [PAR-28, PRM-05, NTF-05, ERR-52]', async ({
  visit,
  stack,
}) => {
  const account = await stack.createAccount(familyOfTwo());
  const cls = await addClass(stack);
  await bookElsewhere(stack, account, cls);
  const page = await visit({ as: account, path: paths.parentProfile });
  const remove = page.getByRole('button', { name: 'Remove Ana Parent' });
  await remove.click();
  await dialog(page).getByRole('heading', { name: 'Remove Ana Parent?' }).waitFor();
  expect(await focusOf(page)).toBe('button "Cancel"');
  await page.keyboard.press('Enter');
  await dialog(page).waitFor({ state: 'hidden' });
  expect(await focusOf(page)).toBe('button "Remove Ana Parent"');
  await remove.click();
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'hidden' });
  expect(await names(page)).toEqual(['Ana Parent (age 9)', 'Ben Parent (age 7)']);

  await remove.click();
  await dialog(page).getByRole('button', { name: 'Remove Child' }).click();
  await seeToast(page, { title: 'Child removed successfully' });
  await soon(() => names(page)).toEqual(['Ben Parent (age 7)']);
  await page.goto(paths.parentBookings);
  await page.getByText('Ana Parent (age 9)').waitFor();
});

describe('a change that fails says so and keeps what was typed', () => {
  const changes = [
    [
      'Failed to update profile',
      '[ERR-23]',
      'updateMyProfile',
      async (page: Page) => {
        await fullName(page).fill('Typed');
        await save(page).click();
      },
      async (page: Page) => expect(await fullName(page).inputValue()).toBe('Typed'),
    ],
    [
      'Failed to add child',
      '[ERR-24]',
      'addChildren',
      async (page: Page) => {
        await addChild(page, { name: 'Typed', date_of_birth: '2019-01-01', medical_conditions: '' });
      },
      async (page: Page) => expect(await childForm(page).name.inputValue()).toBe('Typed'),
    ],
    [
      'Failed to remove child',
      '[ERR-25]',
      'removeChild',
      async (page: Page) => {
        await page.getByRole('button', { name: 'Remove Ana Parent' }).click();
        await dialog(page).getByRole('button', { name: 'Remove Child' }).click();
      },
      async (page: Page) => expect(await names(page)).toHaveLength(2),
    ],
    [
      'Failed to download your data',
      '',
      'exportMyData',
      async (page: Page) => {
        await page.getByRole('button', { name: 'Download my data' }).click();
      },
      async () => {},
    ],
  ] as const satisfies readonly (readonly [
    string,
    string,
    RouteName,
    (page: Page) => Promise<void>,
    (page: Page) => Promise<void>,
  ])[];
  it.for(changes)('%s %s', async ([text, , route, change, check], { visit, parent }) => {
    const page = await visit({ as: parent, expects: [noAnswer, answered(500)] });
    for (const fate of [cutOff, answerWith(500)]) {
      await page.unrouteAll();
      await interceptCalls(page, route, fate);
      await page.goto(paths.parentProfile);
      await change(page);
      await seeToast(page, errorToast(text));
      await check(page);
    }
  });
});

it('a double press adds one child', async ({ visit, stack }) => {
  const account = await stack.createAccount(sampleFamily({ children: [] }));
  const page = await visit({ as: account, path: paths.parentProfile });
  const calls = await holdCalls(page, 'addChildren');
  const form = childForm(page);
  await form.name.fill('Cleo');
  await form.dateOfBirth.fill('2019-01-02');
  await form.add.evaluate((button) => {
    if (!(button instanceof HTMLButtonElement)) throw new Error('not a button');
    button.click();
    button.click();
  });
  calls.letGo();
  await seeToast(page, { title: 'Child added successfully' });
  await soon(() => names(page)).toHaveLength(1);
});

it('all data comes as one file', async ({ visit, stack }) => {
  const account = await stack.createAccount(familyOfTwo());
  await bookElsewhere(stack, account, await addClass(stack));
  const page = await visit({ as: account, path: paths.parentProfile });
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const download = await started;
  expect(download.suggestedFilename()).toMatch(/^ballerz-my-data-\d{4}-\d\d-\d\d\.json$/);
  const content = routes.exportMyData.response.parse(
    JSON.parse(await readFile(await download.path(), 'utf8')),
  );
  expect(content.profile).toEqual(account.family.profile);
  expect(content.children).toEqual(account.family.children);
  expect(content.bookings.map(({ child_name }) => child_name)).toEqual(['Ana Parent']);
});

it('the account is deleted after a word was typed: places come back, nobody can log in, the browser keeps nothing', async ({
  visit,
  stack,
}) => {
  const account = await stack.createAccount(familyOfTwo());
  const cls = await addClass(stack, { slots: [{ capacity: 5 }] });
  await bookElsewhere(stack, account, cls);
  const page = await visit({
    as: account,
    path: paths.parentProfile,
    viewport: { width: 320, height: 568 },
    expects: [answered(400)],
  });
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const word = page.getByLabel('Type DELETE to confirm');
  expect(await fitsTheWidth(page)).toBe(true);
  await word.fill('delete');
  await dialog(page).getByRole('button', { name: 'Delete Account' }).click();
  await page.getByText('Please type DELETE to confirm', { exact: true }).waitFor();
  await word.fill('DELETE');
  await dialog(page).getByRole('button', { name: 'Delete Account' }).click();
  await seeToast(page, { title: 'Your account has been deleted' });
  await soon(() => pathOf(page)).toBe(paths.home);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('Token')))).toEqual(
    [],
  );

  await page.goto(paths.login);
  await logIn(page, account.family.profile.email);
  await toastOf(page, errorToast('Incorrect username or password.')).waitFor();
  const { body } = await stack.call({
    route: 'getTimeSlot',
    params: { classId: cls.id, slotId: slotOf(cls).id },
  });
  expect(body).toMatchObject({ current_bookings: 0 });
});
