import type { Page } from '@playwright/test';
import { recordCalls } from '#infra/testing/browser/calls';
import { addClass, bookByApi, slotBox, slotOf } from '#infra/testing/browser/classes';
import { bookingForm } from '#infra/testing/browser/forms';
import type { FootballClass } from '#shared/classes/class';
import { type RouteName, routes } from '#shared/contract/routes';
import type { FamilyId } from '#shared/lib/ids';
import { paths } from '#shared/paths';
import { expect, test as siteTest } from './testing/test.ts';

// No request of a screen waits for the response to another one.

const test = siteTest.extend<{ readonly cls: FootballClass }>({
  /** A class that the parent has booked. */
  cls: async ({ stack, parent }, use) => {
    const cls = await addClass(stack);
    await bookByApi(stack, parent, cls);
    await use(cls);
  },
});

const callOf = (name: RouteName): string => `${routes[name].method} ${routes[name].path}`;

const offerOf = (cls: FootballClass): string =>
  callOf('getBookableSlot').replace('{classId}', cls.id).replace('{slotId}', slotOf(cls).id);

interface Screen {
  readonly path: string;
  readonly shows: string;
  readonly calls: readonly RouteName[];
}

const visitorScreens: readonly Screen[] = [
  { path: paths.home, shows: 'Get Started', calls: [] },
  { path: paths.contact, shows: 'Get in Touch', calls: [] },
  { path: paths.auth, shows: 'Forgot password?', calls: [] },
  { path: paths.bookCamp, shows: 'Choose your time slot:', calls: ['listClasses'] },
  { path: `${paths.verifyEmail}?token=x`, shows: 'Verification Failed', calls: ['verifyEmail'] },
];

const parentScreens: readonly Screen[] = [
  { path: paths.bookCamp, shows: 'Choose your time slot:', calls: ['listClasses', 'listMyBookings'] },
  { path: paths.browseClasses, shows: 'Choose your time slot:', calls: ['listClasses', 'listMyBookings'] },
  { path: paths.bookingConfirmation, shows: 'Return to Browse Classes', calls: [] },
  { path: paths.parent, shows: 'Next session:', calls: ['getMyWaiting', 'listMyBookings', 'getMyFamily'] },
  { path: paths.parentClasses, shows: 'Choose your time slot:', calls: ['listClasses', 'listMyBookings'] },
  { path: paths.parentBookings, shows: 'Total cost:', calls: ['getMyWaiting', 'listMyBookings'] },
  { path: paths.parentPayments, shows: 'All entries', calls: ['getMyLedger'] },
  { path: paths.parentProfile, shows: 'Ben Parent', calls: ['getMyFamily'] },
];

/** The lists of administrators are asked for at once, in any order. */
const adminScreens = (cls: FootballClass, parentId: FamilyId): readonly Screen[] => [
  {
    path: paths.admin,
    shows: 'Total Revenue',
    calls: [
      'getDashboard',
      'getMoneyFigures',
      'listCoaches',
      'listDayRegisters',
      'listLateEndings',
      'listUnassignedRows',
      'listUnheardOffers',
      'listUnlisted',
      'listUnsent',
    ],
  },
  { path: paths.adminClasses, shows: 'Edit', calls: ['listManagedClasses', 'listDrafts'] },
  { path: paths.adminClass(cls.id), shows: 'Ana', calls: ['getRoster'] },
  { path: paths.adminSlot(cls.id, slotOf(cls).id), shows: 'Ana', calls: ['getRoster'] },
  { path: paths.adminBookings, shows: 'Ana', calls: ['listManagedClasses', 'searchBookings'] },
  { path: paths.adminPayments, shows: 'Pat Parent', calls: ['listUnassignedRows', 'searchOpenBalances'] },
  { path: paths.adminUsers, shows: 'Pat Parent', calls: ['searchParents'] },
  {
    path: paths.adminParent(parentId),
    shows: 'Ana',
    calls: ['getParent', 'getParentLedger', 'listFamilyNotes', 'getFamilyWaiting'],
  },
  { path: paths.adminAdmins, shows: 'Pat Parent', calls: ['listAdmins'] },
  { path: paths.adminSettings, shows: 'Discounts', calls: ['getSettings'] },
  { path: paths.adminActivity, shows: 'Granted the admin role', calls: ['listActivity'] },
];

/** Opens a screen and waits until it shows its content and no request is pending. */
const callsOn = async (page: Page, path: string, shows: string, least: number): Promise<string[]> => {
  const calls = recordCalls(page);
  await page.goto(path);
  await expect(page.getByRole('main').getByText(shows).first()).toBeVisible();
  // Some requests are sent after that text is shown, when the network may have rested already.
  await expect.poll(() => calls.length).toBeGreaterThanOrEqual(least);
  await page.waitForLoadState('networkidle');
  return calls;
};

const expectCalls = async (page: Page, screens: readonly Screen[]): Promise<void> => {
  for (const { path, shows, calls } of screens)
    await test.step(path, async () => {
      const asked = await callsOn(page, path, shows, calls.length);
      const patterns = calls.map((name) => new RegExp(`^${callOf(name).replace(/\{\w+\}/g, '[^/]+')}$`));
      expect(asked).toHaveLength(calls.length);
      for (const pattern of patterns) expect(asked).toContainEqual(expect.stringMatching(pattern));
    });
};

test('each screen of visitors and parents asks once for what it shows', { tag: '@exhaustive' }, async ({
  page,
  signIn,
  parent,
  cls: _,
}) => {
  await expectCalls(page, visitorScreens);
  await page.goto('about:blank');
  await signIn(parent);
  await expectCalls(page, parentScreens);
});

test('an administrator’s screen asks once', async ({ page, signIn, admin, parent, cls }) => {
  await signIn(admin);
  await expectCalls(page, adminScreens(cls, parent.family.id));
});

test('the booking screen, opened by its address: one request', async ({ page, signIn, parent, cls }) => {
  await signIn(parent);
  const path = paths.bookClass(cls.id, slotOf(cls).id);
  expect(await callsOn(page, path, 'Confirm Booking', 1)).toEqual([offerOf(cls)]);
});

test('the booking screen, opened from the listing: one request', { tag: '@exhaustive' }, async ({
  page,
  signIn,
  parent,
  cls,
}) => {
  await signIn(parent);
  await page.goto(paths.browseClasses);
  const book = slotBox(page, cls).getByRole('button', { name: 'Book Now' });
  await expect(book).toBeVisible();
  await page.waitForLoadState('networkidle');
  const calls = recordCalls(page);
  await book.click();
  await expect(bookingForm(page).child).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(calls).toEqual([offerOf(cls)]);
});
