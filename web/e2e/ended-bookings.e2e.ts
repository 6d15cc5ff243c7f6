import type { Page } from '@playwright/test';
import { bornYearsAgo } from '#infra/testing/browser/business-day';
import { addClass, bookByApi, cardOf, storedBookings } from '#infra/testing/browser/classes';
import { expectToast, httpError } from '#infra/testing/browser/page';
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

test('a child is edited; one with sessions to come is not removed, and its bookings are named [KID-01, KID-02, KID-03]', {
  tag: '@exhaustive',
}, async ({ page, expectProblems, stack, parent }) => {
  expectProblems(httpError(409));
  await bookByApi(stack, parent, await addClass(stack));
  await page.goto(paths.parentProfile);
  await page.getByRole('button', { name: 'Edit Ana Parent' }).click();
  const form = page.getByRole('dialog', { name: 'Edit Ana Parent' });
  await form.getByLabel('Child Name').fill('Ben Parent');
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(form.getByText('You already have a child called Ben Parent', { exact: true })).toBeVisible();
  await form.getByLabel('Child Name').fill('Anna Parent');
  await form.getByRole('checkbox', { name: 'Nothing to know' }).uncheck();
  await form.getByLabel('Medical Conditions').fill('Bees');
  await form.getByLabel('Date of Birth').fill(bornYearsAgo(8));
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(page, { title: 'Changes saved' });
  await expect(page.getByText('Health: Bees')).toBeVisible();
  await expect(page.getByText('Anna Parent (age 8)')).toBeVisible();
  await page.getByRole('button', { name: 'Remove Anna Parent' }).click();
  const question = page.getByRole('alertdialog', { name: 'Remove Anna Parent?' });
  await expect(question).toContainText('Cancel Anna Parent’s 1 booking first.');
  await question.getByRole('link').click();
  await expect(upcoming(page)).toContainText('Anna Parent (age 9)');
});
