import { businessTimeZone, moveStackClock } from '#infra/testing/browser/business-day';
import { addClass, bookingPath } from '#infra/testing/browser/classes';
import { bookFor, expectConfirmation } from '#infra/testing/browser/forms';
import { expectNoSideScroll } from '#infra/testing/browser/page';
import { toInstant } from '#shared/lib/business-time';
import { addDays, addMonths } from '#shared/lib/calendar';
import { formatDate } from '#shared/lib/format';
import { wallTimeSchema } from '#shared/lib/values';
import { paths } from '#shared/paths';
import { expect, test } from './testing/test.ts';

test('only what is due is asked [DUE-01, DUE-02, PAY-08]', {
  tag: '@exhaustive',
}, async ({ page, signIn, stack, admin, parent }) => {
  await page.setViewportSize({ width: 375, height: 900 });
  await stack.setSettings({ due_rule: 'monthly' });
  const cls = await addClass(stack, { startsIn: 4, lasts: 35 });
  const [first, second] = [cls.start_date, addMonths(cls.start_date, 1)];
  await signIn(parent);
  await page.goto(bookingPath(cls));
  const parts = [`Due ${formatDate(first)}$60.00`, `Due ${formatDate(second)}$60.00`];
  const dueDates = page.getByRole('list', { name: 'When to pay, in 2 parts' }).getByRole('listitem');
  await expect(dueDates).toHaveText(parts);
  await expectNoSideScroll(page);
  await bookFor(page, 'Ana Parent');
  await expectConfirmation(page);
  await expect(dueDates).toHaveText(parts);
  await expectNoSideScroll(page);
  await page.goto(paths.parentPayments);
  const main = page.getByRole('main');
  for (const text of [
    'Nothing is due yet',
    `Due in 2 parts: $60.00 on ${formatDate(first)} and $60.00 on ${formatDate(second)}`,
    `$60.00 due ${formatDate(first)}`,
  ])
    await expect(main.getByText(text, { exact: true })).toBeVisible();
  await expectNoSideScroll(page);

  await signIn(admin);
  await page.goto(paths.adminPayments);
  const figures = main.getByRole('definition');
  await expect(figures).toHaveText(['$120.00', '$0.00', '$0.00', '$0.00', '$120.00', '$0.00']);
  await expect(main.getByText('Nobody owes anything that is due.', { exact: true })).toBeVisible();
  await main.getByLabel('Due until').fill(addDays(first, 1));
  await main.getByRole('button', { name: 'Show Children and Places' }).click();
  await expect(main.getByText('$60.00 of 1 family', { exact: true })).toBeVisible();
  const unpaid = main.getByRole('table', { name: 'Unpaid' }).locator('tbody').getByRole('row');
  await expect(unpaid).toContainText(['Ana Parent']);
  await expect(unpaid).toContainText([cls.venue]);
  await expectNoSideScroll(page);

  await moveStackClock(stack, toInstant(first, wallTimeSchema.parse('09:00'), businessTimeZone));
  await page.reload();
  await expect(figures).toHaveText(['$120.00', '$0.00', '$0.00', '$60.00', '$60.00', '$0.00']);
  await page.getByRole('checkbox', { name: 'Remind Pat Parent' }).check();
  await main.getByRole('button', { name: 'Remind 1' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send Reminders' }).click();
  const subjects = async () => (await stack.mails()).map(({ subject }) => subject);
  await expect.poll(subjects).toContain('Payment reminder: $60.00');
});
