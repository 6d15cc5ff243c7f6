import type { Page } from '@playwright/test';
import { openEdit, rowOf } from '#infra/testing/browser/admin-screens';
import { forFirst, interceptCalls, respondWith } from '#infra/testing/browser/calls';
import { addClass, bookByApi, cardOf } from '#infra/testing/browser/classes';
import { errorToast, expectToast, httpError, toastOf } from '#infra/testing/browser/page';
import type { RouteName } from '#shared/contract/routes';
import { paths } from '#shared/paths';
import { expect, officeTest as test } from './testing/test.ts';

test('a screen that cannot be loaded says so, and a button repeats it [ERR-04, ERR-05, ERR-09, ERR-10, ERR-11, ERR-12, ERR-13]', async ({
  page,
  expectProblems,
  parent,
  stack,
}) => {
  const cls = await addClass(stack, { slots: [{ capacity: 5 }, { capacity: 5 }] });
  await bookByApi(stack, parent, cls);
  // The server refuses the read: a failed read would be repeated before the screen shows an error.
  expectProblems(httpError(400));
  const slots = page.getByRole('navigation', { name: 'Time slots' }).getByRole('link');
  const details = rowOf(page, parent.family.profile.email).getByRole('link', { name: 'View Details' });
  for (const [route, path, text, shown, lead] of [
    ['getDashboard', paths.admin, 'Failed to load the dashboard', 'Total Revenue'],
    ['searchBookings', paths.adminBookings, 'Failed to load bookings', 'Ana Parent'],
    ['searchParents', paths.adminUsers, 'Failed to load members', 'Pat Parent'],
    ['listAdmins', paths.adminAdmins, 'Failed to load admins', 'This is you'],
    ['getParent', paths.adminParent(parent.family.id), 'Failed to load parent details', 'Booking History'],
    ['getParent', paths.adminUsers, 'Failed to load children', 'Booking History', details],
    ['getRoster', paths.adminClass(cls.id), 'Failed to load class details', 'Ana Parent'],
    ['getRoster', paths.adminClass(cls.id), 'Failed to load time slots', 'No bookings', slots.nth(1)],
  ] as const)
    await test.step(text, async () => {
      if (lead) {
        await page.goto(path);
        await expect(lead).toBeVisible();
      }
      const calls = await interceptCalls(page, route, forFirst(1, respondWith(400)));
      await (lead ? lead.click() : page.goto(path));
      await expectToast(page, errorToast(text));
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByRole('main').getByText(shown).first()).toBeVisible();
      await calls.stop();
    });
});

interface Change {
  readonly route: RouteName;
  readonly path: string;
  readonly text: string;
  readonly act: (page: Page) => Promise<void>;
  /** Checks what the failure must not change. */
  readonly expectKept: (page: Page) => Promise<void>;
}

test('a change that fails says so, and what was typed or stored stays [ERR-17, ERR-18, ERR-19, ERR-20, ERR-21, ERR-22]', async ({
  page,
  expectProblems,
  parent,
  stack,
}) => {
  const cls = await addClass(stack);
  await bookByApi(stack, parent, cls);
  const { email } = parent.family.profile;
  const press = (name: string) => page.getByRole('button', { name }).click();
  const deleteIn = async (row: ReturnType<typeof rowOf>, confirm: string) => {
    await row.getByRole('button', { name: 'Delete' }).click();
    await press(confirm);
  };
  const changes: readonly Change[] = [
    {
      route: 'updateClass',
      path: paths.adminClasses,
      text: 'Failed to update class',
      act: async () => {
        const form = await openEdit(page, cardOf(page, cls));
        await form.coach.fill('Typed Coach');
        await form.save.click();
      },
      expectKept: () => expect(page.getByRole('dialog').getByLabel('Coach Name')).toHaveValue('Typed Coach'),
    },
    {
      route: 'deleteClass',
      path: paths.adminClasses,
      text: 'Failed to delete class',
      act: () => deleteIn(cardOf(page, cls), 'Delete Class'),
      expectKept: () => expect(cardOf(page, cls)).toBeVisible(),
    },
    {
      route: 'updateBooking',
      path: paths.adminBookings,
      text: 'Failed to update booking',
      act: async () => {
        await rowOf(page, cls.venue).getByRole('button', { name: 'Edit' }).click();
        await page.getByLabel('Child Name').fill('Quinn');
        await press('Save Changes');
      },
      expectKept: () => expect(page.getByLabel('Child Name')).toHaveValue('Quinn'),
    },
    {
      route: 'deleteBooking',
      path: paths.adminBookings,
      text: 'Failed to delete booking',
      act: () => deleteIn(rowOf(page, cls.venue), 'Delete Booking'),
      expectKept: () => expect(page.locator('tbody')).toContainText('Ana Parent'),
    },
    {
      route: 'deleteParent',
      path: paths.adminUsers,
      text: 'Failed to delete parent account',
      act: () => deleteIn(rowOf(page, email), 'Delete Account'),
      expectKept: () => expect(page.locator('tbody')).toContainText(email),
    },
    {
      route: 'updateParent',
      path: paths.adminParent(parent.family.id),
      text: 'Failed to update parent information',
      act: async () => {
        await page.getByLabel('Full Name').fill('Kept Name');
        await press('Save Changes');
      },
      expectKept: () => expect(page.getByLabel('Full Name')).toHaveValue('Kept Name'),
    },
  ];
  expectProblems(httpError(500));
  for (const { route, path, text, act, expectKept } of changes)
    await test.step(text, async () => {
      await page.goto('about:blank');
      await page.goto(path);
      const calls = await interceptCalls(page, route, respondWith(500));
      await act(page);
      await expect(toastOf(page, errorToast(text))).toBeVisible();
      await expectKept(page);
      await calls.stop();
    });
});

test('an unknown class or parent is not found, and a link leads back [ADM-38, ADM-60]', async ({
  page,
  expectProblems,
}) => {
  expectProblems(httpError(404));
  for (const [path, title, back] of [
    ['/admin/classes/nonsense', 'Class not found', '/admin/classes'],
    ['/admin/classes/cls_01J00000000000000000000001', 'Class not found', '/admin/classes'],
    ['/admin/parents/nonsense', 'Parent not found', '/admin/users'],
    ['/admin/parents/fam_01J8Z000000000000000000001', 'Parent not found', '/admin/users'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible();
    await page.getByRole('link', { name: /^Back to/ }).click();
    await expect(page).toHaveURL(back);
  }
});
