import { storeMessage } from '#functions/messages/messages';
import { downloadFile, payByApi, rowOf } from '#infra/testing/browser/admin-screens';
import { bornYearsAgo } from '#infra/testing/browser/business-day';
import { holdCalls } from '#infra/testing/browser/calls';
import { addClass, bookByApi } from '#infra/testing/browser/classes';
import { addFamily } from '#infra/testing/browser/families';
import { expectNoSideScroll, layoutShift, scrollTop } from '#infra/testing/browser/page';
import { sampleFamily, sampleMessage } from '#infra/testing/samples/samples';
import type { TestStack } from '#infra/testing/stack/test-stack';
import { paths } from '#shared/paths';
import { addReader } from './testing/mails.ts';
import { expect, officeTest as test } from './testing/test.ts';

const phone = { width: 375, height: 812 };

/** Books a place for each of some children of new families. */
const bookMany = async (stack: TestStack, count: number) => {
  const cls = await addClass(stack, { venue: 'Crowded Ground', slots: [{ capacity: 200 }] });
  for (let from = 0; from < count; from += 20) {
    const children = Array.from({ length: Math.min(20, count - from) }, (_, at) => ({
      name: `Child ${String(from + at).padStart(2, '0')}`,
      date_of_birth: bornYearsAgo(8),
    }));
    const account = await stack.createAccount(sampleFamily({ children }));
    for (const child of children.keys()) await bookByApi(stack, account, cls, { child });
  }
};

test('on a phone a booking has two lines, and opens for its details and actions', async ({
  page,
  parent,
  stack,
}) => {
  const cls = await addClass(stack);
  await bookByApi(stack, parent, cls);
  await page.setViewportSize(phone);
  await page.goto(paths.adminBookings);
  const row = rowOf(page, cls.venue);
  await expect(row.getByRole('rowheader')).toHaveText('Ana Parent');
  for (const text of ['Juniorballerz', '09:00-09:45', parent.family.profile.full_name]) {
    await expect(row.getByText(text, { exact: true })).toBeVisible();
  }
  await expect.poll(async () => (await row.boundingBox())?.height).toBeLessThanOrEqual(72);
  const phoneLink = row.getByRole('link', { name: parent.family.profile.phone_number });
  await expect(phoneLink).toBeHidden();
  const toggle = row.getByRole('button', { name: 'Details of the booking of Ana Parent' });
  await toggle.click();
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  await expect(phoneLink).toHaveAttribute('href', /^tel:/);
  await expect(row.getByText('$120.00')).toBeVisible();
  await row.getByRole('button', { name: 'Edit the booking of Ana Parent' }).click();
  await expect(page.getByRole('dialog', { name: 'Edit Booking' })).toBeVisible();
  await page.keyboard.press('Escape');
  await toggle.press('Enter');
  await expect(phoneLink).toBeHidden();
});

test('bookings are paged through: a phone shows fifty in five screens, the header stays, and the choice of rows holds', {
  tag: '@exhaustive',
}, async ({ page, stack }) => {
  await bookMany(stack, 51);
  await page.setViewportSize(phone);
  await page.goto(paths.adminBookings);
  const rows = page.locator('tbody').getByRole('row');
  const children = page.locator('tbody').getByRole('rowheader');
  await expect(rows).toHaveCount(50);
  await page.waitForLoadState('networkidle');
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(5 * 812);
  expect(await layoutShift(page)).toBe(0);

  await test.step('the header of the table stays below that of the page', async () => {
    await page.setViewportSize({ width: 1280, height: 600 });
    await rows.last().scrollIntoViewIfNeeded();
    const [banner, head] = [page.getByRole('banner'), page.getByRole('columnheader', { name: 'Email' })];
    const gap = async () =>
      Number((await head.boundingBox())?.y) - Number((await banner.boundingBox())?.height);
    await expect.poll(gap).toBeCloseTo(0, 0);
  });

  await test.step('the next page keeps the old rows until the new ones are there, and is in the address', async () => {
    const table = page.getByRole('table', { name: 'Bookings' });
    const held = await holdCalls(page, 'searchBookings');
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(table).toHaveAttribute('aria-busy', 'true');
    await expect(children).toHaveCount(50);
    held.release();
    await expect(children).toHaveText(['Child 00']);
    await expect(table).toHaveAttribute('aria-busy', 'false');
    await expect(page).toHaveURL(/\/admin\/bookings\?after=bkg_/);
    await page.reload();
    await expect(children).toHaveText(['Child 00']);
    await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled();
    const { text } = await downloadFile(page, page.getByRole('button', { name: 'Export CSV' }));
    expect(text.trimEnd().split('\r\n')).toHaveLength(52);
    await page.getByRole('button', { name: 'Previous' }).click();
    await expect(rows).toHaveCount(50);
  });

  await test.step('the number of rows holds after a reload', async () => {
    await page.getByLabel('Rows per page').selectOption('25');
    await expect(rows).toHaveCount(25);
    await page.reload();
    await expect(rows).toHaveCount(25);
  });
});

