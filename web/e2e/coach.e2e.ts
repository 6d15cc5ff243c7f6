import type { Page } from '@playwright/test';
import { disconnect, interceptCalls, reconnect, respondWith } from '#infra/testing/browser/calls';
import {
  child,
  goOffline,
  keepPages,
  newScene,
  openRegister,
  openSessions,
  registerPath,
  sentLine,
  storedAttendances,
} from '#infra/testing/browser/coach-scene';
import { expectNoSideScroll, httpError, networkError } from '#infra/testing/browser/page';
import { at } from '#infra/testing/samples/samples';
import { paths } from '#shared/paths';
import { expectNoAxeInThemes, expectNoAxeViolations } from './testing/accessibility.ts';
import { expect, coachTest as test } from './testing/test.ts';

test.use({ serviceWorkers: 'allow', viewport: { width: 375, height: 812 }, hasTouch: true });

test('a coach marks who came [COA-04, REG-01, REG-02, REG-07, REG-13, FID-08]', async ({
  page,
  scene,
  stack,
}) => {
  const { token } = await stack.createMember(at(scene.families, 0).family);
  const body = { full_name: 'Sam Other', phone_number: '07700 900456' };
  await stack.call({ route: 'updateMyProfile', token, body });
  await openSessions(page);
  const today = page.getByRole('region', { name: /^Today/ });
  await expect(today).toContainText('12:00 PM - 12:45 PM Juniorballerz');
  await expect(today).toContainText('3 children, 1 with a medical note');
  await today.getByRole('link', { name: /^Register/ }).tap();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('12:00 PM - 12:45 PM Juniorballerz');
  const [ana, ben] = [child(page, 'Ana 1'), child(page, 'Ben 1')];
  // A second tap on the same value is a tap of now.
  for (let count = 0; count < 2; count += 1) await ana.getByRole('button', { name: 'Present' }).tap();
  await ben.getByRole('button', { name: 'Absent' }).tap();
  await ben.getByRole('button', { name: /More/ }).tap();
  await ben.getByRole('button', { name: 'Late' }).tap();
  await page.getByRole('button', { name: '1 unmarked child present' }).tap();
  await expect(sentLine(page)).toHaveText('All sent');
  await expect(page.getByText('All marked.')).toBeVisible();
  await expect
    .poll(async () => (await storedAttendances(stack, scene)).toSorted())
    .toEqual(['absent', 'late', 'present', 'present', 'present']);
  // The phone of a parent at two taps.
  await ana.getByRole('button', { name: /More/ }).tap();
  await expect(ana).toContainText('Asthma, inhaler in the bag');
  const calls = ana.getByRole('link', { name: /^Call/ });
  await expect(calls).toHaveText(['Call Pat Parent', 'Call Sam Other']);
  await expect(calls.last()).toHaveAttribute('href', 'tel:07700900456');
});

test('a child on no list is added without a network, and the office calls its family [REG-08]', {
  tag: '@exhaustive',
}, async ({ page, newPage, admin, expectProblems }) => {
  expectProblems(networkError);
  await goOffline(page);
  await child(page, 'Ana 1').getByRole('button', { name: 'Present' }).tap();
  await page.getByRole('button', { name: 'Add a child' }).tap();
  const form = page.getByRole('form', { name: 'A child who is not on the list' });
  await form.getByLabel('First name').fill('Zoe');
  await form.getByLabel('Phone Number').fill('07700 900456');
  await page.keyboard.press('Enter');
  const unlisted = page.getByRole('region', { name: 'Not on the list' });
  await expect(unlisted).toContainText('Zoe');
  await expect(unlisted).toContainText('The office is told later.');
  await expect(page.getByRole('button', { name: 'Add a child' })).toBeFocused();
  await expect(sentLine(page)).toContainText(/^2 not sent/);
  await reconnect(page);
  await expect(sentLine(page)).toHaveText('All sent');
  await expect(unlisted).toContainText('The office knows.');
  await expect(page.getByText(/^3 children/)).toBeVisible();

  const office = await newPage({ as: admin });
  await office.goto(paths.admin);
  const tasks = office.getByRole('region', { name: 'Children Not on a List' });
  const call = tasks.getByRole('link', { name: 'Call for Zoe: 07700 900456' });
  await expect(call).toHaveAttribute('href', /^tel:/);
  await expectNoAxeViolations(office, 'a child on no list');
  await tasks.getByRole('button', { name: 'Done: Zoe' }).click();
  await expect(office.getByRole('region', { name: 'Today' })).toBeVisible();
  await expect(tasks).toHaveCount(0);
});

const smallPhone = { width: 320, height: 640 };

/** Where every link and button of the page's content is, by its name; in px of the page. */
const targetsOf = (page: Page) =>
  page
    .getByRole('main')
    .locator('a, button')
    .evaluateAll((elements) =>
      elements.flatMap((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const name = element.getAttribute('aria-label') ?? element.textContent;
        return width > 0 ? [{ name, box: [x, y + window.scrollY, width, height].map(Math.round) }] : [];
      }),
    );

const boxesOf = async (page: Page) => (await targetsOf(page)).map(({ box }) => box);

