import { expect, type Page } from '@playwright/test';
import type { RouteName } from '#shared/contract/routes';
import { paths } from '#shared/paths';
import { fillClass, fillSlot, openEdit, openNewClass } from './admin-screens.ts';
import { interceptCalls, respondWith } from './calls.ts';
import { slotOf } from './classes.ts';
import { httpError } from './page.ts';
import { openDialog, press, type Scene, type ScreenState, see } from './screens.ts';

type AdminState = Omit<ScreenState, 'as'>;

const classPath = ({ cls }: Scene) => paths.adminClass(cls.id);
const emptySlotPath = ({ cls }: Scene) => paths.adminSlot(cls.id, slotOf(cls, 1).id);
const fullSlotPath = ({ cls }: Scene) => paths.adminSlot(cls.id, slotOf(cls, 2).id);
const parentPath = ({ parent }: Scene) => paths.adminParent(parent.family.id);

/** A list while it loads, and after its load failed. */
const slowAndFailed = (name: string, path: AdminState['path'], route: RouteName): AdminState[] => [
  {
    name: `${name}, loading`,
    path,
    before: (page) => interceptCalls(page, route, () => new Promise(() => {})),
    until: (page) => expect(page.getByRole('main').locator('[aria-busy=true]').first()).toBeVisible(),
  },
  {
    name: `${name}, failed`,
    path,
    before: (page) => interceptCalls(page, route, respondWith(400)),
    until: see('Try again'),
    problems: [httpError(400)],
  },
];

const search = (text: string, found: string) => async (page: Page) => {
  await page.getByRole('searchbox').fill(text);
  await see(found)(page);
};

const openFind = (text: string, status: string) => async (page: Page) => {
  await press('Find anything')(page);
  await page.getByRole('combobox').fill(text);
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText(status);
};

const pressAll =
  (...names: readonly string[]) =>
  async (page: Page) => {
    for (const name of names) await press(name)(page);
    await expect(page.locator('[role$=dialog]')).toBeVisible();
  };

const askToDiscard = async (page: Page) => {
  await page.getByLabel('Reason').fill('Rained off');
  await press('Cancel')(page);
  await see('Discard what you entered?')(page);
};

const previewMessage = async (page: Page) => {
  const classes = page.getByRole('combobox', { name: 'Class' });
  const booked = classes.getByRole('option').filter({ hasText: 'Miniballerz' });
  await classes.selectOption(await booked.getAttribute('value'));
  await page.getByLabel('Subject').fill('Bring a jumper');
  await page.getByRole('textbox', { name: 'Message' }).fill('It gets cold on Saturday.');
  await press('Preview and Send')(page);
  await see('Please confirm that the message is about a booking')(page);
  await page.getByLabel('About a booking only.').check();
  await press('Preview and Send')(page);
  await see('Send This Message?')(page);
};

const sendMessage = async (page: Page) => {
  await press('Send Message')(page);
  await expect(page.locator('[role$=dialog]')).toHaveCount(0);
  await expect(page.getByLabel('Subject')).toHaveValue('');
  await page.getByRole('button', { name: 'Close' }).click();
  await press('Details of Bring a jumper')(page);
  await openDialog('Who Got It', 'reached')(page);
};

