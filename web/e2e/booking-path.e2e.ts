import { localPaths } from '#infra/local/addresses';
import { addDays } from '#shared/domain/calendar';
import { formatLongDate } from '#shared/domain/format';
import { paths } from '#shared/paths';
import { atPath } from './testing/address.ts';
import { bookFor, bookingForm, expectConfirmation } from './testing/booking-form.ts';
import { businessToday } from './testing/business-day.ts';
import { addClass, cardOf, slotBox, slotOf } from './testing/classes.ts';
import { familyOfTwo } from './testing/families.ts';
import { expectNoSideScroll } from './testing/layout.ts';
import { logIn } from './testing/log-in.ts';
import { expect, test } from './testing/test.ts';
import { expectToast, toastOf } from './testing/toasts.ts';

test('a parent signs in, books a place, and finds it under My Bookings and in the mailbox [AUT-06, AUT-10, BOK-34, BOK-35, ERR-37, ERR-53, PRC-17, PRM-02, PRM-03]', async ({
  page,
  stack,
}) => {
  const cls = await addClass(stack);
  const { family } = await stack.createAccount(familyOfTwo());
  const { email } = family.profile;
  await page.goto(paths.home);

  await page.getByRole('link', { name: 'Log in' }).click();
  await logIn(page, email);
  await expect(page.getByRole('heading', { name: 'Welcome to Your Dashboard' })).toBeVisible();
  await expectToast(page, { title: 'Logged in successfully' });

  await page.getByRole('link', { name: 'Book A Class' }).click();
  await expect(cardOf(page, cls).getByText('$120.00')).toBeVisible();
  await slotBox(page, cls).getByRole('button', { name: 'Book Now' }).click();
  await expect(bookingForm(page).child).toBeVisible();
  await expect(page).toHaveURL(paths.bookClass(cls.id, slotOf(cls).id));
  await expect(bookingForm(page).total).toHaveText(/\$120\.00$/);
  await bookFor(page, 'Ben Parent');

  await expectConfirmation(page);
  await expect(page).toHaveURL(paths.bookingConfirmation);
  await expectToast(page, { title: 'Success', description: 'Booking confirmed successfully!' });

  await page.getByRole('link', { name: 'Dashboard' }).click();
  await page.getByRole('link', { name: 'Bookings', exact: true }).click();
  const booking = page.getByRole('article');
  await expect(booking.getByText('Ben Parent (age 7)')).toBeVisible();
  await expect(booking.getByText('Total cost: $120.00')).toBeVisible();

  const mails = async () => (await stack.mails()).filter(({ to }) => to.includes(email));
  await expect.poll(async () => (await mails()).length).toBe(1);
  await page.goto(localPaths.mailbox);
  await page.getByRole('link', { name: email }).click();
  const mail = page.frameLocator('iframe[title="Message"]');
  for (const fact of ['Ben Parent', cls.venue, '9:00 AM - 9:45 AM', '$120.00']) {
    await expect(mail.getByRole('cell', { name: fact, exact: true })).toBeVisible();
  }
});

test('the same on a phone of 375 px, by touch', async ({ newPage, stack }) => {
  const cls = await addClass(stack);
  const account = await stack.createAccount(familyOfTwo());
  const phone = { viewport: { width: 375, height: 667 }, isMobile: true, hasTouch: true };
  const page = await newPage({ ...phone });
  await page.goto(paths.home);

  await page.getByRole('button', { name: 'Open menu' }).tap();
  await page.getByRole('dialog').getByRole('link', { name: 'Log in' }).tap();
  await expect(page.getByLabel('Password')).toBeVisible();
  await expectNoSideScroll(page);
  await logIn(page, account.family.profile.email);
  await expectToast(page, { title: 'Logged in successfully' });
  await expectNoSideScroll(page);

  await page.getByRole('link', { name: 'Classes', exact: true }).tap();
  await slotBox(page, cls).getByRole('button', { name: 'Book' }).tap();
  const form = bookingForm(page);
  await form.trial.tap();
  await form.child.selectOption({ label: 'Ana Parent (age 9)' });
  await expectNoSideScroll(page);
  await expect(form.total).toHaveText(/\$20\.00$/);
  // The total and the button stay in sight at every confirmDialog.
  for (const confirmDialog of [form.fullProgram, form.child]) {
    await confirmDialog.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    for (const part of [form.total, form.confirm]) {
      const box = await part.boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(phone.viewport.height);
    }
  }
  await form.confirm.tap();

  await expectConfirmation(page);
  await expectNoSideScroll(page);
  await page.goto(paths.parentBookings);
  await expect(page.getByRole('article').getByText(formatLongDate(addDays(businessToday, 4)))).toBeVisible();
  await expectNoSideScroll(page);
});

