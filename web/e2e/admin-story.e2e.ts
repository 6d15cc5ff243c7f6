import { sampleFamily } from '#infra/testing/samples/samples';
import { addDays } from '#shared/domain/calendar';
import { paths } from '#shared/paths';
import {
  confirmDialog,
  downloadFile,
  fillClass,
  fillSlot,
  openEdit,
  openNewClass,
  rowOf,
} from './testing/admin-screens.ts';
import { bookFor, expectConfirmation } from './testing/booking-form.ts';
import { businessToday } from './testing/business-day.ts';
import { expectNoSideScroll } from './testing/layout.ts';
import { expect, test } from './testing/test.ts';
import { expectToast } from './testing/toasts.ts';

const phone = { viewport: { width: 375, height: 667 }, isMobile: true, hasTouch: true };

for (const [device, options] of [
  ['on a laptop', {}],
  ['on a phone of 375 px', phone],
] as const) {
  test(`${device}: an administrator creates a class, sees it live, opens its roster, corrects an age, frees a place, changes a capacity, makes a colleague an admin, deletes a parent and the class [PRM-06, PRM-07, PRM-08, PRM-09, PRM-10, PRM-11, ADM-54, ERR-43, ERR-44, ERR-45, ERR-46, ERR-47, ERR-48]`, async ({
    newPage,
    admin,
    parent,
    stack,
  }) => {
    // Twenty screens in one test.
    test.slow();
    const venue = 'Season Park';
    const leaving = await stack.createAccount(
      sampleFamily({ now: new Date(), children: [{ name: 'Leaving Child' }] }),
    );
    const colleague = await stack.createAccount(sampleFamily({ now: new Date(), children: [] }));
    const page = await newPage({ as: admin, ...options });
    const noSideScroll = async () => await expectNoSideScroll(page);
    const goTo = async (path: string, title: string) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
      await noSideScroll();
    };

    const form = await openNewClass(page);
    await fillClass(form, {
      class_type: 'juniorballerz',
      venue,
      coach_name: 'Sam Season',
      weekly_rate: '20',
      start_date: addDays(businessToday, 2),
    });
    await fillSlot(form.slot(1), ['09:00', '10:00', '1']);
    for (const [place, slot] of [
      [2, ['10:00', '11:00', '8']],
      [3, ['11:00', '12:00', '8']],
    ] as const) {
      await form.addSlot.click();
      await fillSlot(form.slot(place), slot);
    }
    await noSideScroll();
    await form.save.click();
    await expectToast(page, { title: 'Class created successfully' });
    const card = page.getByRole('article').filter({ hasText: venue });
    await expect(card).toBeVisible();

    for (const [account, child] of [
      [parent, 'Ana Parent'],
      [leaving, 'Leaving Child'],
    ] as const) {
      const family = await newPage({ as: account });
      await family.goto(paths.bookCamp);
      const slot = family
        .getByRole('article')
        .filter({ hasText: venue })
        .getByRole('listitem')
        .nth(account === parent ? 0 : 1);
      await slot.getByRole('button', { name: 'Book Now' }).click();
      await bookFor(family, child);
      await expectConfirmation(family);
    }

    await goTo(paths.adminBookings, 'Manage Bookings');
    await page.getByRole('searchbox').fill(venue);
    await expect(page.getByText('2 bookings', { exact: true })).toBeVisible();
    const { text } = await downloadFile(page, page.getByRole('button', { name: 'Export CSV' }));
    expect(text).toContain(`${venue},09:00-10:00,Full,,Ana Parent,9,`);
    await rowOf(page, 'Ana Parent').getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('dialog').getByLabel('Child Age').fill('10');
    await page.getByRole('dialog').getByRole('button', { name: 'Save Changes' }).click();
    await expectToast(page, { title: 'Booking updated successfully' });

    await page.goto(paths.adminClasses);
    await card.getByRole('link', { name: 'View Details' }).click();
    await expect(rowOf(page, 'Ana Parent').getByText('10', { exact: true })).toBeVisible();
    await expect(
      page.getByRole('link', { name: '9:00 AM - 10:00 AM' }).getByText('Full', { exact: true }),
    ).toBeVisible();
    await noSideScroll();

    await goTo(paths.adminBookings, 'Manage Bookings');
    await page.getByRole('searchbox').fill(venue);
    await expect(page.getByText('2 bookings', { exact: true })).toBeVisible();
    await rowOf(page, 'Ana Parent').getByRole('button', { name: 'Delete' }).click();
    await confirmDialog(page).getByRole('button', { name: 'Delete Booking' }).click();
    await expectToast(page, { title: 'Booking deleted successfully' });
    await expect(page.getByText('1 booking', { exact: true })).toBeVisible();

    await goTo(paths.adminClasses, 'Manage Classes');
    const edit = await openEdit(page, card);
    await edit.slot(1).capacity.fill('4');
    await edit.save.click();
    await expectToast(page, { title: 'Class updated successfully' });
    const visitor = await newPage();
    await visitor.goto(paths.bookCamp);
    await expect(
      visitor.getByRole('article').filter({ hasText: venue }).getByText('4 spots remaining', { exact: true }),
    ).toBeVisible();

    await goTo(paths.adminAdmins, 'Manage Admins');
    await page
      .getByRole('form', { name: 'Add an admin' })
      .getByLabel('Email')
      .fill(colleague.family.profile.email);
    await page.getByRole('button', { name: 'Grant Admin Role' }).click();
    await expectToast(page, { title: 'Admin role granted' });
    await expect(rowOf(page, colleague.family.profile.email)).toBeVisible();

    await goTo(paths.adminUsers, 'Manage Parents');
    await page.getByRole('searchbox').fill(leaving.family.profile.email);
    await expect(page.getByText('1 parent', { exact: true })).toBeVisible();
    await rowOf(page, leaving.family.profile.email).getByRole('link', { name: 'View Details' }).click();
    await expect(page.getByRole('heading', { name: 'Booking History' })).toBeVisible();
    await noSideScroll();
    await page.getByRole('button', { name: 'Delete Account' }).click();
    await confirmDialog(page).getByRole('button', { name: 'Delete Account' }).click();
    await expectToast(page, { title: 'Parent account deleted successfully' });

    await goTo(paths.adminClasses, 'Manage Classes');
    await card.getByRole('button', { name: 'Delete' }).click();
    await expect(confirmDialog(page).getByText('Nobody has booked it.', { exact: true })).toBeVisible();
    await confirmDialog(page).getByRole('button', { name: 'Delete Class' }).click();
    await expectToast(page, { title: 'Class deleted successfully' });
    await expect(card).toHaveCount(0);

    await goTo(paths.adminActivity, 'Activity Log');
    const log = page.locator('tbody').getByRole('rowheader');
    await expect(log.first()).toBeVisible();
    const newest = [
      'Deleted a class',
      'Deleted a parent account',
      'Granted the admin role',
      /^Changed a class: time slots/,
      'Deleted a booking',
      'Corrected a booking: child age',
      'Created a class',
    ];
    for (const [at, text] of newest.entries()) await expect(log.nth(at)).toHaveText(text);
  });
}
