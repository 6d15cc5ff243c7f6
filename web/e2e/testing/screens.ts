import { expect, type Page } from '@playwright/test';
import type { Account, TestStack } from '#infra/testing/stack/test-stack';
import { paths } from '#shared/paths';
import { bookFor, expectConfirmation } from './booking-form.ts';
import { bookByApi } from './bookings.ts';
import { interceptCalls, respondWith } from './calls.ts';
import { addClass, slotOf } from './classes.ts';
import { familyOfTwo } from './families.ts';
import { httpError } from './page-problems.ts';
import { addChild } from './sign-up-form.ts';

const longName = 'Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh '.repeat(2).trim();

/** Stores what the screens show: classes in every state, a parent with a booking, one without, and an administrator. */
export const prepareScreens = async (stack: TestStack) => {
  const parent = await stack.createAccount(familyOfTwo());
  const cls = await addClass(stack, {
    class_type: 'miniballerz',
    slots: [{ capacity: 9 }, { capacity: 8, booked: 7 }, { capacity: 8, booked: 8 }],
  });
  await addClass(stack, { startsIn: 5 });
  await addClass(stack, { class_type: 'eliteballerz', startsIn: -80, lasts: 56 });
  await addClass(stack, { venue: longName, coach_name: longName });
  await bookByApi(stack, parent, cls);
  return {
    parent,
    cls,
    newParent: await stack.createAccount({ ...familyOfTwo(), children: [] }),
    admin: await stack.createAccount({ ...familyOfTwo(), children: [] }, { role: 'admin' }),
  };
};

export type Scene = Awaited<ReturnType<typeof prepareScreens>>;

export interface ScreenState {
  readonly name: string;
  readonly path: string | ((scene: Scene) => string);
  readonly as?: (scene: Scene) => Account;
  /** Runs before the page is opened. */
  readonly before?: (page: Page) => Promise<unknown>;
  /** Leads the opened page to this state; without it, the page is in this state once it has loaded. */
  readonly until?: (page: Page) => Promise<unknown>;
  /** Problems that lead to this state. */
  readonly problems?: readonly RegExp[];
}

const parent = (scene: Scene): Account => scene.parent;
const newParent = (scene: Scene): Account => scene.newParent;
const bookingPath =
  (at: number) =>
  ({ cls }: Scene) =>
    paths.bookClass(cls.id, slotOf(cls, at).id);
export const see = (text: string) => (page: Page) => expect(page.getByText(text).first()).toBeVisible();
export const press = (name: string) => (page: Page) => page.getByRole('button', { name }).first().click();

/** Every screen of visitors and parents in each of its states, on a phone. */
export const screenStates: readonly ScreenState[] = [
  { name: 'home', path: paths.home },
  { name: 'home, menu', path: paths.home, until: press('Open menu') },
  { name: 'contact', path: paths.contact },
  { name: 'no page', path: '/nowhere', problems: [/No page at this path/, httpError(404)] },
  { name: 'listing', path: paths.bookCamp, until: see('Choose your time slot:') },
  {
    name: 'listing, loading',
    path: paths.bookCamp,
    before: (page) => interceptCalls(page, 'listClasses', () => new Promise(() => {})),
    until: see('Loading classes...'),
  },
  {
    name: 'listing, none found',
    path: `${paths.bookCamp}?program=eliteballerz&places=yes`,
    until: see('No class matches'),
  },
  {
    name: 'listing, failed',
    path: paths.bookCamp,
    before: (page) => interceptCalls(page, 'listClasses', respondWith(400)),
    until: see('Try again'),
    problems: [httpError(400)],
  },
  {
    name: 'login required',
    path: paths.bookCamp,
    until: async (page) => {
      await press('Book Now')(page);
      await see('Please log in to book a class')(page);
      // The toast is shown before the login screen has loaded.
      await see('Welcome back')(page);
    },
  },
  { name: 'log in', path: paths.login, until: see('Welcome back') },
  { name: 'sign up', path: paths.signUp, until: see('Join the team') },
  {
    name: 'sign up, with a child and all errors',
    path: paths.signUp,
    until: async (page) => {
      await addChild(page, { name: 'Cleo', date_of_birth: '2019-01-02', medical_conditions: 'Hay fever' });
      await see('Cleo (age')(page);
      await press('Add Child')(page);
      await press('Create Account')(page);
      await see('Please enter a password')(page);
    },
  },
  { name: 'forgot password', path: paths.forgotPassword, until: see('Forgot your password?') },
  { name: 'new password', path: paths.resetPasswordLink('x'), until: see('Set a new password') },
  { name: 'verification failed', path: paths.verifyEmail, until: see('Verification Failed') },
  { name: 'newsletter, confirm', path: paths.newsletterConfirm, until: see('Yes, send me news') },
  { name: 'newsletter, leave', path: paths.newsletterLeave, until: see('Leave the newsletter?') },
  { name: 'browse', path: paths.browseClasses, as: parent, until: see('Choose your time slot:') },
  { name: 'booking', path: bookingPath(0), as: parent, until: see('Confirm Booking') },
  {
    name: 'booking, trial with a medical note',
    path: bookingPath(0),
    as: parent,
    until: async (page) => {
      await page.getByRole('radio', { name: 'Trial Session' }).check();
      await page.getByRole('combobox', { name: 'Child' }).selectOption({ index: 2 });
      await see('Medical note:')(page);
    },
  },
  { name: 'booking, full', path: bookingPath(2), as: parent, until: see('Browse Other Classes') },
  { name: 'booking, no children', path: bookingPath(0), as: newParent, until: see('Add Children') },
  { name: 'dashboard', path: paths.parent, as: parent, until: see('Welcome to Your Dashboard') },
  { name: 'dashboard, new', path: paths.parent, as: newParent, until: see('Welcome to Your Dashboard') },
  { name: 'parent’s classes', path: paths.parentClasses, as: parent, until: see('Choose your time slot:') },
  { name: 'bookings', path: paths.parentBookings, as: parent, until: see('Total cost') },
  { name: 'payments', path: paths.parentPayments, as: parent, until: see('Your reference:') },
  { name: 'bookings, none', path: paths.parentBookings, as: newParent, until: see('No bookings yet') },
  { name: 'profile', path: paths.parentProfile, as: parent, until: see('Ana Parent') },
  {
    name: 'profile, a child to be removed',
    path: paths.parentProfile,
    as: parent,
    until: async (page) => {
      await press('Remove Ana Parent')(page);
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
  },
  {
    name: 'profile, the account to be deleted',
    path: paths.parentProfile,
    as: parent,
    until: async (page) => {
      await press('Delete my account')(page);
      await press('Delete Account')(page);
      await see('Please type DELETE to confirm')(page);
    },
  },
  {
    name: 'confirmation',
    path: bookingPath(1),
    as: parent,
    until: async (page) => {
      await bookFor(page, 'Ben Parent');
      await expectConfirmation(page);
    },
  },
];
