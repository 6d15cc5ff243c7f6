import { rowOf } from '#infra/testing/browser/admin-screens';
import { forFirst, interceptCalls, respondWith } from '#infra/testing/browser/calls';
import { addClass } from '#infra/testing/browser/classes';
import { errorToast, expectToast, httpError } from '#infra/testing/browser/page';
import { paths } from '#shared/paths';
import { expect, test } from './testing/test.ts';

// The server refuses the read: a failed read would be repeated before the screen shows an error.

test('a time slot that cannot be loaded shows "Failed to load time slots", and a button repeats it [ERR-05]', async ({
  page,
  signIn,
  expectProblems,
  admin,
  stack,
}) => {
  const cls = await addClass(stack, { slots: [{ capacity: 5 }, { capacity: 5 }] });
  expectProblems(httpError(400));
  await signIn(admin);
  await page.goto(paths.adminClass(cls.id));
  await expect(page.getByRole('heading', { name: cls.venue, level: 1 })).toBeVisible();
  await interceptCalls(page, 'getRoster', forFirst(1, respondWith(400)));
  await page.getByRole('navigation', { name: 'Time slots' }).getByRole('link').nth(1).click();
  await expectToast(page, errorToast('Failed to load time slots'));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: cls.venue, level: 1 })).toBeVisible();
});

test('children that cannot be loaded show "Failed to load children", and a button repeats it [ERR-13]', async ({
  page,
  signIn,
  expectProblems,
  admin,
  parent,
}) => {
  const { email, full_name } = parent.family.profile;
  const [child] = parent.family.children;
  expectProblems(httpError(400));
  await signIn(admin);
  await page.goto(paths.adminUsers);
  await interceptCalls(page, 'getParent', forFirst(1, respondWith(400)));
  await rowOf(page, email).getByRole('link', { name: 'View Details' }).click();
  await expectToast(page, errorToast('Failed to load children'));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: full_name, level: 1 })).toBeVisible();
  await expect(page.getByRole('rowheader', { name: child?.name ?? '', exact: true })).toBeVisible();
});
