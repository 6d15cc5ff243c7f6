import { expect } from 'vitest';
import { addDays, toCalendarDate } from '#shared/domain/calendar';
import { everyWeekday, formatDate, formatLongDate } from '#shared/domain/format';
import { paths } from '#shared/paths';
import { bookFor, bookingForm, confirmedFact, seeConfirmation } from './testing/booking-form.ts';
import { addClass, cardOf, slotBox } from './testing/classes.ts';
import { familyOfTwo } from './testing/families.ts';
import { siteTest } from './testing/site-test.ts';
import { soon } from './testing/soon.ts';

/** The first zone to have a new day; a day and an hour ahead of the last one, so their dates always differ. */
const timeZone = 'Pacific/Kiritimati';
const lastZone = 'Pacific/Pago_Pago';
const it = siteTest.override('stackOptions', { scope: 'file' }, { timeZone });

const today = toCalendarDate(new Date(), timeZone);

it.for([lastZone, 'America/Los_Angeles', 'Europe/London', 'Pacific/Auckland'])(
  'a browser in %s shows the dates and the price of where the business is [PRC-23]',
  async (timezoneId, { open, stack }) => {
    // Six weeks are left; the day before it was the first day of the seventh last one.
    const cls = await addClass(stack, { today, startsIn: -15 });
    const account = await stack.createAccount(familyOfTwo());
    const page = await open({ as: account, path: paths.browseClasses, timezoneId });
    const card = cardOf(page, cls);
    for (const text of [
      everyWeekday(addDays(today, -15)),
      `${formatDate(addDays(today, -15))} - ${formatDate(addDays(today, 41))}`,
      '6 weeks remaining',
      '$120.00',
    ]) {
      await card.getByText(text, { exact: true }).waitFor();
    }
    await slotBox(page, cls).getByText('9:00 AM - 9:45 AM').waitFor();
    await slotBox(page, cls).getByRole('button', { name: 'Book Now' }).click();
    const trialDate = formatLongDate(addDays(today, 6));
    await page.getByText(`$20.00 · One session${trialDate}`, { exact: true }).waitFor();
    await bookFor(page, 'Ana Parent');
    await seeConfirmation(page);
    expect(await confirmedFact(page, 'Total cost').textContent()).toBe('$120.00');

    await page.goBack();
    await slotBox(page, cls).getByRole('button', { name: 'Book Now' }).click();
    await bookingForm(page).trial.check();
    await bookFor(page, 'Ben Parent');
    await soon(() => confirmedFact(page, 'Trial date').textContent()).toBe(trialDate);

    await page.goto(paths.parentBookings);
    await page
      .getByText(`Booked on ${formatDate(today)}`, { exact: true })
      .first()
      .waitFor();
    expect(await page.getByText(`Booked on ${formatDate(today)}`, { exact: true }).count()).toBe(2);
    await page.getByText(trialDate, { exact: true }).waitFor();
  },
);