test('coming back from a parent keeps the search and the scroll position', { tag: '@exhaustive' }, async ({
  page,
  stack,
}) => {
  await addFamily(stack, 'Another');
  for (let at = 10; at < 40; at += 1) await addFamily(stack, `Searched Family ${at}`);
  await page.setViewportSize({ width: 1280, height: 500 });
  await page.goto(paths.adminUsers);
  await page.getByRole('searchbox').fill('searched');
  await expect(page.getByText('30 parents', { exact: true })).toBeVisible();
  const link = page.getByRole('link', { name: 'View Details of Searched Family 12' });
  for (const goBack of [
    () => page.goBack(),
    () => page.getByRole('link', { name: 'Back to Parents' }).click(),
  ]) {
    await link.scrollIntoViewIfNeeded();
    await expect.poll(() => scrollTop(page)).toBeGreaterThan(200);
    const position = await scrollTop(page);
    await link.click();
    await expect(page.getByRole('heading', { name: 'Searched Family 12', level: 1 })).toBeVisible();
    await goBack();
    await expect(page.getByRole('searchbox')).toHaveValue('searched');
    await expect.poll(() => scrollTop(page)).toBe(position);
  }
});

/** From the widest: a list that changes to two lines gets narrower, so that no check passes before the change. */
const listWidths = [1920, 1440, 1280, 1200, 1180, 1024, 768];

test('no list is cut from 768 to 1920 px', { tag: '@exhaustive' }, async ({ page, admin, stack }) => {
  const long = 'Wolfeschlegelsteinhausenbergerdorff Featherstonehaugh';
  const account = await stack.createAccount(
    sampleFamily({ children: [{ name: long, date_of_birth: bornYearsAgo(8) }] }),
  );
  const cls = await addClass(stack, { venue: `${long} Ground`, slots: [{ capacity: 2 }] });
  await bookByApi(stack, account, cls, { isTrial: true });
  // So that the booking says what is left.
  await payByApi(stack, admin, account, 100);
  await addReader(stack, `${'wolfeschlegelsteinhausen'.repeat(2)}@example.com`);
  const facts = { subject: `${long} ${long}`, text: 'It gets cold on Saturday.' };
  await storeMessage(stack.table, sampleMessage({ facts }), []);
  for (const path of [
    paths.adminBookings,
    paths.adminUsers,
    paths.adminPayments,
    paths.adminAdmins,
    paths.adminActivity,
    paths.adminNewsletter,
    paths.adminMessages,
    paths.adminClass(cls.id),
    paths.adminParent(account.family.id),
  ]) {
    await page.setViewportSize({ width: 1920, height: 800 });
    await page.goto(path);
    const table = page.getByRole('table').first();
    await expect(table).toBeVisible();
    for (const width of listWidths) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoSideScroll(page, `${path}, ${width} px`);
      const rightEdge = async () => {
        const box = await table.boundingBox();
        return Number(box?.x) + Number(box?.width);
      };
      await expect.poll(rightEdge, `${path}, ${width} px`).toBeLessThanOrEqual(width - 16);
    }
  }
});
