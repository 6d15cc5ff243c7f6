import type { Page } from '@playwright/test';
import { localToday } from '#infra/testing/samples/local-today';
import { routes } from '#shared/contract/routes';
import { isFull, placesLeft } from '#shared/domain/classes/capacity';
import { programTiming } from '#shared/domain/classes/schedule';
import { adminPages, parentPages, paths } from '#shared/paths';
import { demoAccounts } from '../../local/seed/demo-accounts.ts';
import type { TestStack } from '../../testing/stack/test-stack.ts';
import { type Camera, screensAt } from './camera.ts';
import { takeCoachSamples } from './coach-screens.ts';

const visitorPages = [
  paths.home,
  paths.bookCamp,
  paths.contact,
  paths.login,
  paths.signUp,
  paths.forgotPassword,
  paths.resetPasswordLink('x'),
  paths.verifyEmail,
  paths.newsletterConfirm,
  paths.newsletterLeave,
  `${paths.bookCamp}?program=eliteballerz&day=monday&places=yes`,
  '/nowhere',
];

/** Screens that differ for a parent without children and bookings. */
const emptyPages = [paths.parent, paths.parentBookings, paths.parentPayments, paths.parentProfile];

/** The booking screens of a slot with places, of a full slot and of a class that has ended. */
export const bookingPaths = async (stack: TestStack): Promise<Map<string, string>> => {
  const { body } = await stack.call({ route: 'listClasses' });
  const { classes } = routes.listClasses.response.parse(body);
  const today = localToday();
  const [ended = [], running = []] = [true, false].map((hasEnded) =>
    classes
      .filter((cls) => (programTiming(cls, today) === 'ended') === hasEnded)
      .flatMap(({ time_slots }) => time_slots),
  );
  const slots = [
    ['open', running.find((slot) => placesLeft(slot) > 1)],
    ['full', running.find(isFull)],
    ['ended', ended[0]],
  ] as const;
  return new Map(
    slots.flatMap(([name, slot]) => (slot ? [[name, paths.bookClass(slot.class_id, slot.id)]] : [])),
  );
};

/** Opens the first link of a list that begins with a path. */
const openFirst = (list: string, link: string) => async (page: Page) => {
  await page.goto(list);
  // On a phone it may be in a row that is closed.
  const href = await page.getByRole('main').locator(`a[href^="${link}"]`).first().getAttribute('href');
  await page.goto(href ?? '');
};

/** Every screen of visitors, parents and administrators with the sample data. */
export const takeSamples = async (camera: Camera, stack: TestStack): Promise<void> => {
  await camera.take(screensAt(visitorPages, 'visitor'));
  const parent = await camera.sessionOf(demoAccounts.parent);
  await camera.take(screensAt([paths.browseClasses, ...parentPages], 'parent', parent));
  for (const [state, path] of await bookingPaths(stack))
    await camera.take([
      { name: `booking ${state}`, storageState: parent, arrive: (page) => page.goto(path) },
    ]);
  await camera.take(screensAt(emptyPages, 'new parent', await camera.sessionOf(demoAccounts.newParent)));
  const storageState = await camera.sessionOf(demoAccounts.admin);
  await camera.take([
    ...screensAt(adminPages, 'admin', storageState),
    { name: 'admin class', storageState, arrive: openFirst(paths.adminClasses, `${paths.adminClasses}/`) },
    { name: 'admin parent', storageState, arrive: openFirst(paths.adminPayments, '/admin/parents/') },
  ]);
  await takeCoachSamples(camera);
};
