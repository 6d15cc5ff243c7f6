import { paths } from '#shared/paths';
import { rowOf } from './testing/admin-screens.ts';
import { answerWith, atFirst, interceptCalls } from './testing/calls.ts';
import { addClass } from './testing/classes.ts';
import { answered } from './testing/problem-guard.ts';
import { siteTest as it } from './testing/site-test.ts';
import { errorToast, seeToast } from './testing/toasts.ts';

// What an administrator reads when a part of what is known cannot be loaded. A refusal is not tried again.

it('another time slot of a class that cannot be read: "Failed to load time slots", and it can be tried again [ERR-05]', async ({
  visit,
  admin,
  stack,
}) => {
  const cls = await addClass(stack, { slots: [{ capacity: 5 }, { capacity: 5 }] });
  const page = await visit({ as: admin, path: paths.adminClass(cls.id), expects: [answered(400)] });
  await page.getByRole('heading', { name: cls.venue, level: 1 }).waitFor();
  await interceptCalls(page, 'getRoster', atFirst(1, answerWith(400)));
  await page.getByRole('navigation', { name: 'Time slots' }).getByRole('link').nth(1).click();
  await seeToast(page, errorToast('Failed to load time slots'));
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: cls.venue, level: 1 }).waitFor();
});

it('a parent of the list whose children cannot be read: "Failed to load children", and it can be tried again [ERR-13]', async ({
  visit,
  admin,
  parent,
}) => {
  const { email, full_name } = parent.family.profile;
  const [child] = parent.family.children;
  const page = await visit({ as: admin, path: paths.adminUsers, expects: [answered(400)] });
  await interceptCalls(page, 'getParent', atFirst(1, answerWith(400)));
  await rowOf(page, email).getByRole('link', { name: 'View Details' }).click();
  await seeToast(page, errorToast('Failed to load children'));
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: full_name, level: 1 }).waitFor();
  await page.getByRole('rowheader', { name: child?.name ?? '', exact: true }).waitFor();
});
