import { businessTimeZone, businessToday } from '#infra/testing/browser/business-day';
import { addClass, cardOf, slotBox, slotOf, storedBookings } from '#infra/testing/browser/classes';
import { bookFor, bookingForm, expectConfirmation } from '#infra/testing/browser/forms';
import { serverNowHeader } from '#shared/contract/route';
import { toOffsetTime } from '#shared/lib/business-time';
import { addDays } from '#shared/lib/calendar';
import { dayMs } from '#shared/lib/durations';
import { formatLongDate } from '#shared/lib/format';
import { paths } from '#shared/paths';
import { expect, test } from './testing/test.ts';

test('a device whose clock is nine days behind shows and books today’s price and date [BOK-51]', {
  tag: '@exhaustive',
}, async ({ page, signIn, stack, parent }) => {
  const cls = await addClass(stack);
  await signIn(parent);
  await page.clock.install({ time: Date.now() - 9 * dayMs });
  await page.goto(paths.browseClasses);
  await expect(cardOf(page, cls).getByText('6 weeks remaining')).toBeVisible();
  await slotBox(page, cls).getByRole('button', { name: 'Book Now' }).click();
  await expect(bookingForm(page).total).toHaveText('Total cost$120.00');
  await bookingForm(page).trial.check();
  const nextSession = formatLongDate(addDays(businessToday, 4));
  await expect(page.getByText(`First session: ${nextSession}`, { exact: true })).toBeVisible();
  await bookingForm(page).fullProgram.check();
  await bookFor(page, 'Ana Parent');
  await expectConfirmation(page);
  expect(await storedBookings(stack, parent, cls)).toMatchObject([{ amount: 12_000 }]);
  await page.goto(paths.bookClass(cls.id, slotOf(cls).id));
  await bookingForm(page).trial.check();
  await bookFor(page, 'Ben Parent');
  await expectConfirmation(page);
  const trials = (await storedBookings(stack, parent, cls)).filter(({ is_trial }) => is_trial);
  expect(trials).toMatchObject([{ trial_date: addDays(businessToday, 4) }]);
});

test('the day is read again when the page becomes visible [BOK-51]', { tag: '@exhaustive' }, async ({
  page,
  signIn,
  stack,
  parent,
}) => {
  const cls = await addClass(stack);
  await signIn(parent);
  // The server's instant of last week, until the page is left and shown again.
  let daysBack = 7;
  await page.route('**/api/**', async (call) => {
    const answer = await call.fetch();
    const headers = answer.headers();
    const instant = new Date(Date.parse(headers[serverNowHeader] ?? '') - daysBack * dayMs);
    await call.fulfill({
      response: answer,
      headers: { ...headers, [serverNowHeader]: toOffsetTime(instant, businessTimeZone) },
    });
  });
  await page.goto(paths.bookClass(cls.id, slotOf(cls).id));
  const { total } = bookingForm(page);
  await expect(total).toHaveText('Total cost$140.00');
  daysBack = 0;
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect(total).toHaveText('Total cost$120.00');
});