test('nothing moves under a finger [REG-02]', { tag: '@exhaustive' }, async ({ page, expectProblems }) => {
  expectProblems(networkError);
  await page.setViewportSize(smallPhone);
  await openSessions(page);
  await expect(page.getByRole('link', { name: /^Register/ })).toHaveCount(1);
  const small = (targets: Awaited<ReturnType<typeof targetsOf>>) =>
    targets.filter(({ box: [, , width = 0, height = 0] }) => width < 44 || height < 44);
  expect(small(await targetsOf(page))).toEqual([]);
  await keepPages(page);
  await expectNoAxeInThemes(page, 'sessions');
  await expectNoSideScroll(page);
  await disconnect(page);
  await openRegister(page);
  for (const name of ['Ana 1', 'Ben 1']) await child(page, name).getByRole('button', { name: /^More/ }).tap();
  await expect(child(page, 'Ana 1').getByRole('link', { name: 'Call Pat Parent' })).toBeVisible();
  expect(small(await targetsOf(page))).toEqual([]);
  const before = await boxesOf(page);
  for (const [name, attendance] of [
    ['Ana 1', 'Present'],
    ['Ana 1', 'Left early'],
    ['Ben 1', 'Absent'],
    ['Ben 1', 'Late'],
  ] as const) {
    await child(page, name).getByRole('button', { name: attendance, exact: true }).tap();
    await expect(
      child(page, name).getByRole('button', { name: attendance, exact: true, pressed: true }),
    ).toBeVisible();
    expect(await boxesOf(page), `after ${attendance} of ${name}`).toEqual(before);
  }
  await expect(sentLine(page)).toContainText('4 not sent');
  await reconnect(page);
  await expect(sentLine(page)).toHaveText('All sent');
  expect(await boxesOf(page), 'after the marks were sent').toEqual(before);
  await expectNoAxeInThemes(page, 'register');
  await expectNoSideScroll(page);
});

test('name and signs of a child are not cut by its buttons [DAY-05]', async ({ page, scene }) => {
  await page.setViewportSize({ width: 320, height: 812 });
  await page.goto(registerPath(scene));
  const row = page.getByRole('group').filter({ hasText: 'Medical note' });
  for (const part of [row.getByText('Ana 1', { exact: true }), row.getByText('Medical note')])
    expect(
      await part.evaluate((node) => {
        node.scrollIntoView({ block: 'center' });
        const box = node.getBoundingClientRect();
        const inside = document.elementFromPoint(box.right - 2, (box.top + box.bottom) / 2);
        return inside !== null && (node.contains(inside) || inside.contains(node));
      }),
    ).toBe(true);
});

test('nine children are two screens of a phone [DAY-05]', async ({ page, signIn, stack }) => {
  await page.setViewportSize({ width: 375, height: 667 });
  const scene = await newScene(stack, { children: 9, note: 'Peanuts' });
  await signIn(scene.coach);
  await openSessions(page);
  await openRegister(page);
  const rows = page.getByRole('list', { name: 'Children' }).getByRole('group');
  await expect(rows).toHaveCount(9);
  const end = await rows.last().evaluate((row) => row.getBoundingClientRect().bottom + window.scrollY);
  expect(end).toBeLessThanOrEqual(2 * 667);
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
  await rows.last().scrollIntoViewIfNeeded();
  await expect(page.getByRole('status').filter({ hasText: 'All sent' })).toBeInViewport({ ratio: 1 });
  // A mark is more than a colour.
  await page.emulateMedia({ forcedColors: 'active' });
  const present = rows.last().getByRole('button', { name: 'Present' });
  const sign = () =>
    present.evaluate((button) => {
      const drawn = button.lastElementChild;
      return drawn && getComputedStyle(drawn).borderBottom.replace(/ rgb.*/, '');
    });
  expect(await sign()).toBeNull();
  await present.click();
  await expect(rows.last().getByRole('button', { name: 'Present', pressed: true })).toBeVisible();
  expect(await sign()).toBe('2px solid');
});

test('a register that failed is asked for again [REG-17]', async ({ page, scene, expectProblems }) => {
  expectProblems(networkError, httpError(502));
  const missing = page.getByText('The register could not be loaded');
  await page.clock.install();
  let failing = await interceptCalls(page, 'getRegister', respondWith(502));
  await page.goto(registerPath(scene));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(missing).toBeVisible();
  await expect(page.getByText('There is no network')).toHaveCount(0);
  await expectNoAxeViolations(page, 'register not loaded');
  await failing.stop();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(child(page, 'Ana 1')).toBeVisible();

  for (const isOffline of [true, false]) {
    failing = await interceptCalls(page, 'getRegister', respondWith(502));
    await page.evaluate(() =>
      indexedDB.databases().then((all) => all.map(({ name }) => indexedDB.deleteDatabase(name ?? ''))),
    );
    await page.reload();
    await expect(missing).toBeVisible();
    if (isOffline) await disconnect(page);
    if (isOffline) await expect(page.getByText('There is no network')).toBeVisible();
    await failing.stop();
    if (isOffline) {
      await Promise.all([
        page.waitForEvent('requestfailed'),
        page.getByRole('button', { name: 'Try again' }).click(),
      ]);
      await reconnect(page);
    } else await page.clock.runFor(15_000);
    await expect(child(page, 'Ana 1')).toBeVisible();
  }
});
