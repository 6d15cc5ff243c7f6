import type { Page } from '@playwright/test';
import { takePlace } from '#functions/data/bookings/take-place';
import { newBookingId } from '#functions/data/ids';
import { readMarks } from '#functions/data/registers/registers';
import { putClass } from '#infra/local/seed/put-class';
import { at } from '#infra/testing/samples/at';
import { sampleBooking } from '#infra/testing/samples/sample-booking';
import { sampleClass, sampleFamily } from '#infra/testing/samples/samples';
import type { Account, TestStack } from '#infra/testing/stack/test-stack';
import { addDays } from '#shared/domain/time/calendar';
import { paths } from '#shared/paths';
import type { FootballClass } from '#shared/schemas/class';
import { expectNoAxeViolations } from './testing/axe.ts';
import { businessToday } from './testing/business-day.ts';
import { expectNoSideScroll } from './testing/layout.ts';
import { networkError } from './testing/page-problems.ts';
import { expect, test } from './testing/test.ts';

test.use({ serviceWorkers: 'allow', viewport: { width: 375, height: 812 }, hasTouch: true });

interface Scene {
  readonly coach: Account;
  readonly cls: FootballClass;
}

const names = ['Ana', 'Ben', 'Cem', 'Dora', 'Eli', 'Fay', 'Gus', 'Hana', 'Ivo', 'Jo'];

/** A class with a session today, its coach, and families with a child each. */
const newScene = async (stack: TestStack, { children = 3 } = {}): Promise<Scene> => {
  const coach = await stack.createAccount(sampleFamily({ children: [] }), { role: 'coach' });
  const start_date = addDays(businessToday, -14);
  const overrides = { start_date, end_date: addDays(start_date, 56) };
  const cls = sampleClass({ now: new Date(), capacities: [30], overrides });
  await putClass(stack.table, { ...cls, coach_ids: [coach.family.profile.id] });
  for (let index = 0; index < children; index += 1) {
    const name = `${names[index % names.length]} ${Math.floor(index / names.length) + 1}`;
    const note = index === 0 ? 'Asthma, inhaler in the bag' : null;
    const { family } = await stack.createAccount(
      sampleFamily({ children: [{ name, medical_conditions: note }] }),
    );
    const dates = [businessToday, addDays(businessToday, 7)];
    const id = newBookingId(new Date(Date.now() + index));
    await takePlace(stack.table, sampleBooking(cls, family, { id, dates }));
  }
  return { coach, cls };
};

const slotOf = ({ time_slots }: FootballClass) => at(time_slots, 0).id;

/** What the server has: by attendance, how many children. */
const storedMarks = async (stack: TestStack, { cls }: Scene) =>
  (await readMarks(stack.table, slotOf(cls), businessToday)).flatMap(({ marks }) =>
    marks.map(({ attendance }) => attendance),
  );

const openSessions = async (page: Page): Promise<void> => {
  await page.goto(paths.coach);
  await expect(page.getByRole('heading', { level: 1, name: 'Your sessions' })).toBeVisible();
};

