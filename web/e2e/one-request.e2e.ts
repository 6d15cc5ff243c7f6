import type { Page } from '@playwright/test';
import { recordCalls } from '#infra/testing/browser/calls';
import { addClass, bookByApi, slotBox, slotOf } from '#infra/testing/browser/classes';
import { bookingForm } from '#infra/testing/browser/forms';
import type { FootballClass } from '#shared/classes/class';
import { type RouteName, routes } from '#shared/contract/routes';
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

const callOf = (name: RouteName, params: Readonly<Record<string, string>> = {}): string =>
  `${routes[name].method} ${routes[name].path.replace(/\{(\w+)\}/g, (_, part: string) => params[part] ?? '')}`;

const offerOf = (cls: FootballClass): string =>
  callOf('getBookableSlot', { classId: cls.id, slotId: slotOf(cls).id });

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

/** Opens a screen and waits until it shows its content and no request is pending. */
const callsOn = async (page: Page, { path, shows }: Omit<Screen, 'calls'>): Promise<string[]> => {
  const calls = recordCalls(page);
  await page.goto(path);
  await expect(page.getByText(shows).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  return calls;
};

for (const { calls, ...screen } of visitorScreens) {
  test(`${screen.path}, for a visitor: ${calls.length} requests`, { tag: '@exhaustive' }, async ({
    page,
    cls: _,
  }) => {
    expect(await callsOn(page, screen)).toEqual(calls.map((name) => callOf(name)));
  });
}

for (const { calls, ...screen } of parentScreens) {
  test(`${screen.path}, for a parent: ${calls.length} requests`, { tag: '@exhaustive' }, async ({
    page,
    signIn,
    parent,
    cls: _,
  }) => {
    await signIn(parent);
    expect(await callsOn(page, screen)).toEqual(calls.map((name) => callOf(name)));
  });
}

test('the booking screen, opened by its address: one request', async ({ page, signIn, parent, cls }) => {
  await signIn(parent);
  const path = paths.bookClass(cls.id, slotOf(cls).id);
  expect(await callsOn(page, { path, shows: 'Confirm Booking' })).toEqual([offerOf(cls)]);
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
