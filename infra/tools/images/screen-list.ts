import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { createAdminLink } from '#functions/accounts/openings';
import { storeCover } from '#functions/sessions/covers';
import { localToday } from '#infra/testing/samples/samples';
import { isFull, placesLeft } from '#shared/classes/class';
import { routes } from '#shared/contract/routes';
import { programTiming } from '#shared/lib/calendar';
import { adminPages, parentPages, paths } from '#shared/paths';
import { localPaths } from '../../local/addresses.ts';
import { demoAccounts } from '../../local/seed/demo-accounts.ts';
import { longNote } from '../../local/seed/sample-families.ts';
import { adminStates } from '../../testing/browser/admin-states.ts';
import { businessToday } from '../../testing/browser/business-day.ts';
import { addClass, bookByApi, joinByApi, storedBookings } from '../../testing/browser/classes.ts';
import {
  child,
  keepPages,
  newCoach,
  newScene,
  openRegister,
  openSessions,
  registerPath,
  slotOf,
} from '../../testing/browser/coach-scene.ts';
import { familyOfTwo, startSession } from '../../testing/browser/families.ts';
import { arriveAt, prepareScreens, type Scene, screenStates } from '../../testing/browser/screens.ts';
import { type Account, startTestStack, type TestStack } from '../../testing/stack/test-stack.ts';
import { makeLoad } from '../load/make-load.ts';
import { fillDataDir } from '../load/store-load.ts';
import { type Camera, type Session, screensAt } from './camera.ts';

/** As many classes as the full load has, and fewer families: lists show one page of them. */
const sizes = { classes: 200, slots: 1_000, families: 500, bookings: 4_000 };

export const takeManyClasses = async (cameraFor: (baseURL: string) => Camera): Promise<void> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'screens-'));
  await fillDataDir(dataDir, makeLoad(sizes, { now: new Date(), seed: 1 }));
  const stack = await startTestStack({ dataDir, empty: false });
  try {
    const camera = cameraFor(stack.url);
    await camera.take(screensAt([paths.bookCamp], '200 classes'));
    const parent = await camera.sessionOf(demoAccounts.parent);
    await camera.take(screensAt([paths.browseClasses], '200 classes', parent));
    const admin = await camera.sessionOf(demoAccounts.admin);
    const crowded = [
      paths.admin,
      paths.adminClasses,
      paths.adminBookings,
      paths.adminUsers,
      paths.adminPayments,
    ];
    await camera.take(screensAt(crowded, '200 classes', admin));
  } finally {
    await stack.stop();
    await rm(dataDir, { recursive: true });
  }
};

const sessionOf = async (stack: TestStack, account: Account): Promise<Session> => ({
  cookies: [],
  origins: [{ origin: stack.url, localStorage: await startSession(stack, account) }],
});

export const takeEmptySeason = async (camera: Camera, stack: TestStack): Promise<void> => {
  // Before there is an administrator: with one the link would open nothing.
  const opening = await createAdminLink(stack.table, { now: new Date() });
  const parent = await sessionOf(stack, await stack.createAccount(familyOfTwo()));
  const admin = await sessionOf(stack, await stack.createAccount(familyOfTwo(), { role: 'admin' }));
  await camera.take([
    ...(opening
      ? [{ name: 'open school', arrive: (page: Page) => page.goto(paths.openSchoolLink(opening)) }]
      : []),
    ...screensAt([paths.home, paths.bookCamp], 'empty season'),
    ...screensAt([paths.browseClasses, paths.parent, paths.parentBookings], 'empty season', parent),
    ...screensAt(adminPages, 'empty season', admin),
  ]);
};

/** The page that a browser without a network shows, after the dashboard was open once. */
const goOffline = async (page: Page): Promise<void> => {
  await page.goto(paths.parent);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await page.context().setOffline(true);
  await page.goto(paths.parentBookings);
};

/** Stores an offer, whose mail has the link of its page. */
const storeOffer = async (stack: TestStack, { admin }: Scene): Promise<string> => {
  const cls = await addClass(stack, { slots: [{ capacity: 1 }] });
  const [holder, waiting] = [
    await stack.createAccount(familyOfTwo()),
    await stack.createAccount(familyOfTwo()),
  ];
  await bookByApi(stack, holder, cls);
  await joinByApi(stack, waiting, cls);
  const [booking] = await storedBookings(stack, holder, cls);
  await stack.call({
    route: 'deleteBooking',
    token: admin.token,
    params: { bookingId: booking?.id ?? '' },
    idempotencyKey: randomUUID(),
  });
  await fetch(stack.url + localPaths.clock, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ now: new Date().toISOString() }),
  });
  for (;;) {
    const texts = (await stack.mails()).map(({ text }) => text).join(' ');
    const link = /https?:\/\/\S+\/offer#\S+/.exec(texts)?.[0];
    if (link) return link.replace(stack.url, '');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
};

