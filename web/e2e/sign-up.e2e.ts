import { describe, expect } from 'vitest';
import { problems } from '#shared/contract/errors';
import { addDays } from '#shared/domain/calendar';
import { paths } from '#shared/paths';
import { businessToday } from './testing/business-day.ts';
import { answerWith, cutOff, holdCalls, interceptCalls } from './testing/calls.ts';
import {
  addChild,
  childForm,
  fillAccount,
  newcomer,
  signUpElsewhere,
  signUpForm,
} from './testing/newcomers.ts';
import { addressOf, fitsTheWidth, focusOf } from './testing/page-state.ts';
import { answered, noAnswer } from './testing/problem-guard.ts';
import { siteTest as it } from './testing/site-test.ts';
import { soon } from './testing/soon.ts';
import { errorToast, seeToast } from './testing/toasts.ts';

const noChild = 'Please add at least one child to create an account';
const noNameOrDate = "Please enter child's name and date of birth";

it.for([
  [paths.auth, 'Login'],
  [paths.login, 'Login'],
  [paths.signUp, 'Sign Up'],
] as const)('%s opens with the tab "%s" [AUT-01, AUT-02, AUT-03]', async ([path, tab], { visit }) => {
  const page = await visit({ path });
  await page.getByRole('tab', { name: tab, selected: true }).waitFor();
  expect(await page.getByRole('tab').allTextContents()).toEqual(['Login', 'Sign Up']);
});

describe('what is missing', () => {
  const required = [
    ['full name', 'fullName', 'Please enter your full name'],
    ['email', 'email', 'Please enter your email'],
    ['phone', 'phone', 'Please enter your phone number'],
    ['password', 'password', 'Please enter a password'],
  ] as const;
  it.for(required)(
    'no %s: nothing is sent, and the field says so [AUT-14]',
    async ([, field, text], { visit }) => {
      const person = newcomer();
      const page = await visit({ path: paths.signUp });
      const calls = await interceptCalls(page, 'signUp', cutOff);
      await fillAccount(page, person);
      await addChild(page, person.children[0] ?? expect.fail());
      await page.getByText('Cleo Newcomer (age').waitFor();
      const input = signUpForm(page)[field];
      await input.fill('  ');
      await input.fill('');
      await signUpForm(page).create.click();
      await page.getByText(text, { exact: true }).waitFor();
      expect(await input.getAttribute('aria-invalid')).toBe('true');
      expect(await input.evaluate((element) => element === document.activeElement)).toBe(true);
      expect(calls.count()).toBe(0);
    },
  );

  it('no child: nothing is sent, and the focus goes to where one is entered [AUT-15]', async ({ visit }) => {
    const person = newcomer();
    const page = await visit({ path: paths.signUp });
    const calls = await interceptCalls(page, 'signUp', cutOff);
    await fillAccount(page, person);
    await signUpForm(page).create.click();
    await page.getByRole('alert').getByText(noChild, { exact: true }).waitFor();
    expect(await focusOf(page)).toMatch(/^textbox "Child Name"/);
    expect(calls.count()).toBe(0);
    await addChild(page, person.children[0] ?? expect.fail());
    await page.getByText(noChild).waitFor({ state: 'detached' });
  });

  it.for([
    ['name', { name: ' ', date_of_birth: '2019-01-01' }],
    ['date of birth', { name: 'Cleo', date_of_birth: '' }],
    ['name and date of birth', { name: '', date_of_birth: '' }],
  ] as const)('a child without %s is not added [AUT-16]', async ([, child], { visit }) => {
    const page = await visit({ path: paths.signUp });
    await addChild(page, { ...child, medical_conditions: 'Asthma' });
    await page.getByText(noNameOrDate, { exact: true }).waitFor();
    expect(await page.getByRole('listitem').count()).toBe(0);
    expect(await childForm(page).medicalConditions.inputValue()).toBe('Asthma');
  });
});

it.for([
  [addDays(businessToday, 1), 'Date of birth cannot be in the future'],
  ['1990-01-01', 'Date of birth cannot be more than 25 years ago'],
] as const)('a child born on %s is not added', async ([date_of_birth, text], { visit }) => {
  const page = await visit({ path: paths.signUp });
  await addChild(page, { name: 'Cleo', date_of_birth, medical_conditions: '' });
  await page.getByText(text, { exact: true }).waitFor();
  expect(await page.getByRole('listitem').count()).toBe(0);
});

