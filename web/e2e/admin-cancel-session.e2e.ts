import type { Locator } from '@playwright/test';
import { businessToday } from '#infra/testing/browser/business-day';
import {
  addClass,
  bookByApi,
  bookingPath,
  cancelByApi,
  cardOf,
  slotOf,
} from '#infra/testing/browser/classes';
import { bookingForm } from '#infra/testing/browser/forms';
import { httpError } from '#infra/testing/browser/page';
import { addDays } from '#shared/lib/calendar';
import { formatDate, formatLongDate } from '#shared/lib/format';
import { paths } from '#shared/paths';
import { expectNoAxeInThemes } from './testing/accessibility.ts';
import { expect, familyTest, test } from './testing/test.ts';

/** `addClass` began 17 days ago and meets every seven days. */
const nextSession = addDays(businessToday, 4);
const lastSession = addDays(businessToday, 39);

/** The next session shows its actions at first. */
const showActions = (session: Locator): Promise<void> =>
  session.getByRole('button', { expanded: false }).first().click();

test('an admin cancels a session and brings it back [CAN-01, CAN-03, CAN-04, CAN-05, CAN-11, CAN-12]', {
  tag: '@exhaustive',
}, async ({ page, signIn, admin, parent, stack, expectProblems }) => {
  // The make-up date that the API refuses.
  expectProblems(httpError(400));
  await page.setViewportSize({ width: 375, height: 800 });
  const cls = await addClass(stack);
  await bookByApi(stack, parent, cls, { child: 0 });
  await bookByApi(stack, parent, cls, { child: 1 });
  await signIn(admin);
  await page.goto(paths.adminClass(cls.id));
  const session = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
  const next = session.filter({ hasText: formatDate(nextSession) });
  await expect(next).toContainText('Next');
  const past = session.filter({ hasText: formatDate(addDays(businessToday, -10)) });
  await expect(past).toBeVisible();
  await expect(past.getByRole('button')).toHaveCount(0);
  await next.getByRole('button', { name: 'Cancel session' }).click();

  const dialog = page.getByRole('dialog', { name: formatLongDate(nextSession) });
  await expect(dialog.getByText('1 session: 2 children in 1 family will be told.')).toBeVisible();
  const makeUp = dialog.getByLabel('Date of the make-up session');
  await expect(makeUp).toHaveValue(addDays(lastSession, 7));
  await makeUp.fill(lastSession);
  await dialog.getByRole('button', { name: 'Cancel session' }).click();
  await expect(dialog.getByText('This time slot has a session on this date already')).toBeVisible();
  await makeUp.fill(addDays(lastSession, 7));
  const note = dialog.getByLabel('Note to families (optional)');
  await note.fill('Sorry <b>all</b>');
  await dialog.getByRole('button', { name: 'Cancel session' }).dblclick();
  await expect(dialog.getByText('Cancelled. The families are being told.')).toBeFocused();
  await expect(dialog.getByText('1 of 1 family reached.')).toBeVisible();
  const { email } = parent.family.profile;
  const mail = (await stack.mails()).find(({ to }) => to.includes(email));
  expect(mail?.text).toContain('Sorry <b>all</b>');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();
  await expect(next).toContainText('Cancelled: Weather');
  await expect(session.filter({ hasText: formatDate(addDays(lastSession, 7)) })).toContainText('Extra');

  await next.getByRole('button', { name: 'Bring it back' }).click();
  const question = page.getByRole('alertdialog');
  const makeUpDay = formatLongDate(addDays(lastSession, 7));
  await expect(question).toContainText(`The make-up session on ${makeUpDay} is removed.`);
  await expectNoAxeInThemes(page, 'bringing a session back');
  await question.getByRole('button', { name: 'Bring it back' }).click();
  await expect(next).not.toContainText('Cancelled');
  await expect(session.filter({ hasText: formatDate(addDays(lastSession, 7)) })).toHaveCount(0);

  // Until the end of the next day a session that has begun is one that did not take place.
  await page.goto(paths.adminClass((await addClass(stack, { startsIn: -1 })).id));
  await showActions(session.filter({ hasText: formatDate(addDays(businessToday, -1)) }));
  await session.getByRole('button', { name: 'Did not take place' }).click();
  await expect(page.getByRole('dialog', { name: formatLongDate(addDays(businessToday, -1)) })).toBeVisible();
});

test('everything at a venue is cancelled from the dashboard [CAN-02]', { tag: '@exhaustive' }, async ({
  page,
  signIn,
  admin,
  parent,
  stack,
}) => {
  const venue = 'Wet Park';
  const cls = await addClass(stack, { venue, slots: [{ capacity: 5 }, { capacity: 5 }] });
  const other = await addClass(stack, { venue });
  await bookByApi(stack, parent, cls);
  await bookByApi(stack, parent, other, { child: 1 });
  await signIn(admin);
  await page.goto(paths.admin);
  await page.getByRole('button', { name: `Cancel… on ${formatLongDate(nextSession)}` }).click();
  const dialog = page.getByRole('dialog', { name: formatLongDate(nextSession) });
  const what = dialog.getByLabel('What is cancelled');
  await expect(what.getByRole('option').first()).toHaveText(`Everything at ${venue}`);
  await expect(dialog.getByText('3 sessions: 2 children in 1 family will be told.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel 3 sessions' }).click();
  await expect(dialog.getByText('1 of 1 family reached.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  const timetable = page.getByRole('table', { name: 'Timetable' });
  await expect(timetable.getByRole('link')).toHaveText(Array.from({ length: 3 }, () => /Cancelled$/));
});

familyTest('a cancelled class is gone [BOK-48, PUB-53, WAI-01]', async ({ page, admin, stack }) => {
  const sessionsLeft = [0, 7, 14, 21, 28, 35].map((days) => addDays(nextSession, days));
  const running = await addClass(stack);
  const cls = await addClass(stack, { slots: [{ capacity: 10 }, { capacity: 1, booked: 1 }] });
  for (const date of sessionsLeft)
    await cancelByApi(stack, admin, { kind: 'class-day', class_id: cls.id, date });
  for (const path of [paths.bookCamp, paths.parentClasses]) {
    await page.goto(path);
    await expect(cardOf(page, running)).toContainText('$120.00');
    await expect(cardOf(page, cls)).toHaveCount(0);
  }
  const main = page.getByRole('main');
  const ended = main.getByText('Program ended', { exact: true });
  // Also of the full slot: there is neither a place to wait for nor another time.
  for (const at of [0, 1]) {
    await page.goto(bookingPath(cls, at));
    const { child, trial, confirm } = bookingForm(page);
    await child.selectOption({ label: 'Ana Parent (age 9)' });
    await expect(ended).toBeVisible();
    await expect(main).not.toContainText(/\$|You agree to pay|now full/);
    await trial.check();
    await expect(main).not.toContainText(/\$|You agree to pay/);
    await expect(confirm).toBeDisabled();
    await page.goto(paths.joinWaitingList(cls.id, slotOf(cls, at).id));
    await expect(ended).toBeVisible();
    await expect(main).not.toContainText('$');
    await expect(main.getByRole('button', { name: 'Join the waiting list' })).toHaveCount(0);
    await expect(main.getByRole('link', { name: 'Book now' })).toHaveCount(0);
  }
});
