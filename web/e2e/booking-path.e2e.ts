import { expect } from 'vitest';
import { localPaths } from '#infra/local/addresses';
import { addDays } from '#shared/domain/calendar';
import { formatLongDate } from '#shared/domain/format';
import { paths } from '#shared/paths';
import { bookFor, bookingForm, seeConfirmation } from './testing/booking-form.ts';
import { businessToday } from './testing/business-day.ts';
import { addClass, cardOf, slotBox, slotOf } from './testing/classes.ts';
import { familyOfTwo } from './testing/families.ts';
import { fitsTheWidth, focusOf, pathOf } from './testing/page-state.ts';
import { logIn } from './testing/sessions.ts';
import { siteTest as it } from './testing/site-test.ts';
import { soon } from './testing/soon.ts';
import { seeToast, toastOf } from './testing/toasts.ts';

it('a parent signs in, books a place, and finds it under My Bookings and in the mailbox [AUT-06, AUT-10, BOK-34, BOK-35, ERR-37, ERR-53, PRC-17, PRM-02, PRM-03]', async ({
  visit,
  stack,
}) => {
  const cls = await addClass(stack);
  const { family } = await stack.createAccount(familyOfTwo());
  const { email } = family.profile;
  const page = await visit({ path: paths.home });

  await page.getByRole('link', { name: 'Log in' }).click();
  await logIn(page, email);
  await page.getByRole('heading', { name: 'Welcome to Your Dashboard' }).waitFor();
  await seeToast(page, { title: 'Logged in successfully' });

  await page.getByRole('link', { name: 'Book A Class' }).click();
  await cardOf(page, cls).getByText('$120.00').waitFor();
  await slotBox(page, cls).getByRole('button', { name: 'Book Now' }).click();
  await bookingForm(page).child.waitFor();
  expect(pathOf(page)).toBe(paths.bookClass(cls.id, slotOf(cls).id));
  expect(await bookingForm(page).total.textContent()).toMatch(/\$120\.00$/);
  await bookFor(page, 'Ben Parent');

  await seeConfirmation(page);
  expect(pathOf(page)).toBe(paths.bookingConfirmation);
  await seeToast(page, { title: 'Success', description: 'Booking confirmed successfully!' });

  await page.getByRole('link', { name: 'Dashboard' }).click();
  await page.getByRole('link', { name: 'Bookings', exact: true }).click();
  const booking = page.getByRole('article');
  await booking.getByText('Ben Parent (age 7)').waitFor();
  await booking.getByText('Total cost: $120.00').waitFor();

  const mails = async () => (await stack.mails()).filter(({ to }) => to.includes(email));
  await soon(async () => (await mails()).length).toBe(1);
  await page.goto(localPaths.mailbox);
  await page.getByRole('link', { name: email }).click();
  const mail = page.frameLocator('iframe[title="Message"]');
  for (const fact of ['Ben Parent', cls.venue, '9:00 AM - 9:45 AM', '$120.00']) {
    await mail.getByRole('cell', { name: fact, exact: true }).waitFor();
  }
});

it('the same on a phone of 375 px, by touch', async ({ open, stack }) => {
  const cls = await addClass(stack);
  const account = await stack.createAccount(familyOfTwo());
  const phone = { viewport: { width: 375, height: 667 }, isMobile: true, hasTouch: true };
  const page = await open({ path: paths.home, ...phone });

  await page.getByRole('button', { name: 'Open menu' }).tap();
  await page.getByRole('dialog').getByRole('link', { name: 'Log in' }).tap();
  await page.getByLabel('Password').waitFor();
  expect(await fitsTheWidth(page)).toBe(true);
  await logIn(page, account.family.profile.email);
  await seeToast(page, { title: 'Logged in successfully' });
  expect(await fitsTheWidth(page)).toBe(true);

  await page.getByRole('link', { name: 'Classes', exact: true }).tap();
  await slotBox(page, cls).getByRole('button', { name: 'Book' }).tap();
  const form = bookingForm(page);
  await form.trial.tap();
  await form.child.selectOption({ label: 'Ana Parent (age 9)' });
  expect(await fitsTheWidth(page)).toBe(true);
  expect(await form.total.textContent()).toMatch(/\$20\.00$/);
  // The total and the button stay in sight at every question.
  for (const question of [form.fullProgram, form.child]) {
    await question.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    for (const part of [form.total, form.confirm]) {
      const box = await part.boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(phone.viewport.height);
    }
  }
  await form.confirm.tap();

  await seeConfirmation(page);
  expect(await fitsTheWidth(page)).toBe(true);
  await page.goto(paths.parentBookings);
  await page
    .getByRole('article')
    .getByText(formatLongDate(addDays(businessToday, 4)))
    .waitFor();
  expect(await fitsTheWidth(page)).toBe(true);
});

