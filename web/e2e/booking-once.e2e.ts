import { expect } from 'vitest';
import { routes } from '#shared/contract/routes';
import { placesLeft } from '#shared/domain/capacity';
import { paths } from '#shared/paths';
import type { FootballClass } from '#shared/schemas/class';
import { bookFor, bookingForm, seeConfirmation } from './testing/booking-form.ts';
import { storedBookings } from './testing/bookings.ts';
import { atFirst, holdCalls, interceptCalls, loseAnswer } from './testing/calls.ts';
import { addClass, cardOf, slotBox, slotOf } from './testing/classes.ts';
import { pathOf } from './testing/page-state.ts';
import { answered, noAnswer } from './testing/problem-guard.ts';
import { siteTest as it } from './testing/site-test.ts';
import { errorToast, seeToast } from './testing/toasts.ts';

const bookingPath = (cls: FootballClass) => paths.bookClass(cls.id, slotOf(cls).id);

it('an answer lost on the way: pressed again, it is the same booking', async ({ visit, stack, parent }) => {
  const cls = await addClass(stack);
  const page = await visit({ as: parent, path: bookingPath(cls), expects: [noAnswer] });
  const calls = await interceptCalls(page, 'bookSlot', atFirst(1, loseAnswer));
  await bookFor(page, 'Ana Parent');
  await page.getByRole('alert').filter({ hasText: 'the place is never booked twice' }).waitFor();
  await seeToast(page, errorToast('Failed to create booking'));
  expect(await storedBookings(stack, parent, cls)).toHaveLength(1);
  await bookingForm(page).confirm.click();
  await seeConfirmation(page);
  expect(calls.count()).toBe(2);
  expect(await storedBookings(stack, parent, cls)).toHaveLength(1);
  const { body } = await stack.call({ route: 'getClass', params: { classId: cls.id } });
  expect(routes.getClass.response.parse(body).time_slots.map(placesLeft)).toEqual([9]);
});

it('no network: it says so, keeps the choice, and books when the network is back', async ({
  open,
  stack,
  parent,
}) => {
  const cls = await addClass(stack);
  const page = await open({
    as: parent,
    path: bookingPath(cls),
    expects: [noAnswer, /could not be loaded yet/],
  });
  await bookingForm(page).child.waitFor();
  // Nothing has been pressed so far, so what shows toasts is not loaded either.
  await page.context().setOffline(true);
  await bookFor(page, 'Ben Parent');
  await page
    .getByRole('alert')
    .filter({ hasText: 'The connection was lost before an answer came.' })
    .waitFor();
  await page.context().setOffline(false);
  await seeToast(page, errorToast('Failed to create booking'));
  expect(await bookingForm(page).child.locator('option:checked').textContent()).toMatch(/^Ben Parent/);
  await bookingForm(page).confirm.click();
  await seeConfirmation(page);
  expect(await storedBookings(stack, parent, cls)).toMatchObject([{ child_name: 'Ben Parent' }]);
});

it('a double click is one booking', async ({ visit, stack, parent }) => {
  const cls = await addClass(stack);
  const page = await visit({ as: parent, path: bookingPath(cls) });
  const calls = await interceptCalls(page, 'bookSlot', (call) => call.continue());
  const { child, confirm } = bookingForm(page);
  await child.selectOption({ label: 'Ana Parent (age 9)' });
  await confirm.dblclick();
  await seeConfirmation(page);
  expect(calls.count()).toBe(1);
  expect(await storedBookings(stack, parent, cls)).toHaveLength(1);
});

it('two presses in the same instant, before the page can answer, are one booking', async ({
  visit,
  stack,
  parent,
}) => {
  const cls = await addClass(stack);
  const page = await visit({ as: parent, path: bookingPath(cls) });
  const { child, confirm } = bookingForm(page);
  await child.selectOption({ label: 'Ana Parent (age 9)' });
  await confirm.evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await seeConfirmation(page);
  expect(await storedBookings(stack, parent, cls)).toHaveLength(1);
});

it('while it is sent, the button says so and takes no press [BOK-21]', async ({ visit, stack, parent }) => {
  const cls = await addClass(stack);
  const page = await visit({ as: parent, path: bookingPath(cls) });
  const calls = await holdCalls(page, 'bookSlot');
  await bookFor(page, 'Ana Parent');
  const processing = page.getByRole('button', { name: 'Processing...', exact: true });
  await processing.waitFor();
  expect(await processing.isDisabled()).toBe(true);
  expect(await bookingForm(page).confirm.count()).toBe(0);
  calls.letGo();
  await seeConfirmation(page);
});

it('the way back from the confirmation skips the form, and a reload books nothing', async ({
  visit,
  stack,
  parent,
}) => {
  const cls = await addClass(stack);
  const page = await visit({ as: parent, path: paths.browseClasses });
  await slotBox(page, cls).getByRole('button', { name: 'Book Now' }).click();
  await bookFor(page, 'Ana Parent');
  await seeConfirmation(page);
  await page.reload();
  await seeConfirmation(page);
  await page.goBack();
  await cardOf(page, cls).waitFor();
  expect(pathOf(page)).toBe(paths.browseClasses);
  await page.goForward();
  await seeConfirmation(page);
  expect(await storedBookings(stack, parent, cls)).toHaveLength(1);
});

it('a reload before the answer: the booking is there, and another try says so [BOK-29]', async ({
  visit,
  stack,
  parent,
}) => {
  const cls = await addClass(stack);
  const page = await visit({ as: parent, path: bookingPath(cls), expects: [answered(409)] });
  const { promise: stored, resolve } = Promise.withResolvers<void>();
  await interceptCalls(page, 'bookSlot', async (call, number) => {
    if (number > 1) return call.continue();
    await call.fetch();
    resolve();
  });
  await bookFor(page, 'Ana Parent');
  await stored;
  await page.reload();
  await bookFor(page, 'Ana Parent');
  await seeToast(page, errorToast('Ana Parent is already booked for this time slot'));
  expect(await storedBookings(stack, parent, cls)).toHaveLength(1);
});

it('every list shows a booking at once, without a reload of the page', async ({ visit, stack, parent }) => {
  const cls = await addClass(stack);
  const page = await visit({ as: parent, path: paths.parentBookings });
  await page.getByRole('heading', { name: 'My Bookings' }).waitFor();
  await page.getByRole('link', { name: 'Classes', exact: true }).click();
  await slotBox(page, cls).getByText('10 spots remaining').waitFor();
  await slotBox(page, cls).getByRole('button', { name: 'Book' }).click();
  await bookFor(page, 'Ana Parent');
  await page.getByRole('link', { name: 'Browse More Classes' }).click();
  await slotBox(page, cls).getByText('9 spots remaining').waitFor();
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await page.getByRole('link', { name: 'Bookings', exact: true }).click();
  await cardOf(page, cls).getByText('Ana Parent (age 9)').waitFor();
});
