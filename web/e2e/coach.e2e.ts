import { paths } from '#shared/paths';
import { expectNoAxeViolations } from './testing/axe.ts';
import {
  child,
  keepPages,
  newScene,
  openSessions,
  sentLine,
  storedAttendances,
} from './testing/coach-scene.ts';
import { expectNoSideScroll } from './testing/layout.ts';
import { networkError } from './testing/page-problems.ts';
import { expect, test } from './testing/test.ts';

test.use({ serviceWorkers: 'allow', viewport: { width: 375, height: 812 }, hasTouch: true });

test('a coach marks who came, with one tap each [COA-04, REG-01, REG-02, REG-07]', async ({
  page,
  signIn,
  stack,
}) => {
  const scene = await newScene(stack);
  await signIn(scene.coach);
  await openSessions(page);
  const today = page.getByRole('region', { name: /^Today/ });
  await expect(today).toContainText('12:00 PM - 12:45 PM Juniorballerz');
  await expect(today).toContainText('3 children, 1 with a medical note');
  await today.getByRole('link', { name: /^Register/ }).tap();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('12:00 PM - 12:45 PM Juniorballerz');
  await child(page, 'Ana 1').getByRole('button', { name: 'Present' }).tap();
  await child(page, 'Ben 1').getByRole('button', { name: 'Absent' }).tap();
  await child(page, 'Ben 1').getByRole('button', { name: /More/ }).tap();
  await child(page, 'Ben 1').getByRole('button', { name: 'Late' }).tap();
  await page.getByRole('button', { name: '1 unmarked child present' }).tap();
  await expect(sentLine(page)).toHaveText('All sent');
  await expect(page.getByText('All marked.')).toBeVisible();
  await expect
    .poll(async () => (await storedAttendances(stack, scene)).toSorted())
    .toEqual(['absent', 'late', 'present', 'present']);
  // The phone of a parent at two taps.
  await child(page, 'Ana 1').getByRole('button', { name: /More/ }).tap();
  await expect(child(page, 'Ana 1')).toContainText('Asthma, inhaler in the bag');
  await expect(child(page, 'Ana 1').getByRole('link', { name: 'Call Pat Parent' })).toHaveAttribute(
    'href',
    /^tel:/,
  );
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
  await expect(sentLine(page)).toContainText('1 not accepted');
  await page.goto(paths.coach);
  await expect(page.getByText('You are not a coach at the moment. Please ask the school.')).toBeVisible();
  await expect(child(page, 'Ana 1')).toHaveCount(0);
  expect(await storedAttendances(stack, scene)).toEqual([]);
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
  await expect.poll(() => storedAttendances(stack, scene)).toHaveLength(3);
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
    await expect(sentLine(page)).toHaveText('All sent');
    await expectNoAxeViolations(page, 'register');
    await expectNoSideScroll(page);
  });
}