it('the same by keyboard alone, in the order of reading, with every step announced', async ({
  visit,
  stack,
}) => {
  const cls = await addClass(stack);
  const { family } = await stack.createAccount(familyOfTwo());
  const page = await visit({ path: paths.login });
  const { keyboard } = page;
  /** Presses Tab through the elements named, each in its turn. */
  const tabThrough = async (...elements: readonly string[]) => {
    for (const element of elements) {
      await keyboard.press('Tab');
      expect(await focusOf(page)).toBe(element);
    }
  };
  const header = ['link "Ballerz"', 'link "Home"', 'link "Book A Class"', 'link "Contact"'];
  const signedInHeader = [...header, 'link "Dashboard"', 'button "Logout"'];

  await page.getByLabel('Password').waitFor();
  await tabThrough('link "Skip to content"', ...header, 'link "Log in"', 'link "Sign up"');
  await tabThrough('tab "Login" [selected]', 'textbox "Email"');
  await keyboard.type(family.profile.email);
  await tabThrough('textbox "Password"');
  await keyboard.type('football1');
  await keyboard.press('Enter');

  await toastOf(page, { title: 'Logged in successfully' }).waitFor();
  await soon(() => page.title()).toMatch(/^Welcome to Your Dashboard/);
  expect(await focusOf(page)).toMatch(/^main/);
  await tabThrough('link "Dashboard"', 'link "Classes"');
  await keyboard.press('Enter');

  await slotBox(page, cls).waitFor();
  await soon(() => page.title()).toMatch(/^Available Classes/);
  expect(await focusOf(page)).toMatch(/^main/);
  await tabThrough('link "Dashboard"', 'link "Classes"', 'link "Bookings"', 'link "Profile"');
  await tabThrough('combobox "Program"', 'combobox "Day"', 'combobox "Sort by"', 'checkbox "Has places"');
  await tabThrough('button "Book"');
  await keyboard.press('Enter');

  const form = bookingForm(page);
  await form.child.waitFor();
  await soon(() => page.title()).toMatch(/^Book your place/);
  expect(await focusOf(page)).toMatch(/^main/);
  await tabThrough('link "← Back to Classes"', 'radio "Full Program" [checked]');
  await keyboard.press('ArrowDown');
  expect(await focusOf(page)).toBe('radio "Trial Session" [checked]');
  expect(await form.total.getAttribute('aria-live')).toBe('polite');
  expect(await form.total.textContent()).toMatch(/\$20\.00$/);
  await tabThrough('combobox "Child"');
  await keyboard.type('Ben');
  const medicalNote = page.locator('[aria-live=polite]').filter({ hasText: 'Asthma: carries an inhaler' });
  await medicalNote.waitFor();
  await tabThrough('button "Confirm Booking"');
  await keyboard.press('Enter');

  await seeConfirmation(page);
  await toastOf(page, { title: 'Success', description: 'Booking confirmed successfully!' }).waitFor();
  expect(await page.getByRole('region', { name: /^Notifications/ }).getAttribute('aria-live')).toBe('polite');
  await soon(() => page.title()).toMatch(/^Booking Confirmed!/);
  expect(await focusOf(page)).toMatch(/^main/);
  await tabThrough('link "Browse More Classes"', 'link "Return Home"');

  await page.goto(paths.parentBookings);
  await page.getByRole('article').getByText('Ben Parent (age 7)').waitFor();
  await tabThrough('link "Skip to content"', ...signedInHeader);
});

it('the link of a slot leads a signed-out parent by the login back to that slot [BOK-02]', async ({
  visit,
  stack,
}) => {
  const cls = await addClass(stack, { slots: [{ capacity: 5 }, { capacity: 6 }] });
  const { family } = await stack.createAccount();
  const slot = paths.bookClass(cls.id, slotOf(cls, 1).id);
  const page = await visit({ path: slot });
  await page.getByLabel('Password').waitFor();
  expect(pathOf(page)).toBe(paths.auth);
  await logIn(page, family.profile.email);
  await page.getByText('10:00 AM - 10:45 AM').waitFor();
  expect(pathOf(page)).toBe(slot);
});
