import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { type TestStack, testPassword } from '#infra/testing/stack/test-stack';
import { bornYearsAgo } from './business-day.ts';

/** What a visitor types to sign up, with an address of their own. */
export const newcomer = () => ({
  email: `${randomUUID()}@example.com`,
  password: testPassword,
  full_name: 'Nia Newcomer',
  phone_number: '07700 900456',
  children: [
    { name: 'Cleo Newcomer', date_of_birth: bornYearsAgo(6), medical_conditions: 'Hay fever' },
    { name: 'Dan Newcomer', date_of_birth: bornYearsAgo(9), medical_conditions: '' },
  ],
});
export type Newcomer = ReturnType<typeof newcomer>;

/** Signs up past any browser, which leaves an account that is not verified. */
export const signUpElsewhere = async (stack: TestStack): Promise<Newcomer> => {
  const person = newcomer();
  const { status } = await stack.call({ route: 'signUp', body: person });
  if (status !== 201) throw new Error(`The sign-up was answered with ${status}`);
  return person;
};

/** The fields of a child, on the sign-up form and in the profile. */
export const childForm = (page: Page) => ({
  name: page.getByLabel('Child Name'),
  dateOfBirth: page.getByLabel('Date of Birth'),
  medicalConditions: page.getByLabel('Medical Conditions'),
  add: page.getByRole('button', { name: 'Add Child' }),
});

/** The parts of the sign-up form that belong to the account. */
export const signUpForm = (page: Page) => ({
  fullName: page.getByLabel('Full Name'),
  email: page.getByLabel('Email', { exact: true }),
  phone: page.getByLabel('Phone Number'),
  password: page.getByLabel('Password'),
  create: page.getByRole('button', { name: 'Create Account' }),
});

interface EnteredChild {
  readonly name: string;
  /** `yyyy-MM-dd`, or empty. */
  readonly date_of_birth: string;
  readonly medical_conditions: string;
}

/** Types a child in and presses the button. */
export const addChild = async (page: Page, child: EnteredChild): Promise<void> => {
  const form = childForm(page);
  await form.name.fill(child.name);
  await form.dateOfBirth.fill(child.date_of_birth);
  await form.medicalConditions.fill(child.medical_conditions);
  await form.add.click();
};

/** Types everything but the children in. */
export const fillAccount = async (page: Page, person: Newcomer): Promise<void> => {
  const form = signUpForm(page);
  await form.fullName.fill(person.full_name);
  await form.email.fill(person.email);
  await form.phone.fill(person.phone_number);
  await form.password.fill(person.password);
};
