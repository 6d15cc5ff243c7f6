import { expect, type Page } from '@playwright/test';
import type { Account, TestStack } from '#infra/testing/stack/test-stack';
import type { BookingId } from '#shared/lib/ids';
import { paths } from '#shared/paths';
import { interceptCalls, respondWith } from './calls.ts';
import { addClass, bookByApi, joinByApi, slotOf, storedBookings } from './classes.ts';
import { familyOfTwo } from './families.ts';
import { addChild, bookFor, expectConfirmation } from './forms.ts';
import { httpError } from './page.ts';

const longName = 'Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh '.repeat(2).trim();

/** Stores what the screens show: classes in every state, a parent with bookings, one without, and an administrator. */
export const prepareScreens = async (stack: TestStack) => {
  const parent = await stack.createAccount(familyOfTwo());
  const cls = await addClass(stack, {
    class_type: 'miniballerz',
    slots: [{ capacity: 9 }, { capacity: 8, booked: 7 }, { capacity: 8, booked: 8 }],
  });
  const coming = await addClass(stack, { startsIn: 5 });
  await addClass(stack, { class_type: 'eliteballerz', startsIn: -80, lasts: 56 });
  await addClass(stack, { venue: longName, coach_name: longName });
  await bookByApi(stack, parent, cls);
  await bookByApi(stack, parent, coming, { child: 1, isTrial: true });
  await joinByApi(stack, parent, cls, { at: 2 });
  const bookings = await storedBookings(stack, parent);
  return {
    parent,
    cls,
    booking: bookings.find(({ is_trial }) => !is_trial),
    trial: bookings.find(({ is_trial }) => is_trial),
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
  /** Further states on the same page, one after the other. */
  readonly steps?: readonly (readonly [name: string, act: (page: Page) => Promise<unknown>])[];
  readonly problems?: readonly RegExp[];
}

const bookingId = (booking: Scene['booking']): BookingId => {
  if (!booking) throw new Error('The parent has a booking and a trial');
  return booking.id;
};

const parent = (scene: Scene): Account => scene.parent;
const newParent = (scene: Scene): Account => scene.newParent;
const bookingPath =
  (at: number) =>
  ({ cls }: Scene) =>
    paths.bookClass(cls.id, slotOf(cls, at).id);
export const see = (text: string) => (page: Page) => expect(page.getByText(text).first()).toBeVisible();
export const press = (name: string) => (page: Page) => page.getByRole('button', { name }).first().click();

export const openDialog = (button: string, text: string) => async (page: Page) => {
  const open = page.locator('[role$=dialog]');
  if (await open.isVisible()) await page.keyboard.press('Escape');
  await expect(open).toHaveCount(0);
  await press(button)(page);
  await expect(open.getByText(text).first()).toBeVisible();
};

/** A phone has the rest of a booking's card behind a press (FAM-09). */
const showDetails = async (page: Page): Promise<void> => {
  const [open, closed] = [true, false].map((expanded) =>
    page.getByRole('button', { name: 'Details', expanded }).first(),
  );
  if (!(await open?.isVisible()) && (await closed?.isVisible())) await closed?.click();
};

export const arriveAt = async (
  page: Page,
  signIn: (account: Account) => Promise<void>,
  scene: Scene,
  { path, as, before, until }: ScreenState,
): Promise<void> => {
  if (as) await signIn(as(scene));
  await before?.(page);
  await page.goto(typeof path === 'string' ? path : path(scene));
  await until?.(page);
};

/** Every screen of visitors and parents in each of its states, on a phone. */
export const screenStates: readonly ScreenState[] = [
  { name: 'home', path: paths.home },
  { name: 'home, menu', path: paths.home, until: press('Open menu') },
  { name: 'contact', path: paths.contact },
  { name: 'no page', path: '/nowhere', problems: [/No page at this path/, httpError(404)] },
  { name: 'offline', path: '/offline.html', until: see('We could not reach') },
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
      await see('Join the team')(page);
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
  { name: 'offer, link cut off', path: `${paths.offer}#ofr_01J6Z3`, until: see('This link does not work') },
  {
    name: 'invitation of a second adult, link cut off',
    path: paths.adultInvitation,
    until: see('This link does not work'),
  },
  {
    name: 'invitation of a coach, link cut off',
    path: paths.coachInvitation,
    until: see('This link does not work'),
  },
  { name: 'reminder, link cut off', path: paths.notComing, until: see('This link does not work') },
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
  {
    name: 'waiting list, to be joined',
    path: ({ cls }) => paths.joinWaitingList(cls.id, slotOf(cls, 2).id),
    as: parent,
    until: async (page) => {
      await page.getByRole('checkbox', { name: 'Ana Parent' }).check();
      await page.getByRole('checkbox', { name: 'Ben Parent' }).check();
      await page.getByRole('checkbox', { name: 'Only together' }).check();
      await see('Two places at once are rare.')(page);
    },
  },
  {
    name: 'bookings, and a waiting list',
    path: paths.parentBookings,
    as: parent,
    until: async (page) => {
      await see('You are 1st')(page);
      await showDetails(page);
      await see('Booked on')(page);
    },
    steps: [
      [
        'one to be cancelled',
        async (page) => {
          await showDetails(page);
          await openDialog('Cancel booking', 'Cancel this booking?')(page);
        },
      ],
    ],
  },
  {
    name: 'booking to be changed',
    path: ({ booking }) => paths.changeBooking(bookingId(booking)),
    as: parent,
    until: async (page) => {
      await page.getByRole('radio').first().check();
      await see('moves to')(page);
    },
  },
  {
    name: 'trial to be kept',
    path: ({ trial }) => paths.upgradeTrial(bookingId(trial)),
    as: parent,
    until: see('You agree to pay'),
  },
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
    name: 'profile, a child to be edited',
    path: paths.parentProfile,
    as: parent,
    until: openDialog('Edit Ana Parent', 'Edit Ana Parent'),
    steps: [
      [
        'contacts with all errors',
        async (page) => {
          await openDialog('Edit contacts of Ana Parent', 'You are called first')(page);
          await press('Add a contact')(page);
          await press('Save contacts')(page);
          await see('Please enter the phone number')(page);
        },
      ],
      ['data to be downloaded', openDialog('Download my data', 'Please enter your password')],
    ],
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
