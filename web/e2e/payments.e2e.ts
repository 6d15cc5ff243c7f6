import { payByApi } from '#infra/testing/browser/admin-screens';
import { businessToday } from '#infra/testing/browser/business-day';
import { addClass, bookByApi, slotOf } from '#infra/testing/browser/classes';
import { bookFor, expectConfirmation } from '#infra/testing/browser/forms';
import { expectNoSideScroll } from '#infra/testing/browser/page';
import { formatDate } from '#shared/lib/format';
import { paths } from '#shared/paths';
import { expect, familyTest as test } from './testing/test.ts';

test('shows balance, entries, how to pay [PAY-03, PAY-04]', async ({ page, stack, admin, parent }) => {
  const lines = ['Bank transfer to Ballerz, sort code 00-00-00, account 00000000.', 'Cash at the pitch.'];
  await stack.setSettings({ instructions: lines });
  await page.setViewportSize({ width: 375, height: 900 });
  const cls = await addClass(stack);
  await bookByApi(stack, parent, cls);
  await payByApi(stack, admin, parent, 5_000);
  await page.goto(paths.parent);
  await page.getByRole('link', { name: 'Payments', exact: true }).click();
  await expect(page).toHaveURL(paths.parentPayments);
  const main = page.getByRole('main');
  await expect(main.getByText('You owe $70.00', { exact: true })).toBeVisible();
  for (const line of lines) await expect(main.getByText(line)).toBeVisible();
  await expect(main.getByText(/Your reference: F-[2-9A-HJ-NP-Z]{5}/)).toBeVisible();
  await expect(main.getByRole('list', { name: 'Account' }).getByRole('listitem')).toHaveText([
    `${formatDate(businessToday)}Payment, bank transferTransfer 4711-$50.00`,
    `${formatDate(businessToday)}Full program: Ana Parent, Juniorballerz, ${cls.venue}Open, $70.00 left$120.00`,
  ]);
  await expectNoSideScroll(page);
  // The line would break within the sort code at some of these widths.
  for (let narrow = 320; narrow <= 640; narrow += 20) {
    await page.setViewportSize({ width: narrow, height: 900 });
    const rows = await main.getByText(/^\d\d-\d\d-\d\d$/).evaluate((code) => code.getClientRects().length);
    expect(rows, `lines of the sort code at ${narrow} px`).toBe(1);
  }
  await payByApi(stack, admin, parent, 7_000);
  await page.reload();
  await expect(main.getByText('Nothing is open', { exact: true })).toBeVisible();
  await expect(main.getByRole('heading', { name: 'How to pay' })).toHaveCount(0);
  await expect(main.getByText(/Your reference/)).toHaveCount(0);
});

test('until it is set, screens say who tells how to pay [SCH-02]', async ({ page, stack, parent }) => {
  const told = 'Ballerz will tell you how to pay.';
  const cls = await addClass(stack);
  await page.goto(paths.bookClass(cls.id, slotOf(cls).id));
  await bookFor(page, 'Ana Parent');
  await expectConfirmation(page);
  await expect(page.getByText(told, { exact: true })).toBeVisible();
  const mails = async () =>
    (await stack.mails())
      .filter(({ to }) => to.includes(parent.family.profile.email))
      .map(({ text }) => text);
  await expect.poll(mails).toEqual([expect.stringContaining(told)]);
  await page.goto(paths.parentPayments);
  await expect(page.getByText('You owe $120.00', { exact: true })).toBeVisible();
  await expect(page.getByText(told, { exact: true })).toBeVisible();
});

test('a booking’s card shows how far it is paid [PAY-10]', { tag: '@exhaustive' }, async ({
  page,
  stack,
  admin,
  parent,
}) => {
  const cls = await addClass(stack);
  await bookByApi(stack, parent, cls);
  await bookByApi(stack, parent, cls, { child: 1 });
  await payByApi(stack, admin, parent, 15_000);
  await page.goto(paths.parentBookings);
  const cardOf = (child: string) => page.getByRole('article').filter({ hasText: child });
  await expect(cardOf('Ana Parent').getByText('Paid', { exact: true })).toBeVisible();
  await expect(cardOf('Ben Parent').getByText('Open, $90.00 left', { exact: true })).toBeVisible();
});
