import { expect } from 'vitest';
import { sampleFamily } from '#infra/testing/samples/samples';
import { addDays } from '#shared/domain/calendar';
import { paths } from '#shared/paths';
import {
  fillClass,
  fillSlot,
  openEdit,
  openNewClass,
  question,
  rowOf,
  savedFile,
} from './testing/admin-screens.ts';
import { bookFor, seeConfirmation } from './testing/booking-form.ts';
import { businessToday } from './testing/business-day.ts';
import { fitsTheWidth } from './testing/page-state.ts';
import { siteTest as it } from './testing/site-test.ts';
import { soon } from './testing/soon.ts';
import { seeToast } from './testing/toasts.ts';

const phone = { viewport: { width: 375, height: 667 }, isMobile: true, hasTouch: true };

it.for([
  ['on a laptop', {}],
  ['on a phone of 375 px', phone],
] as const)(
  '%s: the owner creates a class, sees it live, opens its roster, corrects an age, frees a place, changes a capacity, makes a colleague an admin, deletes a parent and the class [PRM-06, PRM-07, PRM-08, PRM-09, PRM-10, PRM-11, ADM-54, ERR-43, ERR-44, ERR-45, ERR-46, ERR-47, ERR-48]',
  // A whole week of work; the machine may be busy.
  { timeout: 180_000 },
  async ([, device], { open, admin, parent, stack }) => {
    const venue = `Season Park ${'isMobile' in device ? 'small' : 'large'}`;
    const leaving = await stack.createAccount(
      sampleFamily({ now: new Date(), children: [{ name: 'Leaving Child' }] }),
    );
    const colleague = await stack.createAccount(sampleFamily({ now: new Date(), children: [] }));
    const page = await open({ as: admin, ...device });
    const noSideScroll = async () => expect(await fitsTheWidth(page)).toBe(true);
    const goTo = async (path: string, title: string) => {
      await page.goto(path);
      await page.getByRole('heading', { name: title, level: 1 }).waitFor();
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
    await seeToast(page, { title: 'Class created successfully' });
    const card = page.getByRole('article').filter({ hasText: venue });
    await card.waitFor();

    for (const [account, child] of [
      [parent, 'Ana Parent'],
      [leaving, 'Leaving Child'],
    ] as const) {
      const family = await open({ as: account, path: paths.bookCamp });
      const slot = family
        .getByRole('article')
        .filter({ hasText: venue })
        .getByRole('listitem')
        .nth(account === parent ? 0 : 1);
      await slot.getByRole('button', { name: 'Book Now' }).click();
      await bookFor(family, child);
      await seeConfirmation(family);
    }

    await goTo(paths.adminBookings, 'Manage Bookings');
    await page.getByRole('searchbox').fill(venue);
    await page.getByText('2 bookings', { exact: true }).waitFor();
    const { text } = await savedFile(page, page.getByRole('button', { name: 'Export CSV' }));
    expect(text).toContain(`${venue},09:00-10:00,Full,,Ana Parent,9,`);
    await rowOf(page, 'Ana Parent').getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('dialog').getByLabel('Child Age').fill('10');
    await page.getByRole('dialog').getByRole('button', { name: 'Save Changes' }).click();
    await seeToast(page, { title: 'Booking updated successfully' });

    await page.goto(paths.adminClasses);
    await card.getByRole('link', { name: 'View Details' }).click();
    await rowOf(page, 'Ana Parent').getByText('10', { exact: true }).waitFor();
    await page.getByRole('link', { name: '9:00 AM - 10:00 AM' }).getByText('Full', { exact: true }).waitFor();
    await noSideScroll();

    await goTo(paths.adminBookings, 'Manage Bookings');
    await page.getByRole('searchbox').fill(venue);
    await page.getByText('2 bookings', { exact: true }).waitFor();
    await rowOf(page, 'Ana Parent').getByRole('button', { name: 'Delete' }).click();
    await question(page).getByRole('button', { name: 'Delete Booking' }).click();
    await seeToast(page, { title: 'Booking deleted successfully' });
    await page.getByText('1 booking', { exact: true }).waitFor();

    await goTo(paths.adminClasses, 'Manage Classes');
    const edit = await openEdit(page, card);
    await edit.slot(1).capacity.fill('4');
    await edit.save.click();
    await seeToast(page, { title: 'Class updated successfully' });
    const visitor = await open({ path: paths.bookCamp });
    await visitor
      .getByRole('article')
      .filter({ hasText: venue })
      .getByText('4 spots remaining', { exact: true })
      .waitFor();

    await goTo(paths.adminAdmins, 'Manage Admins');
    await page
      .getByRole('form', { name: 'Add an admin' })
      .getByLabel('Email')
      .fill(colleague.family.profile.email);
    await page.getByRole('button', { name: 'Grant Admin Role' }).click();
    await seeToast(page, { title: 'Admin role granted' });
    await rowOf(page, colleague.family.profile.email).waitFor();

    await goTo(paths.adminUsers, 'Manage Parents');
    await page.getByRole('searchbox').fill(leaving.family.profile.email);
    await page.getByText('1 parent', { exact: true }).waitFor();
    await rowOf(page, leaving.family.profile.email).getByRole('link', { name: 'View Details' }).click();
    await page.getByRole('heading', { name: 'Booking History' }).waitFor();
    await noSideScroll();
    await page.getByRole('button', { name: 'Delete Account' }).click();
    await question(page).getByRole('button', { name: 'Delete Account' }).click();
    await seeToast(page, { title: 'Parent account deleted successfully' });

    await goTo(paths.adminClasses, 'Manage Classes');
    await card.getByRole('button', { name: 'Delete' }).click();
    await question(page).getByText('Nobody has booked it.', { exact: true }).waitFor();
    await question(page).getByRole('button', { name: 'Delete Class' }).click();
    await seeToast(page, { title: 'Class deleted successfully' });
    await soon(() => card.count()).toBe(0);

    await goTo(paths.adminActivity, 'Activity Log');
    const log = page.locator('tbody').getByRole('rowheader');
    await log.first().waitFor();
    expect((await log.allTextContents()).slice(0, 7)).toEqual([
      'Deleted a class',
      'Deleted a parent account',
      'Granted the admin role',
      expect.stringMatching(/^Changed a class: time slots/),
      'Deleted a booking',
      'Corrected a booking: child age',
      'Created a class',
    ]);
  },
);
