import type { Page } from '@playwright/test';
import { addClass, bookByApi, cardOf, storedBookings } from '#infra/testing/browser/classes';
import { expectToast } from '#infra/testing/browser/page';
import { cancellationPolicy } from '#shared/booking/endings';
import { paths } from '#shared/paths';
import { expectNoAxeInThemes } from './testing/accessibility.ts';
import { expect, familyTest as test } from './testing/test.ts';

const dialog = (page: Page) => page.getByRole('alertdialog', { name: 'Cancel this booking?' });
const past = (page: Page) => page.getByRole('region', { name: 'Past and cancelled' });
const upcoming = (page: Page) => page.getByRole('region', { name: 'Upcoming' });

test('a cancellation says the money [END-03, END-04, END-06]', async ({ page, stack, parent }) => {
  const cls = await addClass(stack, { startsIn: 4 });
  await bookByApi(stack, parent, cls);
  await page.goto(paths.parentBookings);
  await upcoming(page).getByRole('button', { name: 'Cancel booking' }).click();
  await expect(dialog(page)).toContainText(
    /Ana Parent gives up the place in Juniorballerz\. \$180\.00 \(all of it\) is credited to you\. It is free of charge until .+ 9 sessions are to come, the first on .+\./,
  );
  await expect(dialog(page)).toContainText('choose “Change time or class” instead');
  await expect(dialog(page)).toContainText(cancellationPolicy(false));
  await expect(dialog(page)).toContainText('There is no 14-day right to cancel');
  await dialog(page).getByRole('button', { name: 'Keep booking' }).click();
  await expect(dialog(page)).toBeHidden();
  await upcoming(page).getByRole('button', { name: 'Cancel booking' }).click();
  await dialog(page).getByRole('button', { name: 'Cancel booking' }).click();
  await expectToast(page, { title: 'Your booking is cancelled' });
  await expect(past(page)).toContainText('You cancelled this booking');
  await expect(past(page)).toContainText('Credited: $180.00');
  await expect(page.getByText('No bookings yet. Browse classes to book your first session.')).toBeVisible();
  expect(await storedBookings(stack, parent, cls)).toEqual([]);
  await page.goto(paths.parentClasses);
  await expect(cardOf(page, cls).getByText('10 spots remaining')).toBeVisible();
});

test('a late cancellation is decided by an administrator with one press [END-07]', {
  tag: '@exhaustive',
}, async ({ page, newPage, stack, parent, admin }) => {
  await bookByApi(stack, parent, await addClass(stack, { startsIn: 1 }));
  await page.goto(paths.parentBookings);
  await upcoming(page).getByRole('button', { name: 'Cancel booking' }).click();
  await expect(dialog(page)).toContainText('Nothing is credited automatically: the school decides.');
  await dialog(page).getByRole('button', { name: 'Cancel booking' }).click();
  await expect(past(page)).toContainText('Cancelled late: the school decides about a credit');

  const office = await newPage({ as: admin });
  await office.goto(paths.admin);
  const late = office
    .getByRole('region', { name: 'To Do' })
    .getByRole('listitem')
    .filter({ hasText: 'cancelled late' });
  await expect(late).toContainText('Ana Parent');
  await expectNoAxeInThemes(office, 'late cancellations');
  await late.getByRole('button', { name: 'Credit $180.00' }).click();
  await expectToast(office, { title: '$180.00 credited' });
  await expect(late).toHaveCount(0);
  await page.reload();
  await expect(past(page)).toContainText('Credited: $180.00');
});