/** Waits until the browser keeps the pages and the registers of the coach. */
const keepPages = async (page: Page): Promise<void> => {
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

const child = (page: Page, name: string) => page.getByRole('group', { name, exact: true });

test('a coach marks who came, with one tap each [COA-04, REG-01, REG-02, REG-07]', async ({
  page,
  signIn,
  stack,
}) => {
  const scene = await newScene(stack);
  await signIn(scene.coach);
  await openSessions(page);
  const today = page.getByRole('region', { name: /^Today/ });
  await expect(today).toContainText('9:00 AM - 9:45 AM Juniorballerz');
  await expect(today).toContainText('3 children, 1 with a medical note');
  await today.getByRole('link', { name: /^Register/ }).tap();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('9:00 AM - 9:45 AM Juniorballerz');
  await child(page, 'Ana 1').getByRole('button', { name: 'Present' }).tap();
  await child(page, 'Ben 1').getByRole('button', { name: 'Absent' }).tap();
  await child(page, 'Ben 1').getByRole('button', { name: /More/ }).tap();
  await child(page, 'Ben 1').getByRole('button', { name: 'Late' }).tap();
  await page.getByRole('button', { name: '1 unmarked child present' }).tap();
  await expect(page.getByRole('status').first()).toHaveText('All sent');
  await expect(page.getByText('All marked.')).toBeVisible();
  await expect
    .poll(async () => (await storedMarks(stack, scene)).toSorted())
    .toEqual(['absent', 'late', 'present', 'present']);
  // The phone of a parent at two taps.
  await child(page, 'Ana 1').getByRole('button', { name: /More/ }).tap();
  await expect(child(page, 'Ana 1')).toContainText('Asthma, inhaler in the bag');
  await expect(child(page, 'Ana 1').getByRole('link', { name: 'Call Pat Parent' })).toHaveAttribute(
    'href',
    /^tel:/,
  );
});

test('without a network, and closed in between, every mark arrives once [REG-03, REG-04, REG-05]', async ({
  page,
  signIn,
  stack,
  expectProblems,
}) => {
  const scene = await newScene(stack, { children: 20 });
  expectProblems(networkError);
  await signIn(scene.coach);
  await openSessions(page);
  await keepPages(page);
  await page.context().setOffline(true);
  await page.goto(paths.coach);
  await page
    .getByRole('link', { name: /^Register/ })
    .first()
    .tap();
  await expect(page.getByRole('group')).toHaveCount(20);
  const present = page.getByRole('group').getByRole('button', { name: 'Present', exact: true });
  for (const button of await present.all()) await button.tap();
  await expect(page.getByRole('status').first()).toContainText(/^20 not sent, last contact/);
  // A page that is opened again still has them.
  await page.reload();
  await expect(page.getByRole('status').first()).toContainText(/^20 not sent, last contact/);
  await expect(page.getByRole('button', { name: 'Present', pressed: true })).toHaveCount(20);
  expect(await storedMarks(stack, scene)).toEqual([]);
  await page.context().setOffline(false);
  await expect(page.getByRole('status').first()).toHaveText('All sent');
  expect(await storedMarks(stack, scene)).toEqual(Array.from({ length: 20 }, () => 'present'));
});

test('another account on the phone neither sees nor sends marks [REG-05, EME-05]', {
  tag: '@exhaustive',
}, async ({ page, signIn, stack, expectProblems }) => {
  const scene = await newScene(stack);
  const other = await newScene(stack, { children: 1 });
  expectProblems(networkError);
  await signIn(scene.coach);
  await openSessions(page);
  await keepPages(page);
  await page.context().setOffline(true);
  await page
    .getByRole('link', { name: /^Register/ })
    .first()
    .tap();
  await child(page, 'Ana 1').getByRole('button', { name: 'Absent' }).tap();
  await expect(page.getByRole('status').first()).toContainText('1 not sent');
  // The sign-in ends without a network, and another coach signs in.
  await page.evaluate(() => localStorage.clear());
  await page.goto('about:blank');
  await page.context().setOffline(false);
  await signIn(other.coach);
  await openSessions(page);
  await expect(page.getByRole('status').first()).toHaveText('All sent');
  await expect(page.getByText('1 child, 1 with a medical note').first()).toBeVisible();
  expect(await storedMarks(stack, scene)).toEqual([]);
  await page.evaluate(() => localStorage.clear());
  await page.goto('about:blank');
  await signIn(scene.coach);
  await openSessions(page);
  await expect(page.getByRole('status').first()).toHaveText('All sent');
  await expect.poll(() => storedMarks(stack, scene)).toEqual(['absent']);
});

test('a coach whose role is taken meanwhile sees why, and the register is gone [COA-05, REG-05]', {
  tag: '@exhaustive',
}, async ({ page, signIn, stack, admin, expectProblems }) => {
  const scene = await newScene(stack);
  expectProblems(networkError, /403/);
  await signIn(scene.coach);
  await openSessions(page);
  await keepPages(page);
  await page.context().setOffline(true);
  await page
    .getByRole('link', { name: /^Register/ })
    .first()
    .tap();
  await child(page, 'Ana 1').getByRole('button', { name: 'Present' }).tap();
  await stack.call({
    route: 'revokeCoach',
    token: admin.token,
    params: { userId: scene.coach.family.profile.id },
  });
  await page.context().setOffline(false);
  await expect(page.getByRole('status').first()).toContainText('1 not accepted');
  await page.goto(paths.coach);
  await expect(page.getByText('You are not a coach at the moment. Please ask the school.')).toBeVisible();
  await expect(child(page, 'Ana 1')).toHaveCount(0);
  expect(await storedMarks(stack, scene)).toEqual([]);
});

test('an administrator marks every session without being a coach [COA-06]', async ({
  page,
  signIn,
  stack,
  admin,
}) => {
  const scene = await newScene(stack);
  await signIn(admin);
  await openSessions(page);
  await page
    .getByRole('link', { name: /^Register/ })
    .first()
    .tap();
  await page.getByRole('button', { name: 'All present' }).tap();
  await expect(page.getByText('All marked.')).toBeVisible();
  await expect.poll(() => storedMarks(stack, scene)).toHaveLength(3);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing on the pages of a coach in the ${colorScheme} theme, and nothing is too wide for a small phone`, {
    tag: '@exhaustive',
  }, async ({ page, signIn, stack }) => {
    const scene = await newScene(stack, { children: 4 });
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 320, height: 640 });
    await signIn(scene.coach);
    await openSessions(page);
    const register = page.getByRole('link', { name: /^Register/ }).first();
    await expect(register).toBeVisible();
    await expectNoAxeViolations(page, 'sessions');
    await expectNoSideScroll(page);
    await register.tap();
    await child(page, 'Ana 1').getByRole('button', { name: 'Present' }).tap();
    await child(page, 'Ben 1').getByRole('button', { name: 'Absent' }).tap();
    await child(page, 'Ana 1').getByRole('button', { name: /More/ }).tap();
    await expect(page.getByRole('status').first()).toHaveText('All sent');
    await expectNoAxeViolations(page, 'register');
    await expectNoSideScroll(page);
  });
}
