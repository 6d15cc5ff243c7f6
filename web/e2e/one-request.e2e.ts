import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { type RouteName, routes } from '#shared/contract/routes';
import { paths } from '#shared/paths';
import type { FootballClass } from '#shared/schemas/class';
import { bookingForm } from './testing/booking-form.ts';
import { bookElsewhere } from './testing/bookings.ts';
import { addClass, slotBox, slotOf } from './testing/classes.ts';
import { siteTest } from './testing/site-test.ts';

// A screen asks the API once, if at all: nothing waits for an answer to ask for more.

const it = siteTest.extend('cls', { scope: 'file' }, async ({ stack, parent }) => {
  const cls = await addClass(stack);
  await bookElsewhere(stack, parent, cls);
  return cls;
});

/** Writes down a page's requests to the API, from now on. */
const watchCalls = (page: Page): string[] => {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname}`);
  });
  return calls;
};

const callOf = (name: RouteName, params: Readonly<Record<string, string>> = {}): string =>
  `${routes[name].method} ${routes[name].path.replace(/\{(\w+)\}/g, (_, part: string) => params[part] ?? '')}`;

const offerOf = (cls: FootballClass): string =>
  callOf('getBookingOffer', { classId: cls.id, slotId: slotOf(cls).id });

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
  { path: paths.bookCamp, shows: 'Choose your time slot:', calls: ['listClasses'] },
  { path: paths.browseClasses, shows: 'Choose your time slot:', calls: ['listClasses'] },
  { path: paths.bookingConfirmation, shows: 'Return to Browse Classes', calls: [] },
  { path: paths.parent, shows: 'Next session:', calls: ['listMyBookings'] },
  { path: paths.parentClasses, shows: 'Choose your time slot:', calls: ['listClasses'] },
  { path: paths.parentBookings, shows: 'Total cost:', calls: ['listMyBookings'] },
  { path: paths.parentProfile, shows: 'Ben Parent', calls: ['getMyFamily'] },
];

/** Opens a page and waits for its content, and until nothing is under way. */
const callsOn = async (page: Page, { path, shows }: Screen): Promise<string[]> => {
  const calls = watchCalls(page);
  await page.goto(path);
  await page.getByText(shows).first().waitFor();
  await page.waitForLoadState('networkidle');
  return calls;
};

describe('one request at most', () => {
  it.for(visitorScreens)('$path, for a visitor', async (screen, { visit, cls }) => {
    expect(cls.id).toBeDefined();
    expect(await callsOn(await visit(), screen)).toEqual(screen.calls.map((name) => callOf(name)));
  });

  it.for(parentScreens)('$path, for a parent', async (screen, { visit, parent, cls }) => {
    expect(cls.id).toBeDefined();
    expect(await callsOn(await visit({ as: parent }), screen)).toEqual(
      screen.calls.map((name) => callOf(name)),
    );
  });

  it('the booking screen, opened by its address', async ({ visit, parent, cls }) => {
    const path = paths.bookClass(cls.id, slotOf(cls).id);
    const calls = await callsOn(await visit({ as: parent }), { path, shows: 'Confirm Booking', calls: [] });
    expect(calls).toEqual([offerOf(cls)]);
  });

  it('the booking screen, opened from the listing', async ({ visit, parent, cls }) => {
    const page = await visit({ as: parent, path: paths.browseClasses });
    const book = slotBox(page, cls).getByRole('button', { name: 'Book Now' });
    await book.waitFor();
    await page.waitForLoadState('networkidle');
    const calls = watchCalls(page);
    await book.click();
    await bookingForm(page).child.waitFor();
    await page.waitForLoadState('networkidle');
    expect(calls).toEqual([offerOf(cls)]);
  });
});