test('the same by keyboard alone, in the order of reading, with every step announced', async ({
  page,
  stack,
}) => {
  const cls = await addClass(stack);
  const { family } = await stack.createAccount(familyOfTwo());
  await page.goto(paths.login);
  const { keyboard } = page;
  /** Presses Tab through the elements named, each in its turn. */
  const tabThrough = async (...elements: readonly string[]) => {
    for (const element of elements) {
      await keyboard.press('Tab');
      await expect(page.locator(':focus')).toMatchAriaSnapshot(`- ${element}`);
    }
  };
  const header = ['link "Ballerz"', 'link "Home"', 'link "Book A Class"', 'link "Contact"'];
  const signedInHeader = [...header, 'link "Dashboard"', 'button "Logout"'];

  await expect(page.getByLabel('Password')).toBeVisible();
  await tabThrough('link "Skip to content"', ...header, 'link "Log in"', 'link "Sign up"');
  await tabThrough('tab "Login" [selected]', 'textbox "Email"');
  await keyboard.type(family.profile.email);
  await tabThrough('textbox "Password"');
  await keyboard.type('football1');
  await keyboard.press('Enter');

  await expect(toastOf(page, { title: 'Logged in successfully' })).toBeVisible();
  await expect(page).toHaveTitle(/^Welcome to Your Dashboard/);
  await expect(page.locator(':focus')).toMatchAriaSnapshot('- main');
  await tabThrough('link "Dashboard"', 'link "Classes"');
  await keyboard.press('Enter');

  await expect(slotBox(page, cls)).toBeVisible();
  await expect(page).toHaveTitle(/^Available Classes/);
  await expect(page.locator(':focus')).toMatchAriaSnapshot('- main');
  await tabThrough('link "Dashboard"', 'link "Classes"', 'link "Bookings"', 'link "Profile"');
  await tabThrough('combobox "Program"', 'combobox "Day"', 'combobox "Sort by"', 'checkbox "Has places"');
  await tabThrough('button "Book"');
  await keyboard.press('Enter');

  const form = bookingForm(page);
  await expect(form.child).toBeVisible();
  await expect(page).toHaveTitle(/^Book your place/);
  await expect(page.locator(':focus')).toMatchAriaSnapshot('- main');
  await tabThrough('link "← Back to Classes"', 'radio "Full Program" [checked]');
  await keyboard.press('ArrowDown');
  await expect(page.locator(':focus')).toMatchAriaSnapshot('- radio "Trial Session" [checked]');
  await expect(form.total).toHaveAttribute('aria-live', 'polite');
  await expect(form.total).toHaveText(/\$20\.00$/);
  await tabThrough('combobox "Child"');
  await keyboard.type('Ben');
  const medicalNote = page.locator('[aria-live=polite]').filter({ hasText: 'Asthma: carries an inhaler' });
  await expect(medicalNote).toBeVisible();
  await tabThrough('button "Confirm Booking"');
  await keyboard.press('Enter');

  await expectConfirmation(page);
  await expect(
    toastOf(page, { title: 'Success', description: 'Booking confirmed successfully!' }),
  ).toBeVisible();
  await expect(page.getByRole('region', { name: /^Notifications/ })).toHaveAttribute('aria-live', 'polite');
  await expect(page).toHaveTitle(/^Booking Confirmed!/);
  await expect(page.locator(':focus')).toMatchAriaSnapshot('- main');
  await tabThrough('link "Browse More Classes"', 'link "Return Home"');

  await page.goto(paths.parentBookings);
  await expect(page.getByRole('article').getByText('Ben Parent (age 7)')).toBeVisible();
  await tabThrough('link "Skip to content"', ...signedInHeader);
});

test('the link of a slot leads a signed-out parent by the login back to that slot [BOK-02]', async ({
  page,
  stack,
}) => {
  const cls = await addClass(stack, { slots: [{ capacity: 5 }, { capacity: 6 }] });
  const { family } = await stack.createAccount();
  const slot = paths.bookClass(cls.id, slotOf(cls, 1).id);
  await page.goto(slot);
  await expect(page.getByLabel('Password')).toBeVisible();
  await expect(page).toHaveURL(atPath(paths.auth));
  await logIn(page, family.profile.email);
  await expect(page.getByText('10:00 AM - 10:45 AM')).toBeVisible();
  await expect(page).toHaveURL(slot);
});