/** What the accessibility tests check. Administrators come first: a booking of the last state of parents changes theirs. */
export const takeStates = async (camera: Camera, stack: TestStack): Promise<void> => {
  await stack.clear();
  const scene = await prepareScreens(stack);
  for (const state of [...adminStates, ...screenStates]) {
    const { name, as, steps = [] } = state;
    const storageState = as && (await sessionOf(stack, as(scene)));
    await camera.take([
      {
        name: `state ${name}`,
        ...(storageState && { storageState }),
        arrive: (page) => arriveAt(page, async () => {}, scene, state),
        steps,
      },
    ]);
  }
  const offer = await storeOffer(stack, scene);
  await camera.take([
    {
      name: 'state offer',
      arrive: (page) => page.goto(offer),
      steps: [
        ['declining', (page) => page.getByRole('button', { name: 'No, thank you' }).click()],
        ['declined', (page) => page.getByRole('button', { name: 'Leave the list' }).click()],
      ],
    },
    {
      name: 'state offline',
      storageState: await sessionOf(stack, scene.parent),
      arrive: goOffline,
    },
  ]);
};

/** A coach has a phone. */
const widths = [320, 375, 768];

const openFirstRegister = async (page: Page): Promise<void> => {
  await openSessions(page);
  await openRegister(page);
  await page.getByRole('group').first().waitFor();
};

const openCard = async (page: Page, name: string): Promise<void> => {
  await child(page, name)
    .getByRole('button', { name: /^More about/ })
    .click();
};

const takeCoachSamples = async (camera: Camera): Promise<void> => {
  const storageState = await camera.sessionOf(demoAccounts.coach);
  await camera.take([
    { name: 'coach sessions', widths, storageState, arrive: (page) => page.goto(paths.coach) },
    { name: 'coach register', widths, storageState, arrive: openFirstRegister },
  ]);
};

export const takeCoachStates = async (camera: Camera, stack: TestStack): Promise<void> => {
  const [small, large] = [
    await newScene(stack, { children: 2, note: longNote }),
    await newScene(stack, { children: 30 }),
  ];
  const { id } = small.coach.family.profile;
  const cover = { class_id: large.cls.id, slot_id: slotOf(large), date: businessToday, coach_ids: [id] };
  await storeCover(stack.table, cover, undefined, []);
  const mark = (page: Page, name: string, attendance: string) =>
    child(page, name).getByRole('button', { name: attendance, exact: true }).click();
  const offline = async (page: Page): Promise<void> => {
    await openSessions(page);
    await keepPages(page);
    await page.context().setOffline(true);
    await page.goto(registerPath(large));
    await mark(page, 'Ana 1', 'Present');
    await mark(page, 'Ben 1', 'Absent');
    await mark(page, 'Cem 1', 'Present');
  };
  await camera.take([
    {
      name: 'coach nothing today',
      widths,
      storageState: await sessionOf(stack, await newCoach(stack)),
      arrive: (page) => page.goto(paths.coach),
    },
    {
      name: 'coach register of 2',
      widths,
      storageState: await sessionOf(stack, small.coach),
      arrive: (page) => page.goto(registerPath(small)),
      steps: [['with a long note', (page) => openCard(page, 'Ana 1')]],
    },
    {
      name: 'coach register of 30',
      widths,
      storageState: await sessionOf(stack, large.coach),
      arrive: (page) => page.goto(registerPath(large)),
    },
    {
      name: 'coach offline',
      widths,
      storageState: await sessionOf(stack, small.coach),
      arrive: offline,
      steps: [
        [
          'refused marks',
          async (page) => {
            await storeCover(stack.table, { ...cover, coach_ids: [] }, cover, []);
            await page.context().setOffline(false);
            await page.getByRole('alert').first().waitFor();
          },
        ],
      ],
    },
  ]);
};

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

const emptyPages = [paths.parent, paths.parentBookings, paths.parentPayments, paths.parentProfile];

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

const openFirst = (list: string, link: string) => async (page: Page) => {
  await page.goto(list);
  // On a phone it may be in a row that is closed.
  const href = await page.getByRole('main').locator(`a[href^="${link}"]`).first().getAttribute('href');
  await page.goto(href ?? '');
};

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
