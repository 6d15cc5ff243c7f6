import { recordCalls } from '#infra/testing/browser/calls';
import { addClass, bookByApi, slotOf } from '#infra/testing/browser/classes';
import { type RouteName, routes } from '#shared/contract/routes';
import { paths } from '#shared/paths';
import { expect, test } from './testing/test.ts';

interface Screen {
  readonly screen: string;
  readonly path: (ids: {
    cls: Parameters<typeof slotOf>[0];
    parent: Parameters<typeof paths.adminParent>[0];
  }) => string;
  readonly routes: readonly RouteName[];
  /** A text that the complete screen shows. */
  readonly shows: string;
}

for (const [index, { screen, path, routes: names, shows }] of (
  [
    {
      screen: 'dashboard',
      path: () => paths.admin,
      routes: [
        'listCoaches',
        'getDashboard',
        'listLateEndings',
        'listUnheardOffers',
        'getMoneyFigures',
        'listUnassignedRows',
        'listDayRegisters',
        'listUnlisted',
        'listUnsent',
      ],
      shows: 'Total Revenue',
    },
    {
      screen: 'classes',
      path: () => paths.adminClasses,
      routes: ['listManagedClasses', 'listDrafts'],
      shows: 'Edit',
    },
    { screen: 'class', path: ({ cls }) => paths.adminClass(cls.id), routes: ['getRoster'], shows: 'Ana' },
    {
      screen: 'slot of a class',
      path: ({ cls }) => paths.adminSlot(cls.id, slotOf(cls, 1).id),
      routes: ['getRoster'],
      shows: 'Ana',
    },
    {
      screen: 'bookings',
      path: () => paths.adminBookings,
      routes: ['listManagedClasses', 'searchBookings'],
      shows: 'Ana',
    },
    {
      screen: 'payments',
      path: () => paths.adminPayments,
      routes: ['listUnassignedRows', 'searchOpenBalances'],
      shows: 'Pat Parent',
    },
    { screen: 'parents', path: () => paths.adminUsers, routes: ['searchParents'], shows: 'Pat Parent' },
    {
      screen: 'parent',
      path: ({ parent }) => paths.adminParent(parent),
      routes: ['getParent', 'getParentLedger', 'listFamilyNotes', 'getFamilyWaiting'],
      shows: 'Ana',
    },
    { screen: 'administrators', path: () => paths.adminAdmins, routes: ['listAdmins'], shows: 'Pat Parent' },
    { screen: 'settings', path: () => paths.adminSettings, routes: ['getSettings'], shows: 'Discounts' },
    {
      screen: 'activity',
      path: () => paths.adminActivity,
      routes: ['listActivity'],
      shows: 'Granted the admin role',
    },
  ] satisfies readonly Screen[]
).entries()) {
  // `npm test` checks the dashboard.
  const tag = index === 0 ? [] : '@exhaustive';
  test(`${screen}: ${names.length === 1 ? 'one request' : `${names.length} requests`} to the API`, {
    tag,
  }, async ({ page, signIn, admin, parent, stack }) => {
    const cls = await addClass(stack, { slots: [{ capacity: 5 }, { capacity: 5 }] });
    await bookByApi(stack, parent, cls);
    await bookByApi(stack, parent, cls, { at: 1 });
    await signIn(admin);
    const calls = recordCalls(page);
    await page.goto(path({ cls, parent: parent.family.id }));
    await expect(page.getByRole('main').getByText(shows).first()).toBeVisible();
    // Some requests are sent after that text is shown, when the network may have rested already.
    await expect.poll(() => calls.length).toBeGreaterThanOrEqual(names.length);
    await page.waitForLoadState('networkidle');
    const patterns = names.map((name) => {
      const { method, path: pattern } = routes[name];
      return expect.stringMatching(new RegExp(`^${method} ${pattern.replace(/\{\w+\}/g, '[^/]+')}$`));
    });
    expect(calls.toSorted()).toEqual(patterns);
  });
}
