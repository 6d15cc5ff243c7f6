import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { adminPages, paths } from '#shared/paths';
import { adminStates } from '../../../web/e2e/testing/admin-states.ts';
import { bookByApi, joinByApi, storedBookings } from '../../../web/e2e/testing/bookings.ts';
import { addClass } from '../../../web/e2e/testing/classes.ts';
import { familyOfTwo } from '../../../web/e2e/testing/families.ts';
import { prepareScreens, type Scene, screenStates } from '../../../web/e2e/testing/screens.ts';
import { startSession } from '../../../web/e2e/testing/session-storage.ts';
import { localPaths } from '../../local/addresses.ts';
import type { Account, TestStack } from '../../testing/stack/test-stack.ts';
import { type Camera, type Session, screensAt } from './camera.ts';

const sessionOf = async (stack: TestStack, account: Account): Promise<Session> => ({
  cookies: [],
  origins: [{ origin: stack.url, localStorage: await startSession(stack, account) }],
});

/** The screens of a school that has no class yet; `stack` is empty. */
export const takeEmptySeason = async (camera: Camera, stack: TestStack): Promise<void> => {
  const parent = await sessionOf(stack, await stack.createAccount(familyOfTwo()));
  const admin = await sessionOf(stack, await stack.createAccount(familyOfTwo(), { role: 'admin' }));
  await camera.take([
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

/**
 * The states that the accessibility tests check: dialogs, errors, slow and failed loads, long names. Those of
 * administrators come first, because a booking of the last state of parents changes what they show.
 */
export const takeStates = async (camera: Camera, stack: TestStack): Promise<void> => {
  await stack.clear();
  const scene = await prepareScreens(stack);
  for (const { name, path, as, before, until, steps = [] } of [...adminStates, ...screenStates]) {
    await camera.take([
      {
        name: `state ${name}`,
        ...(as && { storageState: await sessionOf(stack, as(scene)) }),
        arrive: async (page) => {
          await before?.(page);
          await page.goto(typeof path === 'string' ? path : path(scene));
          await until?.(page);
        },
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
