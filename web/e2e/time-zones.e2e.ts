import type { Page } from '@playwright/test';
import { addClass, cardOf, slotBox } from '#infra/testing/browser/classes';
import { bookFor, bookingForm, confirmedFact, expectConfirmation } from '#infra/testing/browser/forms';
import { toCalendarDate, toInstant } from '#shared/lib/business-time';
import { addDays } from '#shared/lib/calendar';
import { everyWeekday, formatDate, formatLongDate } from '#shared/lib/format';
import { instantOf, wallTimeSchema } from '#shared/lib/values';
import { paths } from '#shared/paths';
import { expect, familyTest, test } from './testing/test.ts';

/**
 * A time zone whose date differs from that of the last one: the first to begin a day, at 10:00 UTC, or the next one in the
 * hour before, so that no test runs across midnight.
 */
const timeZone = new Date().getUTCHours() === 9 ? 'Pacific/Auckland' : 'Pacific/Kiritimati';

test.use({ stackOptions: { timeZone } });

const today = toCalendarDate(new Date(), timeZone);

test.describe('in another zone', () => {
  test.use({ timezoneId: 'Pacific/Pago_Pago' });

  familyTest('dates are of the business [PRC-23]', { tag: '@exhaustive' }, async ({ page, stack }) => {
    // Six weeks remain today; yesterday seven weeks did.
    const cls = await addClass(stack, { today, startsIn: -15 });
    await page.goto(paths.browseClasses);
    const card = cardOf(page, cls);
    for (const text of [
      everyWeekday(addDays(today, -15)),
      `${formatDate(addDays(today, -15))} - ${formatDate(addDays(today, 41))}`,
      '6 weeks remaining',
      '$120.00',
    ])
      await expect(card.getByText(text, { exact: true })).toBeVisible();
    await expect(slotBox(page, cls).getByText('9:00 AM - 9:45 AM')).toBeVisible();
    await slotBox(page, cls).getByRole('button', { name: 'Book Now' }).click();
    const trialDate = formatLongDate(addDays(today, 6));
    await expect(page.getByText(`$20.00 · One session${trialDate}`, { exact: true })).toBeVisible();
    await bookFor(page, 'Ana Parent');
    await expectConfirmation(page);
    await expect(confirmedFact(page, 'Total cost')).toHaveText('$120.00');

    await page.goBack();
    await slotBox(page, cls).getByRole('button', { name: 'Book Now' }).click();
    await bookingForm(page).trial.check();
    await bookFor(page, 'Ben Parent');
    await expect(confirmedFact(page, 'Trial date')).toHaveText(trialDate);

    await page.goto(paths.parentBookings);
    await expect(page.getByText(`Booked on ${formatDate(today)}`, { exact: true }).first()).toBeVisible();
    await expect(page.getByText(`Booked on ${formatDate(today)}`, { exact: true })).toHaveCount(2);
    await expect(page.getByText(trialDate, { exact: true }).first()).toBeVisible();
  });
});

/** Takes the rules of all zones from the browser. They are also slow: the first use takes a phone long. */
const forgetZones = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    Intl.DateTimeFormat = new Proxy(Intl.DateTimeFormat, {
      construct: () => {
        throw new Error('The rules of no zone are known');
      },
    });
  });

familyTest(
  'the clocks are the server’s, in any browser [PRC-23]',
  { tag: '@exhaustive' },
  async ({ page, stack }) => {
    const opensAt = instantOf(toInstant(addDays(today, 3), wallTimeSchema.parse('07:30'), timeZone));
    // One has a session today.
    const present = await addClass(stack, { today, startsIn: -14 });
    const coming = await addClass(stack, { today, startsIn: 20, opens_at: opensAt });
    await forgetZones(page);
    await page.goto(paths.browseClasses);
    await expect(cardOf(page, present)).toBeVisible();
    await expect(cardOf(page, coming).getByText(/^Opens [A-Z][a-z]{2}, 7:30 AM$/)).toBeVisible();
  },
);
