import { expect } from 'vitest';
import { newClassId, newSlotId } from '#functions/data/ids';
import { sampleFamily } from '#infra/testing/samples/samples';
import { paths } from '#shared/paths';
import { pathOf } from './testing/page-state.ts';
import { logIn } from './testing/sessions.ts';
import { siteTest as it } from './testing/site-test.ts';
import { soon } from './testing/soon.ts';
import { seeToast } from './testing/toasts.ts';

const parentPages = [paths.parent, paths.parentClasses, paths.parentBookings, paths.parentProfile];
const now = new Date();

it.for([
  paths.browseClasses,
  paths.bookClass(newClassId(now), newSlotId(now)),
  paths.bookingConfirmation,
  ...parentPages,
  paths.admin,
])('%s leads a visitor to the login [PUB-33, BOK-02, PAR-03, PRM-01, PRM-02]', async (path, { visit }) => {
  const page = await visit({ path });
  await page.getByLabel('Password').waitFor();
  expect(pathOf(page)).toBe('/auth');
});

it.for(parentPages)('%s is not for admins [PAR-04]', async (path, { visit, admin }) => {
  const page = await visit({ as: admin, path });
  await soon(() => pathOf(page)).toBe('/admin');
  await seeToast(page, { title: 'Access Denied', description: 'Admin users should use the admin dashboard' });
});

it('/admin is not for parents', async ({ visit, parent }) => {
  const page = await visit({ as: parent, path: paths.admin });
  await soon(() => pathOf(page)).toBe('/browse-classes');
  await seeToast(page, { title: 'Access Denied', description: 'You do not have admin privileges' });
});

it("the login leads back to the page that asked for it, and never into the other role's area", async ({
  open,
  stack,
}) => {
  const { family } = await stack.createAccount(sampleFamily());
  const page = await open({ path: paths.parentBookings });
  await logIn(page, family.profile.email);
  await page.getByRole('heading', { name: 'My Bookings' }).waitFor();
  expect(pathOf(page)).toBe(paths.parentBookings);

  const other = await open({ path: paths.admin });
  await logIn(other, family.profile.email);
  await soon(() => pathOf(other)).toBe(paths.parent);
});
