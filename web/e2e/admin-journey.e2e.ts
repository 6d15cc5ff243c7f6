import {
  confirmDialog,
  downloadFile,
  fillClass,
  fillSlot,
  openEdit,
  openNewClass,
  rowOf,
} from '#infra/testing/browser/admin-screens';
import { businessToday } from '#infra/testing/browser/business-day';
import { bookFor, expectConfirmation } from '#infra/testing/browser/forms';
import { expectNoSideScroll, expectToast } from '#infra/testing/browser/page';
import { halfOf, repeatedTag } from '#infra/testing/runner/slowness';
import { sampleFamily } from '#infra/testing/samples/samples';
import { addDays } from '#shared/lib/calendar';
import { paths } from '#shared/paths';
import { phone } from './testing/browser.ts';
import { expect, test } from './testing/test.ts';

const venue = 'Season Park';

const devices = [
  ['a laptop', {}],
  ['a phone', phone],
] as const;

for (const [device, options] of halfOf(devices)) {
  test.describe(`on ${device}`, () => {
    test.use(options);

    test('an administrator creates a class, corrects and deletes bookings, edits the class, makes an admin, deletes a parent and the class [PRM-06, PRM-09, ADM-54]', {
      tag: ['@exhaustive', repeatedTag],
    }, async ({ page, signIn, newPage, admin, parent, stack }) => {
      const leaving = await stack.createAccount(
        sampleFamily({ now: new Date(), children: [{ name: 'Leaving Child' }] }),
      );
      const colleague = await stack.createAccount(sampleFamily({ now: new Date(), children: [] }));
      await signIn(admin);
      const visitor = await newPage();
      const card = page.getByRole('article').filter({ hasText: venue });
      /** A row of a list with all of its fields, which a phone shows after a tap. */
      const wholeRow = async (text: string) => {
        const row = rowOf(page, text);
        if (options === phone) await row.getByRole('button', { name: /^Details of / }).tap();
        return row;
      };
      const openPage = async (path: string, title: string) => {
        await page.goto(path);
        await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
        await expectNoSideScroll(page, path);
      };

      await test.step('create a class with three slots', async () => {
        const form = await openNewClass(page);
        await fillClass(form, {
          class_type: 'juniorballerz',
          venue,
          coach_name: 'Sam Season',
          weekly_rate: '20',
          start_date: addDays(businessToday, 2),
        });
        await fillSlot(form.slot(1), ['09:00', '10:00', '1']);
        for (const [number, slot] of [
          [2, ['10:00', '11:00', '8']],
          [3, ['11:00', '12:00', '8']],
        ] as const) {
          await form.addSlot.click();
          await fillSlot(form.slot(number), slot);
        }
        await expectNoSideScroll(page, 'the class form');
        await form.save.click();
        await expectToast(page, { title: 'Class created successfully' });
        await expect(card).toBeVisible();
      });

      await test.step('two families book', async () => {
        for (const [at, account, child] of [
          [0, parent, 'Ana Parent'],
          [1, leaving, 'Leaving Child'],
        ] as const) {
          const family = await newPage({ as: account });
          await family.goto(paths.bookCamp);
          const slot = family.getByRole('article').filter({ hasText: venue }).getByRole('listitem').nth(at);
          await slot.getByRole('button', { name: 'Book Now' }).click();
          await bookFor(family, child);
          await expectConfirmation(family);
        }
      });

      await test.step('export the bookings and correct an age', async () => {
        await openPage(paths.adminBookings, 'Manage Bookings');
        await page.getByRole('searchbox').fill(venue);
        await expect(page.getByText('2 bookings', { exact: true })).toBeVisible();
        const { text } = await downloadFile(page, page.getByRole('button', { name: 'Export CSV' }));
        expect(text).toContain(`${venue},09:00-10:00,Full,,Ana Parent,9,`);
        await (await wholeRow('Ana Parent')).getByRole('button', { name: 'Edit' }).click();
        await page.getByRole('dialog').getByLabel('Child Age').fill('10');
        await page.getByRole('dialog').getByRole('button', { name: 'Save Changes' }).click();
        await expectToast(page, { title: 'Booking updated successfully' });
      });

      await test.step('see the correction on the roster', async () => {
        await page.goto(paths.adminClasses);
        await card.getByRole('link', { name: 'View Details' }).click();
        await expect((await wholeRow('Ana Parent')).getByText('10', { exact: true })).toBeVisible();
        const slot = page.getByRole('link', { name: '9:00 AM - 10:00 AM' });
        await expect(slot.getByText('Full', { exact: true })).toBeVisible();
        await expectNoSideScroll(page, 'the roster');
      });

      await test.step('delete a booking', async () => {
        await openPage(paths.adminBookings, 'Manage Bookings');
        await page.getByRole('searchbox').fill(venue);
        await expect(page.getByText('2 bookings', { exact: true })).toBeVisible();
        await (await wholeRow('Ana Parent')).getByRole('button', { name: 'Delete' }).click();
        await confirmDialog(page).getByRole('button', { name: 'Delete Booking' }).click();
        await expectToast(page, { title: 'Booking deleted successfully' });
        await expect(page.getByText('1 booking', { exact: true })).toBeVisible();
      });

      await test.step('change a capacity, which visitors see', async () => {
        await openPage(paths.adminClasses, 'Manage Classes');
        const form = await openEdit(page, card);
        await form.slot(1).capacity.fill('4');
        await form.save.click();
        await expectToast(page, { title: 'Class updated successfully' });
        await visitor.goto(paths.bookCamp);
        const listed = visitor.getByRole('article').filter({ hasText: venue });
        await expect(listed.getByText('4 spots remaining', { exact: true })).toBeVisible();
      });

      await test.step('make a colleague an admin', async () => {
        const { email } = colleague.family.profile;
        await openPage(paths.adminAdmins, 'Manage Admins');
        await page.getByRole('form', { name: 'Add an admin' }).getByLabel('Email').fill(email);
        await page.getByRole('button', { name: 'Grant Admin Role' }).click();
        await expectToast(page, { title: 'Admin role granted' });
        await expect((await wholeRow(email)).getByText(email, { exact: true })).toBeVisible();
      });

      await test.step('delete a parent', async () => {
        const { email } = leaving.family.profile;
        await openPage(paths.adminUsers, 'Manage Parents');
        await page.getByRole('searchbox').fill(email);
        await expect(page.getByText('1 parent', { exact: true })).toBeVisible();
        await (await wholeRow(email)).getByRole('link', { name: 'View Details' }).click();
        await expect(page.getByRole('heading', { name: 'Booking History' })).toBeVisible();
        await expectNoSideScroll(page, 'the page of a parent');
        await page.getByRole('button', { name: 'Delete Account' }).click();
        await confirmDialog(page).getByRole('button', { name: 'Delete Account' }).click();
        await expectToast(page, { title: 'Parent account deleted successfully' });
      });

      await test.step('delete the class, which has no bookings left', async () => {
        await openPage(paths.adminClasses, 'Manage Classes');
        await card.getByRole('button', { name: 'Delete' }).click();
        await expect(confirmDialog(page).getByText('Nobody has booked it.', { exact: true })).toBeVisible();
        await confirmDialog(page).getByRole('button', { name: 'Delete Class' }).click();
        await expectToast(page, { title: 'Class deleted successfully' });
        await expect(card).toHaveCount(0);
      });

      await test.step('find all changes in the activity log, newest first', async () => {
        await openPage(paths.adminActivity, 'Activity Log');
        const log = page.locator('tbody').getByRole('rowheader');
        for (const [at, text] of [
          'Deleted a class',
          'Deleted a parent account',
          'Granted the admin role',
          /^Changed a class: time slots/,
          'Deleted a booking',
          'Corrected a booking: child age',
          'Created a class',
        ].entries()) {
          await expect(log.nth(at)).toHaveText(text);
        }
      });
    });
  });
}
