import { expect, type Page } from '@playwright/test';
import { takePlace } from '#functions/booking/take-place';
import { newBookingId } from '#functions/lib/ids';
import { readMarks } from '#functions/registers/registers';
import { putClass } from '#infra/local/seed/put';
import { at, sampleBooking, sampleClass, sampleFamily } from '#infra/testing/samples/samples';
import type { Account, TestStack } from '#infra/testing/stack/test-stack';
import type { FootballClass } from '#shared/classes/class';
import { addDays } from '#shared/lib/calendar';
import type { SlotId } from '#shared/lib/ids';
import { paths } from '#shared/paths';
import type { StoredMark } from '#shared/registers/register';
import { businessToday } from './business-day.ts';
import { disconnect } from './calls.ts';

export interface Scene {
  readonly coach: Account;
  readonly cls: FootballClass;
  readonly families: readonly Account[];
}

const names = ['Ana', 'Ben', 'Cem', 'Dora', 'Eli', 'Fay', 'Gus', 'Hana', 'Ivo', 'Jo'];

export const newCoach = (stack: TestStack): Promise<Account> =>
  stack.createAccount(sampleFamily({ children: [] }), { role: 'coach' });

/** A class with a session today, its coaches, and families with a child each, the first one with a note. */
export const newScene = async (
  stack: TestStack,
  {
    children = 3,
    others = [],
    note = 'Asthma, inhaler in the bag',
  }: {
    readonly children?: number;
    readonly others?: readonly Account[];
    readonly note?: string;
  } = {},
): Promise<Scene> => {
  const coach = await newCoach(stack);
  const start_date = addDays(businessToday, -14);
  const overrides = { start_date, end_date: addDays(start_date, 56) };
  // It is about noon: a phone may have the cards of the session.
  const cls = sampleClass({ now: new Date(), capacities: [30], hour: 12, overrides });
  const coach_ids = [coach, ...others].map(({ family }) => family.profile.id);
  await putClass(stack.table, { ...cls, coach_ids });
  const families: Account[] = [];
  for (let index = 0; index < children; index += 1) {
    const name = `${names[index % names.length]} ${Math.floor(index / names.length) + 1}`;
    const account = await stack.createAccount(
      sampleFamily({ children: [{ name, medical_conditions: index === 0 ? note : null }] }),
    );
    const dates = [businessToday, addDays(businessToday, 7)];
    const id = newBookingId(new Date(Date.now() + index));
    await takePlace(stack.table, sampleBooking(cls, account.family, { id, dates }));
    families.push(account);
  }
  return { coach, cls, families };
};

export const slotOf = ({ cls }: Pick<Scene, 'cls'>): SlotId => at(cls.time_slots, 0).id;

export const registerPath = ({ cls }: Scene): string =>
  paths.coachRegister(cls.id, slotOf({ cls }), businessToday);

export const storedMarks = async (stack: TestStack, scene: Pick<Scene, 'cls'>): Promise<StoredMark[]> =>
  (await readMarks(stack.table, slotOf(scene), businessToday)).flatMap(({ marks }) => marks);

export const storedAttendances = async (stack: TestStack, scene: Pick<Scene, 'cls'>) =>
  (await storedMarks(stack, scene)).map(({ attendance }) => attendance);

export const openSessions = async (page: Page): Promise<void> => {
  await page.goto(paths.coach);
  await expect(page.getByRole('heading', { level: 1, name: 'Your sessions' })).toBeVisible();
};

/** Waits until the browser keeps the pages and the registers of the coach. */
export const keepPages = async (page: Page): Promise<void> => {
  await expect
    .poll(() =>
      page.evaluate(async () => {
        await navigator.serviceWorker.ready;
        return (await caches.match('/coach.html')) !== undefined;
      }),
    )
    .toBe(true);
  await expect.poll(() => page.evaluate(() => Boolean(navigator.serviceWorker.controller))).toBe(true);
  await expect(page.getByText(/^Works without a network: copy of/)).toBeVisible();
};

export const child = (page: Page, name: string) => page.getByRole('group', { name, exact: true });

export const sentLine = (page: Page) => page.locator('[role=status][aria-busy=false]').first();

export const openRegister = (page: Page): Promise<void> =>
  page
    .getByRole('link', { name: /^Register/ })
    .first()
    .click();

/** Opens the sessions, waits until they work without a network, and opens the register when the network is gone. */
export const goOffline = async (page: Page): Promise<void> => {
  await openSessions(page);
  await keepPages(page);
  await disconnect(page);
  await openRegister(page);
};

/** The access token has expired, as it has 15 minutes after the last contact: its time is in its second part. */
export const expireToken = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const [key = '', token = ''] =
      Object.entries(localStorage).find(([name]) => name.endsWith('.accessToken')) ?? [];
    const [head, payload = '', sign] = token.split('.');
    const claims = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    const text = btoa(JSON.stringify({ ...claims, exp: 1_000_000_000 }));
    localStorage.setItem(key, [head, text.replace(/=+$/, ''), sign].join('.'));
  });
