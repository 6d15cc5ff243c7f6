import type { Locator, Page } from '@playwright/test';
import { listAsideMails, setAside } from '#functions/lib/mail/aside-mails';
import { noteNotSent } from '#functions/lib/mail/not-sent';
import { UnknownOutcomeError } from '#functions/lib/mail/outcomes';
import { messageIdOf, storeMessage } from '#functions/messages/messages';
import { noteRecipientNotSent } from '#functions/messages/recipients';
import { listUnsentMessages } from '#functions/messages/unsent-messages';
import {
  confirmDialog,
  countReceipts,
  payByApi,
  recordPayment,
  rowOf,
} from '#infra/testing/browser/admin-screens';
import { businessToday } from '#infra/testing/browser/business-day';
import { addClass, bookByApi, setWeeklyRate } from '#infra/testing/browser/classes';
import { addFamily } from '#infra/testing/browser/families';
import { expectNoSideScroll, expectToast } from '#infra/testing/browser/page';
import { sampleFamily } from '#infra/testing/samples/samples';
import { addDays } from '#shared/lib/calendar';
import { formatLongDate } from '#shared/lib/format';
import { recipientIdSchema } from '#shared/lib/ids';
import { instantOf } from '#shared/lib/values';
import { messageContentSchema } from '#shared/messages/message';
import { paths } from '#shared/paths';
import { expectNoAxeInThemes, expectNoAxeViolations } from './testing/accessibility.ts';
import { expect, officeTest as test } from './testing/test.ts';

/** A figure of the dashboard: its name and its number. */
const figure = (page: Page, name: string) =>
  page.locator('p', { hasText: new RegExp(`^${name}$`) }).locator('xpath=..');