it('children are added, without medical conditions too, and taken off again; none is added twice [AUT-17, ERR-38]', async ({
  visit,
}) => {
  const [cleo, dan] = newcomer().children;
  if (!cleo || !dan) throw expect.fail();
  const page = await visit({ path: paths.signUp });
  for (const child of [cleo, dan]) {
    await addChild(page, child);
    await seeToast(page, { title: 'Child added to signup form' });
  }
  expect(await childForm(page).name.inputValue()).toBe('');
  const names = page.getByRole('listitem').getByText(/\(age/);
  expect(await names.allTextContents()).toEqual(['Cleo Newcomer (age 6)', 'Dan Newcomer (age 9)']);
  await addChild(page, { ...dan, name: ' Dan  Newcomer' });
  await page.getByText('This child is on the list already', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Remove Cleo Newcomer' }).click();
  expect(await names.allTextContents()).toEqual(['Dan Newcomer (age 9)']);
});

it('a child that was typed in but not added is not left behind', async ({ visit }) => {
  const person = newcomer();
  const page = await visit({ path: paths.signUp });
  const calls = await interceptCalls(page, 'signUp', cutOff);
  await fillAccount(page, person);
  await addChild(page, person.children[0] ?? expect.fail());
  await childForm(page).name.fill('Dan');
  await signUpForm(page).create.click();
  await page.getByText('Press “Add Child” to add this child, or clear its fields').waitFor();
  expect(calls.count()).toBe(0);
});

it('what was typed is there again after a look at the other tab, but no password', async ({ visit }) => {
  const person = newcomer();
  const page = await visit({ path: paths.signUp });
  await fillAccount(page, person);
  await addChild(page, person.children[0] ?? expect.fail());
  await childForm(page).name.fill('Dan');
  await page.getByRole('tab', { name: 'Login' }).click();
  await page.getByRole('button', { name: 'Log in' }).waitFor();
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  const form = signUpForm(page);
  expect(await form.fullName.inputValue()).toBe(person.full_name);
  expect(await form.email.inputValue()).toBe(person.email);
  expect(await form.password.inputValue()).toBe('');
  expect(await childForm(page).name.inputValue()).toBe('Dan');
  await page.getByText('Cleo Newcomer (age').waitFor();
});

it.for([
  ['the network fails', cutOff, noAnswer, 'Failed to create account'],
  ['something fails on the way', answerWith(500), answered(500), 'Failed to create account'],
] as const)('%s: nothing typed is lost [ERR-28]', async ([, fate, problem, text], { visit }) => {
  const person = newcomer();
  const page = await visit({ path: paths.signUp, expects: [problem] });
  await interceptCalls(page, 'signUp', fate);
  await fillAccount(page, person);
  await addChild(page, person.children[0] ?? expect.fail());
  await seeToast(page, { title: 'Child added to signup form' });
  await signUpForm(page).create.click();
  await seeToast(page, errorToast(text));
  expect(await signUpForm(page).password.inputValue()).toBe(person.password);
  await page.getByText('Cleo Newcomer (age').waitFor();
});

it('the server could not store the children: its text is shown, and there is no session [AUT-20]', async ({
  visit,
}) => {
  const { status, text } = problems.childrenNotStored;
  const person = newcomer();
  const page = await visit({ path: paths.signUp, expects: [answered(status)] });
  await interceptCalls(page, 'signUp', (call) =>
    call.fulfill({
      status,
      contentType: 'application/problem+json',
      body: JSON.stringify({ type: 'about:blank', status, code: 'childrenNotStored', detail: text }),
    }),
  );
  await fillAccount(page, person);
  await addChild(page, person.children[0] ?? expect.fail());
  await seeToast(page, { title: 'Child added to signup form' });
  await signUpForm(page).create.click();
  await seeToast(page, errorToast('Failed to add children to account. Please try again.'));
  await page.getByRole('link', { name: 'Log in' }).waitFor();
});

it('a known address is answered like a new one, on the screen and in the browser’s memory; only its owner learns of it [AUT-19, ERR-39]', async ({
  visit,
  stack,
}) => {
  const known = await signUpElsewhere(stack);
  const page = await visit({ path: paths.signUp });
  await fillAccount(page, { ...known, password: 'another one' });
  await addChild(page, known.children[0] ?? expect.fail());
  await seeToast(page, { title: 'Child added to signup form' });
  await signUpForm(page).create.click();
  await seeToast(page, {
    title: 'Account Created!',
    description: 'You can now log in to your account and start booking classes.',
  });
  expect(addressOf(page)).toBe(paths.login);
  expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe(known.email);
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  const [child] = known.children;
  for (const entered of [known.email, known.full_name, known.phone_number, child?.name, 'another one']) {
    expect(kept).not.toContain(entered ?? expect.fail());
  }
  const subjects = async () =>
    (await stack.mails()).filter(({ to }) => to.includes(known.email)).map(({ subject }) => subject);
  await soon(subjects).toContainEqual(expect.stringContaining('already have an account'));
});

it('a double press signs up once', async ({ visit, stack }) => {
  const person = newcomer();
  const page = await visit({ path: paths.signUp });
  const calls = await holdCalls(page, 'signUp');
  await fillAccount(page, person);
  await addChild(page, person.children[0] ?? expect.fail());
  await seeToast(page, { title: 'Child added to signup form' });
  await signUpForm(page).create.evaluate((button) => {
    if (!(button instanceof HTMLButtonElement)) throw new Error('not a button');
    button.click();
    button.click();
  });
  await page.getByRole('button', { name: 'Creating account...' }).waitFor();
  calls.letGo();
  await seeToast(page, { title: 'Account Created!' });
  await soon(async () => (await stack.mails()).filter(({ to }) => to.includes(person.email)).length).toBe(1);
});

it('the form fits a screen of 320 px', async ({ visit }) => {
  const page = await visit({ path: paths.signUp, viewport: { width: 320, height: 568 } });
  await signUpForm(page).create.click();
  await page.getByText('Please enter your full name').waitFor();
  expect(await fitsTheWidth(page)).toBe(true);
});
