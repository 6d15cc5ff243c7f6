import { expect } from 'vitest';
import { type RouteName, routes } from '#shared/contract/routes';
import { paths } from '#shared/paths';
import { bookElsewhere } from './testing/bookings.ts';
import { addClass, slotOf } from './testing/classes.ts';
import { siteTest as it } from './testing/site-test.ts';

interface Screen {
  readonly screen: string;
  readonly path: (ids: {
    cls: Parameters<typeof slotOf>[0];
    parent: Parameters<typeof paths.adminParent>[0];
  }) => string;
  readonly route: RouteName;
  /** What shows once the screen is complete. */
  readonly shows: string;
}

it.for<Screen>([
  { screen: 'dashboard', path: () => paths.admin, route: 'getDashboard', shows: 'Total Revenue' },
  { screen: 'classes', path: () => paths.adminClasses, route: 'listManagedClasses', shows: 'Edit' },
  { screen: 'class', path: ({ cls }) => paths.adminClass(cls.id), route: 'getRoster', shows: 'Ana' },
  {
    screen: 'slot of a class',
    path: ({ cls }) => paths.adminSlot(cls.id, slotOf(cls, 1).id),
    route: 'getRoster',
    shows: 'Ana',
  },
  { screen: 'bookings', path: () => paths.adminBookings, route: 'searchBookings', shows: 'Ana' },
  { screen: 'parents', path: () => paths.adminUsers, route: 'searchParents', shows: 'Pat Parent' },
  { screen: 'parent', path: ({ parent }) => paths.adminParent(parent), route: 'getParent', shows: 'Ana' },
  { screen: 'administrators', path: () => paths.adminAdmins, route: 'listAdmins', shows: 'Pat Parent' },
  {
    screen: 'activity',
    path: () => paths.adminActivity,
    route: 'listActivity',
    shows: 'Granted the admin role',
  },
])(
  'the screen of $screen is one request of the API',
  async ({ path, route, shows }, { visit, admin, parent, stack }) => {
    const cls = await addClass(stack, { slots: [{ capacity: 5 }, { capacity: 5 }] });
    await bookElsewhere(stack, parent, cls);
    await bookElsewhere(stack, parent, cls, { at: 1 });
    const page = await visit({ as: admin });
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/')) asked.push(`${request.method()} ${pathname}`);
    });
    await page.goto(path({ cls, parent: parent.family.profile.id }));
    await page.getByRole('main').getByText(shows).first().waitFor();
    await page.waitForLoadState('networkidle');
    const { method, path: pattern } = routes[route];
    expect(asked).toEqual([
      expect.stringMatching(new RegExp(`^${method} ${pattern.replace(/\{\w+\}/g, '[^/]+')}$`)),
    ]);
  },
);