test('the dashboard counts classes, bookings, members and money, from nothing on; numbers link to their lists [ADM-05, ADM-06, ADM-07, ADM-08, ADM-09, ADM-10, PAY-09, DAY-02, SCH-03]', async ({
  page,
  admin,
  parent,
  stack,
}) => {
  await page.goto(paths.admin);
  await expect(page.getByRole('region', { name: 'Open your school' })).toContainText('1 of 6 done');
  await expect(page.getByRole('link', { name: 'Total Classes 0' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Total Bookings 0' })).toBeVisible();
  // Revenue, and the words of the school's money.
  await expect(page.getByText('$0.00', { exact: true })).toHaveCount(7);

  const cls = await addClass(stack);
  await addClass(stack, { startsIn: 30 });
  await bookByApi(stack, parent, cls);
  await bookByApi(stack, parent, cls, { child: 1, isTrial: true });
  // What was agreed before stays.
  await setWeeklyRate(stack, cls, 2_500);
  await payByApi(stack, admin, parent, 4_000);
  await page.goto(paths.admin);
  for (const [name, path] of [
    ['Total Classes 2', '/admin/classes'],
    ['Total Bookings 2', '/admin/bookings'],
    ['Members 1', '/admin/users'],
  ] as const)
    await expect(page.getByRole('link', { name })).toHaveAttribute('href', path);
  // Six weeks at $20.00, and one session.
  await expect(figure(page, 'Total Revenue')).toHaveText('Total Revenue$140.00Charged less credited');
  await expect(page.getByRole('link').filter({ hasText: 'Total Revenue' })).toHaveCount(0);
  const words = [
    ['Charged', '$140.00'],
    ['Credited', '$0.00'],
    ['Received', '$40.00'],
    ['Due', '$100.00'],
    ['Not Yet Due', '$0.00'],
    ['In Credit', '$0.00'],
  ] as const;
  for (const [name, amount] of words) await expect(figure(page, name)).toHaveText(`${name}${amount}`);
  await page.getByRole('link', { name: /^Due/ }).click();
  await expect(page.getByRole('definition')).toHaveText(words.map(([, amount]) => amount));
});

test('to do and today come first, seen without scrolling [DAY-01]', async ({ page, parent, stack }) => {
  await stack.createAccount(sampleFamily({ children: [] }), { role: 'coach' });
  const cls = await addClass(stack, { startsIn: 0, slots: [{ capacity: 10 }, { capacity: 10, booked: 4 }] });
  await bookByApi(stack, parent, cls);
  for (const startsIn of [1, 2, 3, 4]) await addClass(stack, { startsIn });
  await page.goto(paths.admin);
  const toDo = page.getByRole('region', { name: 'To Do' });
  await expect(toDo.getByRole('listitem').first()).toHaveText(
    'How families pay is not set yet. Set up payments',
  );
  await expect(toDo.getByRole('listitem').filter({ hasText: 'No coach' }).first()).toBeVisible();
  const today = page.getByRole('region', { name: 'Today' });
  await expect(today.getByRole('listitem')).toHaveCount(2);
  const week = page.getByRole('table', { name: 'Timetable' });
  const top = async (part: Locator) => Number((await part.boundingBox())?.y);
  expect(await top(toDo)).toBeLessThan(await top(week));
  expect(await top(today)).toBeLessThan(await top(week));
  expect(await top(week)).toBeLessThan(await top(figure(page, 'Total Revenue')));
  await page.getByRole('button', { name: 'Put this list away' }).click();
  await expect(page.getByRole('region', { name: 'Open your school' })).toHaveCount(0);
  for (const part of [toDo, today]) await expect(part).toBeInViewport({ ratio: 1 });
});

test('a phone shows one day at a time, and prints all', { tag: '@exhaustive' }, async ({ page, stack }) => {
  const [soon, later] = [await addClass(stack, { startsIn: 2 }), await addClass(stack, { startsIn: 4 })];
  await page.setViewportSize({ width: 375, height: 667 });
  await page.goto(paths.admin);
  const timetable = page.getByRole('table', { name: 'Timetable' });
  await expect(timetable.getByRole('link')).toHaveText([new RegExp(soon.venue)]);
  await page
    .getByRole('group', { name: 'Day' })
    .getByRole('button', { name: formatLongDate(addDays(businessToday, 4)) })
    .click();
  await expect(timetable.getByRole('link')).toHaveText([new RegExp(later.venue)]);
  await expectNoSideScroll(page);
  // Paper shows all of them.
  await page.emulateMedia({ media: 'print' });
  await expect(timetable.getByRole('link')).toHaveText([new RegExp(soon.venue), new RegExp(later.venue)]);
});

test('unsent emails are said, and sent [OPS-01, OPS-02, OPS-03]', { tag: '@exhaustive' }, async ({
  page,
  admin,
  parent,
  stack,
}) => {
  const cls = await addClass(stack);
  await stack.setMailFault('quota');
  await bookByApi(stack, parent, cls);
  await expect.poll(async () => (await listAsideMails(stack.table)).length).toBe(1);
  const message = messageContentSchema.parse({
    id: messageIdOf('rain'),
    created_at: new Date().toISOString(),
    made_by: admin.family.profile.id,
    kind: 'broadcast',
    audience: { kind: 'class', class_id: cls.id },
    facts: { subject: 'Rain today', text: 'Bring a jacket.' },
  });
  await storeMessage(stack.table, message, []);
  await expect.poll(async () => (await listUnsentMessages(stack.table)).length).toBe(1);
  await page.goto(paths.admin);
  await expect(page.getByRole('status').filter({ hasText: 'No email has left' })).toHaveText(
    /^No email has left since \d+:\d\d [AP]M: the quota of the day is used up\. 2 emails wait, and leave when emails leave again\.$/,
  );
  const [aside] = await listAsideMails(stack.table);
  const error = new UnknownOutcomeError({ kind: 'confirmation', subjectId: 'x' }, 'No answer');
  await setAside(stack.table, { item: aside?.item ?? {}, error, now: new Date() });
  const notSent = { error, cause: 'refused', waits: false, now: new Date(), fields: {} } as const;
  const recipient = { id: recipientIdSchema.parse(parent.family.profile.id), refusals: 2 };
  const at = instantOf(new Date());
  await noteNotSent(stack.table, notSent, (counted) =>
    noteRecipientNotSent(stack.table, { messageId: message.id, at }, recipient, counted),
  );
  await stack.setMailFault('none');
  await page.setViewportSize({ width: 375, height: 812 });
  await page.reload();
  const list = page.getByRole('list', { name: 'To Do' });
  const { full_name } = parent.family.profile;
  await expect(list.getByRole('listitem').filter({ hasText: 'Rain today' })).toContainText(
    `Not sent to 1: Rain today. ${full_name} (`,
  );
  const row = list.getByRole('listitem').filter({ hasText: 'Confirmation of a booking' });
  await expect(row).toContainText(`to ${full_name} (`);
  await expect(row).toContainText('it is not known whether it was sent.');
  await expectNoAxeViolations(page, 'phone');
  await page.setViewportSize({ width: 1280, height: 800 });
  await row.getByRole('button', { name: `Leave: Confirmation of a booking, ${full_name}` }).press('Enter');
  await expect(row).toHaveCount(0);
  await list.getByRole('button', { name: 'Send the Rest: Rain today' }).press('Enter');
  await expectToast(page, { title: 'Sending again to 1' });
  await expect(list.getByText('Rain today')).toHaveCount(0);
  await expect
    .poll(async () => (await stack.mails()).some(({ subject }) => subject === 'Rain today'))
    .toBe(true);
  await page.goto(paths.adminMessageTo(parent.family.id));
  await expect(page.getByRole('form', { name: 'New message' }).getByText(full_name)).toBeVisible();
});

test('money is recorded, taken back, credited and refunded [PAY-05, PAY-06, PAY-11]', {
  tag: '@exhaustive',
}, async ({ page, admin, stack, parent }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const cls = await addClass(stack);
  await bookByApi(stack, parent, cls);
  await payByApi(stack, admin, parent, 12_000);
  await page.goto(paths.adminParent(parent.family.id));
  await expect(page.getByText('Nothing is open', { exact: true })).toBeVisible();
  const lines = page.getByRole('list', { name: 'Account' }).getByRole('listitem');
  await expect(lines).toHaveCount(2);
  await lines.first().getByRole('button', { name: 'Take back' }).click();
  await expect(confirmDialog(page)).toBeVisible();
  await expectNoAxeInThemes(page, 'taking an entry back');
  await confirmDialog(page).getByRole('button', { name: 'Take Back' }).click();
  await expectToast(page, { title: 'Entry taken back' });
  await expect(page.getByText('$120.00 open', { exact: true })).toBeVisible();
  await expect(lines).toHaveCount(3);
  await expect(page.getByRole('button', { name: 'Take back' })).toHaveCount(0);
  await expectNoSideScroll(page);

  await page.getByRole('button', { name: 'Credit or Waive' }).click();
  const allowance = page.getByRole('dialog', { name: 'Credit or Waive' });
  await allowance.getByLabel('Amount in dollars').fill('130');
  await allowance.getByLabel('Reason').fill('Rained off twice');
  await allowance.getByRole('button', { name: 'Record' }).click();
  await expectToast(page, { title: 'Entry recorded' });
  await expect(page.getByText('$10.00 in credit', { exact: true })).toBeVisible();
  await expect(lines.first()).toContainText(/CreditRained off twice/);
  await page.getByRole('button', { name: 'Refund' }).click();
  const refund = page.getByRole('dialog', { name: 'Record Refund' });
  await refund.getByLabel('Amount in dollars').fill('10');
  await refund.getByLabel('Reason').fill('Paid out');
  await refund.getByRole('button', { name: 'Record Refund' }).click();
  await expectToast(page, { title: 'Entry recorded' });
  await expect(page.getByText('Nothing is open', { exact: true })).toBeVisible();
  await expect(page.getByText('Rained off twice', { exact: true })).toBeVisible();
});

test('bookings and roster say what is paid [PAY-10]', async ({ page, stack, parent }) => {
  const cls = await addClass(stack);
  const other = await addFamily(stack);
  await bookByApi(stack, parent, cls);
  await bookByApi(stack, other, cls);
  await page.goto(paths.adminParent(parent.family.id));
  await recordPayment(page);
  await expect.poll(() => countReceipts(stack, parent)).toBe(1);
  for (const path of [paths.adminBookings, paths.adminClass(cls.id)]) {
    await page.goto(path);
    await expect(rowOf(page, 'Ana Parent').getByText('Paid', { exact: true })).toBeVisible();
    await expect(rowOf(page, 'Zed Child').getByText('Open', { exact: true })).toBeVisible();
  }
});
