import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Page } from '@playwright/test';
import { createDayLink } from '#functions/booking/booking-changes';
import { takePlace } from '#functions/booking/take-place';
import { classKey } from '#functions/lib/dynamo/keys-of-classes';
import { storeMark } from '#functions/registers/registers';
import { businessToday } from '#infra/testing/browser/business-day';
import { addClass, bookByApi, slotOf, storedBookings } from '#infra/testing/browser/classes';
import { spendChanges, tooManyChanges } from '#infra/testing/browser/families';
import { errorToast, expectNoSideScroll, expectToast, httpError } from '#infra/testing/browser/page';
import { sampleBooking, sampleFamily } from '#infra/testing/samples/samples';
import type { TestStack } from '#infra/testing/stack/test-stack';
import type { FootballClass } from '#shared/classes/class';
import { addDays } from '#shared/lib/calendar';
import { formatLongDate } from '#shared/lib/format';
import { instantOf } from '#shared/lib/values';
import { paths } from '#shared/paths';
import { markIdSchema } from '#shared/registers/register';
import { expectNoAxeInThemes } from './testing/accessibility.ts';
import { expect, test } from './testing/test.ts';

/** The next session of the class, at 9:00 tomorrow, whose register is open for its coaches. */
const tomorrow = addDays(businessToday, 1);

const addScene = (stack: TestStack) => addClass(stack, { startsIn: -13, lasts: 49 });

const addCoach = async (stack: TestStack, cls: FootballClass) => {
  const coach = await stack.createAccount(sampleFamily({ children: [] }), { role: 'coach' });
  await stack.table.client.send(
    new UpdateCommand({
      TableName: stack.table.name,
      Key: classKey(cls.id),
      UpdateExpression: 'SET coach_ids = :ids',
      ExpressionAttributeValues: { ':ids': [coach.family.profile.id] },
    }),
  );
  return coach;
};

const notComing = (page: Page, child: string, day = tomorrow) =>
  page.getByRole('button', { name: `Not coming on ${formatLongDate(day)}: ${child}` });

test('a parent says who does not come [ABS-01]', async ({ page, signIn, stack, parent }) => {
  const cls = await addScene(stack);
  await bookByApi(stack, parent, cls);
  await signIn(parent);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(paths.parentBookings);
  const button = notComing(page, 'Ana Parent').first();
  await expect(button).toHaveAttribute('aria-pressed', 'false');
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await expect(button).toBeFocused();
  await expectNoSideScroll(page);
  await expectNoAxeInThemes(page, 'a booking whose child does not come');
  await page.getByRole('button', { name: 'Details' }).click();
  await page.getByText('6 sessions', { exact: true }).click();
  const later = notComing(page, 'Ana Parent', addDays(tomorrow, 7));
  await later.click();
  await expect(later).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'false');
  const [booking] = await storedBookings(stack, parent, cls);
  expect(booking).toMatchObject({ amount: 12_000 });
});

test('too many changes are refused [ABS-01]', async ({ page, signIn, stack, parent, expectProblems }) => {
  expectProblems(httpError(429));
  const cls = await addScene(stack);
  await bookByApi(stack, parent, cls);
  await spendChanges(stack, parent);
  const secret = await createDayLink(stack.table, {
    parent_id: parent.family.id,
    account: parent.family.profile.id,
    date: tomorrow,
  });
  await page.goto(paths.notComingLink(secret));
  for (const path of [undefined, paths.parentBookings]) {
    if (path) {
      await signIn(parent);
      await page.goto(path);
    }
    const button = notComing(page, 'Ana Parent').first();
    await button.click();
    await expectToast(page, errorToast(tooManyChanges));
    await expect(button).toHaveAttribute('aria-pressed', 'false');
  }
});

test('a parent reads who came [REG-09]', async ({ page, signIn, stack, parent }) => {
  const cls = await addScene(stack);
  const slot = slotOf(cls);
  const dates = [-13, -6, 1].map((days) => addDays(businessToday, days));
  const booking = sampleBooking(cls, parent.family, { dates });
  await takePlace(stack.table, booking);
  for (const [index, attendance] of (['late', 'absent'] as const).entries()) {
    const at = instantOf(new Date());
    const id = markIdSchema.parse(`mrk_${String(index).padStart(16, '0')}`);
    await storeMark(
      stack.table,
      { ...booking, slot_id: slot.id, date: dates[index] ?? businessToday },
      { id, attendance, at, received_at: at, by: parent.family.profile.id, reason: null },
    );
  }
  await signIn(parent);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(paths.parentBookings);
  const first = page.getByText(`${formatLongDate(addDays(businessToday, -13))}: Late`);
  await page.getByRole('button', { name: 'Details' }).click();
  await expect(page.getByText('Attended 1 of 2')).toBeVisible();
  await expect(first).toBeHidden();
  await page.getByText('Attended 1 of 2').click();
  await expect(first).toBeVisible();
  await expect(page.getByText(`${formatLongDate(addDays(businessToday, -6))}: Absent`)).toBeVisible();
  await expectNoSideScroll(page);
  await expectNoAxeInThemes(page, 'a booking with its attendance');
});

test('the page of a reminder tells the coach at the press of its button, not when it is opened [ABS-01]', {
  tag: '@exhaustive',
}, async ({ page, newPage, stack, parent }) => {
  const cls = await addScene(stack);
  await bookByApi(stack, parent, cls);
  await bookByApi(stack, parent, cls, { child: 1 });
  const secret = await createDayLink(stack.table, {
    parent_id: parent.family.id,
    account: parent.family.profile.id,
    date: tomorrow,
  });
  const coach = await addCoach(stack, cls);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(paths.notComingLink(secret));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(formatLongDate(tomorrow));
  const button = notComing(page, 'Ana Parent');
  await expect(button).toHaveAttribute('aria-pressed', 'false');
  await expectNoAxeInThemes(page, 'the page of a reminder');
  await expectNoSideScroll(page);
  await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await expect(notComing(page, 'Ben Parent')).toHaveAttribute('aria-pressed', 'false');

  const pitch = await newPage({ as: coach, viewport: { width: 375, height: 812 } });
  await pitch.goto(paths.coach);
  await expect(pitch.getByText('2 children, 1 with a medical note, 1 not coming')).toBeVisible();
  await pitch.getByRole('link', { name: /^Register/ }).click();
  await expect(pitch.getByRole('group', { name: 'Ana Parent' })).toContainText('Not coming');
  await expect(pitch.getByRole('group', { name: 'Ben Parent' })).not.toContainText('Not coming');
});