const states: readonly AdminState[] = [
  { name: 'dashboard', path: paths.admin, until: see('Total Revenue') },
  { name: 'dashboard, numbers of a chart', path: paths.admin, until: press('Show numbers') },
  {
    name: 'dashboard, more places',
    path: paths.admin,
    until: async (page) => {
      await see('Total Revenue')(page);
      await press('More')(page);
      await expect(page.getByRole('dialog', { name: 'More places' })).toBeVisible();
    },
  },
  ...slowAndFailed('dashboard', paths.admin, 'getDashboard'),
  { name: 'find, some found', path: paths.admin, until: openFind('an', '4 results') },
  { name: 'find, none found', path: paths.admin, until: openFind('zzz', 'Nothing found.') },
  { name: 'classes', path: paths.adminClasses, until: see('participants') },
  { name: 'classes, none found', path: paths.adminClasses, until: search('zzz', 'No class is found') },
  ...slowAndFailed('classes', paths.adminClasses, 'listManagedClasses'),
  {
    name: 'new class, with its card',
    path: paths.adminClasses,
    until: async (page) => {
      const form = await openNewClass(page);
      await fillClass(form, {
        class_type: 'miniballerz',
        venue: 'Typed Park',
        coach_name: 'Kim Coach',
        weekly_rate: '20',
        start_date: '2030-03-02',
      });
      await fillSlot(form.slot(1), ['09:00', '10:00', '8']);
      await expect(form.form.getByText('Every Saturday', { exact: true })).toBeVisible();
    },
  },
  {
    name: 'new class, with all errors',
    path: paths.adminClasses,
    until: async (page) => {
      await (await openNewClass(page)).save.click();
      await see('Please choose a venue')(page);
    },
  },
  {
    name: 'class to be edited',
    path: paths.adminClasses,
    until: async (page) => {
      await openEdit(page, page.getByRole('article').last());
      await see('What Families Will See')(page);
    },
  },
  { name: 'class to be deleted', path: paths.adminClasses, until: pressAll('Delete') },
  {
    name: 'roster',
    path: classPath,
    until: press('Details of Ana Parent'),
    steps: [
      ['session to be cancelled', openDialog('Cancel session', 'What the families get')],
      ['booking to be moved', openDialog('Move Ana Parent', 'Now in')],
    ],
  },
  {
    name: 'roster, with a waiting list',
    path: fullSlotPath,
    until: see('Waiting list (1)'),
    steps: [
      ['family to be added', openDialog('Add a family', 'Name, email or phone of the parent')],
      ['entry to be put first', openDialog('Put first', 'Reason')],
      ['entry to be removed', openDialog('Remove', 'Remove from the list?')],
    ],
  },
  { name: 'roster, empty', path: emptySlotPath, until: see('No bookings for this time slot yet') },
  ...slowAndFailed('roster', classPath, 'getRoster'),
  { name: 'bookings', path: paths.adminBookings, until: see('Ana Parent') },
  { name: 'bookings, one opened', path: paths.adminBookings, until: press('Details of the booking') },
  { name: 'bookings, none found', path: paths.adminBookings, until: search('zzz', 'No booking is found') },
  ...slowAndFailed('bookings', paths.adminBookings, 'searchBookings'),
  {
    name: 'booking to be edited',
    path: paths.adminBookings,
    until: pressAll('Details of the booking', 'Edit the booking'),
  },
  {
    name: 'booking to be deleted',
    path: paths.adminBookings,
    until: pressAll('Details of the booking', 'Delete the booking'),
  },
  { name: 'parents', path: paths.adminUsers, until: see('Pat Parent') },
  { name: 'parents, none found', path: paths.adminUsers, until: search('zzz', 'No parent is found') },
  ...slowAndFailed('parents', paths.adminUsers, 'searchParents'),
  {
    name: 'parent with an account',
    path: parentPath,
    until: see('Booking History'),
    steps: [
      ['payment', openDialog('Record Payment', 'Nothing was recorded yet.')],
      ['refund', openDialog('Refund', 'The family sees it.')],
      ['credit', openDialog('Credit or Waive', 'A waiver gives up')],
      ['text to be discarded', askToDiscard],
      [
        'to be deleted',
        async (page) => {
          await press('Discard')(page);
          await openDialog('Delete Account', 'Delete the account of')(page);
        },
      ],
      ['login to be taken off', openDialog('Not this person', 'The family keeps everything')],
    ],
  },
  ...slowAndFailed('parent', parentPath, 'getParent'),
  { name: 'admins', path: paths.adminAdmins, until: see('Grant Admin Role') },
  ...slowAndFailed('admins', paths.adminAdmins, 'listAdmins'),
  {
    name: 'payments',
    path: paths.adminPayments,
    until: press('Choose All'),
    steps: [['reminder', openDialog('Remind 1', 'One email will be sent.')]],
  },
  {
    name: 'payments, none found',
    path: paths.adminPayments,
    // A reference has no letter O.
    until: search('nobody', 'No open balance is found'),
  },
  ...slowAndFailed('payments', paths.adminPayments, 'searchOpenBalances'),
  {
    name: 'messages, with all errors',
    path: paths.adminMessages,
    until: async (page) => {
      await press('Preview and Send')(page);
      await expect(page.locator('[aria-invalid=true]').first()).toBeVisible();
    },
    steps: [
      ['preview', previewMessage],
      ['whom it reached', sendMessage],
    ],
  },
  ...slowAndFailed('messages', paths.adminMessages, 'listMessages'),
  { name: 'newsletter, empty', path: paths.adminNewsletter, until: see('Nobody reads the newsletter yet') },
  ...slowAndFailed('newsletter', paths.adminNewsletter, 'listReaders'),
  { name: 'venues', path: paths.adminVenues, until: see('New Venue') },
  ...slowAndFailed('venues', paths.adminVenues, 'listVenues'),
  { name: 'settings', path: paths.adminSettings, until: see('Sibling discount') },
  ...slowAndFailed('settings', paths.adminSettings, 'getSettings'),
  { name: 'activity', path: paths.adminActivity, until: see('Granted the admin role') },
  ...slowAndFailed('activity', paths.adminActivity, 'listActivity'),
];

export const adminStates: readonly ScreenState[] = states.map((state) => ({
  ...state,
  name: `admin: ${state.name}`,
  as: ({ admin }) => admin,
}));
