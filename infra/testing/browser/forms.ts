import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import { type TestStack, testPassword } from '#infra/testing/stack/test-stack';
import { paths } from '#shared/paths';
import { bornYearsAgo } from './business-day.ts';
import { expectToast } from './page.ts';

export const bookingForm = (page: Page) => ({
  fullProgram: page.getByRole('radio', { name: 'Full Program' }),
  trial: page.getByRole('radio', { name: 'Trial Session' }),
  child: page.getByRole('combobox', { name: 'Child' }),
  total: page.getByRole('paragraph').filter({ hasText: /^Total cost/ }),
  confirm: page.getByRole('button', { name: 'Confirm Booking' }),
});

export const bookFor = async (page: Page, childName: string): Promise<void> => {
  const { child, confirm } = bookingForm(page);
  const entry = child.getByRole('option').filter({ hasText: childName });
  await child.selectOption(await entry.getAttribute('value'));
  await confirm.click();
};

export const expectConfirmation = (page: Page): Promise<void> =>
  expect(page.getByRole('heading', { name: 'Booking Confirmed!' })).toBeVisible();

export const confirmedFact = (page: Page, name: string): Locator =>
  page
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${name}$`) })
    .locator('xpath=following-sibling::*[1]');

const cleo = { name: 'Cleo Novak', date_of_birth: bornYearsAgo(6), medical_conditions: 'Hay fever' };
const dan = { name: 'Dan Novak', date_of_birth: bornYearsAgo(9), medical_conditions: '' };

/** A sign-up with two children; each has another email address. */
export const newSignUp = () => ({
  email: `${randomUUID()}@example.com`,
  password: testPassword,
  full_name: 'Nia Novak',
  phone_number: '07700 900456',
  children: [cleo, dan] as const,
});
type SignUpInput = ReturnType<typeof newSignUp>;

/** Signs up through the API; the email address of the account is not verified. */
export const signUpByApi = async (stack: TestStack): Promise<SignUpInput> => {
  const input = newSignUp();
  const { status } = await stack.call({ route: 'signUp', body: input });
  if (status !== 201) throw new Error(`The sign-up was answered with ${status}`);
  return input;
};

export const childForm = (page: Page) => ({
  name: page.getByLabel('Child Name'),
  dateOfBirth: page.getByLabel('Date of Birth'),
  medicalConditions: page.getByLabel('Medical Conditions'),
  add: page.getByRole('button', { name: 'Add Child' }),
});

const authTab = (page: Page, name: 'Login' | 'Sign Up') =>
  page.getByRole('navigation', { name: 'Login or sign-up' }).getByRole('link', { name });

export const expectAuthTab = (page: Page, name: 'Login' | 'Sign Up') =>
  expect(authTab(page, name)).toHaveAttribute('aria-current', 'page');

export const signUpForm = (page: Page) => ({
  fullName: page.getByLabel('Full Name'),
  email: page.getByLabel('Email', { exact: true }),
  phone: page.getByLabel('Phone Number'),
  password: page.getByLabel('Password'),
  create: page.getByRole('button', { name: 'Create Account' }),
});

interface ChildInput {
  readonly name: string;
  /** `yyyy-MM-dd`, or empty. */
  readonly date_of_birth: string;
  readonly medical_conditions: string;
}

export const addChild = async (page: Page, child: ChildInput): Promise<void> => {
  const form = childForm(page);
  await form.name.fill(child.name);
  await form.dateOfBirth.fill(child.date_of_birth);
  await form.medicalConditions.fill(child.medical_conditions);
  await form.add.click();
};

export const fillAccount = async (page: Page, input: SignUpInput): Promise<void> => {
  const form = signUpForm(page);
  await form.fullName.fill(input.full_name);
  await form.email.fill(input.email);
  await form.phone.fill(input.phone_number);
  await form.password.fill(input.password);
};

/** Signs up on the site: the verification link then needs no password in this browser. */
export const signUpOnSite = async (page: Page): Promise<SignUpInput> => {
  const input = newSignUp();
  await page.goto(paths.signUp);
  await fillAccount(page, input);
  await addChild(page, cleo);
  // The child moves to the list above the button.
  await expect(childForm(page).name).toHaveValue('');
  await signUpForm(page).create.click();
  await expectToast(page, { title: 'Account Created!' });
  return input;
};
