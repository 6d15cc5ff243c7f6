import type { Page } from '@playwright/test';
import { localPaths } from '#infra/local/addresses';
import { countReceipts, payByApi } from '#infra/testing/browser/admin-screens';
import { disconnect, reconnect } from '#infra/testing/browser/calls';
import { connectCards } from '#infra/testing/browser/cards';
import { addClass, bookByApi, bookingPath } from '#infra/testing/browser/classes';
import { bookFor, expectConfirmation } from '#infra/testing/browser/forms';
import {
  errorToast,
  expectNoSideScroll,
  expectToast,
  httpError,
  networkError,
  toasts,
} from '#infra/testing/browser/page';
import { paths } from '#shared/paths';
import { expectNoAxeInThemes } from './testing/accessibility.ts';
import { expect, familyTest as test } from './testing/test.ts';

test.beforeEach(({ stack }) => connectCards(stack));

const testPayments = 'Test payments: no money moves.';

/** The page for the payment of an amount that is smaller or larger than the suggested one. */
const openPaymentPage = async (page: Page, amount?: string): Promise<void> => {
  await page.getByRole('button', { name: /by card$/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Pay by card' });
  if (amount !== undefined) await dialog.getByLabel('Amount in dollars').fill(amount);
  await dialog.getByRole('button', { name: 'Go to Payment' }).click();
};

const pay = (page: Page): Promise<void> => page.getByRole('button', { name: 'Pay', exact: true }).click();

/** Acts at Stripe on the latest payment. */
const actAtStripe = async (page: Page, button: string): Promise<void> => {
  await page.goto(localPaths.stripe);
  await page.getByRole('button', { name: button }).first().click();
  await expect(page.getByRole('heading', { name: 'Payments' })).toBeVisible();
};

for (const { device, width, tag } of [
  { device: 'phone', width: 375, tag: [] },
  { device: 'laptop', width: 1280, tag: '@exhaustive' },
])
  test(`a family books and pays by card, and the office refunds a part of it, on a ${device} [CRD-01, CRD-04, CRD-07]`, {
    tag,
  }, async ({ page, stack, parent, admin, newPage }) => {
    const viewport = { width, height: 800 };
    await page.setViewportSize(viewport);
    // The browser asks whether typed text is left behind.
    const questions: string[] = [];
    page.on('dialog', (question) => {
      questions.push(question.type());
      void question.accept();
    });
    const cls = await addClass(stack);
    await page.goto(bookingPath(cls));
    await bookFor(page, 'Ana Parent');
    await expectConfirmation(page);
    await expect(page.getByText(testPayments)).toBeVisible();
    await page.getByRole('button', { name: 'Pay $120.00 by card' }).click();
    const dialog = page.getByRole('dialog', { name: 'Pay by card' });
    await expect(dialog.getByText(testPayments)).toBeVisible();
    await dialog.getByLabel('For').selectOption({ index: 1 });
    await expect(
      dialog.getByRole('option', { name: /^Ana Parent, Juniorballerz, .*\$120.00 left$/ }),
    ).toBeAttached();
    await expect(dialog.getByLabel('Amount in dollars')).toHaveValue('120.00');
    await dialog.getByLabel('Amount in dollars').fill('80');
    await expectNoAxeInThemes(page, 'paying by card');
    await expectNoSideScroll(page);
    await dialog.getByRole('button', { name: 'Go to Payment' }).click();
    await expect(page.getByRole('heading', { name: 'Pay $80.00' })).toBeVisible();
    expect(questions).toEqual([]);
    await pay(page);
    await expect(page.getByText('Thank you. We received $80.00.')).toBeVisible();
    await expect(page.getByText('You owe $40.00', { exact: true })).toBeVisible();
    const entry = page.getByRole('listitem').filter({ hasText: 'Payment, card' });
    await expect(entry).toContainText('Card ···· 4242, Visa');
    await expect.poll(() => countReceipts(stack, parent, '(Card ···· 4242, Visa)')).toBe(1);
    await expectNoAxeInThemes(page, 'back from the payment page');
    await expectNoSideScroll(page);

    const office = await newPage({ as: admin, viewport });
    await office.goto(paths.adminParent(parent.family.id));
    await expect(office.getByText('Card ···· 4242, Visa')).toBeVisible();
    await office.getByRole('button', { name: 'Card Payment' }).click();
    const payment = office.getByRole('dialog', { name: 'Card payment' });
    await expect(payment).toContainText('Card ···· 4242, Visa');
    await expect(payment).toContainText(testPayments);
    await expect(payment.getByRole('link', { name: 'Open in Stripe' })).toHaveAttribute(
      'href',
      /^https:\/\/dashboard\.stripe\.com\/test\/payments\/pi_\w+$/,
    );
    await expectNoAxeInThemes(office, 'a card payment');
    await payment.getByLabel('Amount').fill('80.01');
    await payment.getByLabel('Reason').fill('A session fell out');
    await payment.getByRole('button', { name: 'Refund to Card' }).click();
    await expect(payment.getByText('Use at most $80.00')).toBeVisible();
    await payment.getByLabel('Amount').fill('30');
    await payment.getByRole('button', { name: 'Refund to Card' }).click();
    await expectToast(office, { title: 'Refund asked for. Its entry follows in a moment.' });
    await expect(office.getByText('Refund, card')).toBeVisible();
    await expect(office.getByText('A session fell out')).toBeVisible();
    await expectNoSideScroll(office);
    await page.reload();
    await expect(page.getByText('You owe $70.00', { exact: true })).toBeVisible();
  });

test('what an adult pays while the office records cash is credit, and a lost event is found by a press [CRD-02, CRD-03, CRD-05]', {
  tag: '@exhaustive',
}, async ({ page, stack, parent, admin, newPage, expectProblems }) => {
  const cls = await addClass(stack);
  await bookByApi(stack, parent, cls);
  await page.goto(paths.parentPayments);
  await page.getByRole('button', { name: 'Pay $120.00 by card' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pay by card' });
  await expect(dialog.getByText('Up to $120.00.')).toBeVisible();
  await payByApi(stack, admin, parent, 5_000);
  expectProblems(httpError(400));
  await dialog.getByRole('button', { name: 'Go to Payment' }).click();
  await expect(dialog.getByText('Use at most $70.00')).toBeVisible();
  await expect(dialog.getByText('Up to $70.00.')).toBeVisible();
  await expect(toasts(page)).toHaveCount(0);
  await dialog.getByLabel('Amount in dollars').fill('70');
  await dialog.getByRole('button', { name: 'Go to Payment' }).click();
  await expect(page.getByRole('heading', { name: 'Pay $70.00' })).toBeVisible();
  await page.getByLabel('Event').selectOption('never');
  await pay(page);
  await expect(page.getByText('Your payment is being confirmed.')).toBeVisible();
  await expect(page.getByText('You owe $70.00', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: /by card/ })).toHaveCount(0);
  await payByApi(stack, admin, parent, 7_000);

  const office = await newPage({ as: admin });
  await office.goto(paths.adminSettings);
  await expect(office.getByText('Test payments: no money moves.')).toBeVisible();
  await office.getByRole('button', { name: 'Compare with Stripe' }).click();
  // The stand-in also has payments of the tests before.
  const difference = office.getByRole('listitem').filter({ hasText: 'Payment of $70.00' });
  await expect(difference).toContainText('Stripe has it, the account does not.');
  await expectNoAxeInThemes(office, 'differences from Stripe');
  await difference.getByRole('button', { name: 'Record' }).click();
  await expect(difference).toHaveCount(0);

  await expect(page.getByText('Thank you. We received $70.00.')).toBeVisible();
  await expect(page.getByText('You are $70.00 in credit', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: /by card/ })).toHaveCount(0);
});

test('a payment that fails, ends or is disputed says so, costs nothing to repeat, and reaches the office [CRD-03, CRD-04]', {
  tag: '@exhaustive',
}, async ({ page, stack, parent, admin, newPage, expectProblems }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  const cls = await addClass(stack);
  await bookByApi(stack, parent, cls);
  const stripe = await newPage();
  await test.step('an address whose payment is forgotten', async () => {
    expectProblems(httpError(404));
    await page.goto(`${paths.parentPayments}?card=cpm_${'0'.repeat(26)}`);
    await expectToast(page, errorToast('This payment no longer exists. Please reload the page.'));
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  });
  await test.step('a press without a network', async () => {
    await page.goto(paths.parentPayments);
    await page.getByRole('button', { name: 'Pay $120.00 by card' }).click();
    const dialog = page.getByRole('dialog', { name: 'Pay by card' });
    await expect(dialog).toBeVisible();
    expectProblems(networkError);
    await disconnect(page);
    await dialog.getByRole('button', { name: 'Go to Payment' }).click();
    await expect(dialog.getByRole('alert')).toContainText('We could not reach the server');
    await reconnect(page);
    await dialog.getByRole('button', { name: 'Go to Payment' }).click();
  });
  await test.step('a declined card, and the way back', async () => {
    await page.getByRole('button', { name: 'Card declined' }).click();
    await expect(page.getByRole('alert')).toHaveText(/Your card was declined. Nothing was paid/);
    await page.getByRole('link', { name: 'Go back' }).click();
    await expect(page.getByText('You left the payment page. You paid nothing on it.')).toBeVisible();
  });
  await test.step('a page that has ended', async () => {
    await openPaymentPage(page);
    await expect(page.getByRole('heading', { name: 'Pay $120.00' })).toBeVisible();
    await actAtStripe(stripe, 'End it');
    await page.reload();
    await page.getByRole('link', { name: 'Go on' }).click();
    await expect(page.getByText('The payment page has ended. You paid nothing on it')).toBeVisible();
  });
  await test.step('a bank debit that fails days later', async () => {
    await openPaymentPage(page);
    await page.getByRole('button', { name: /^Pay by bank debit/ }).click();
    await expect(page.getByText('Your bank is carrying out your payment of $120.00.')).toBeVisible();
    await expect(page.getByText('Nothing is open', { exact: true })).toBeVisible();
    await actAtStripe(stripe, 'The debit fails');
    await expect
      .poll(async () => (await stack.mails()).filter(({ subject }) => subject === 'Payment failed: $120.00'))
      .toHaveLength(1);
    await page.reload();
    await expect(page.getByText('Your bank did not carry out your payment of $120.00.')).toBeVisible();
    await expect(page.getByText('The bank did not carry it out')).toBeVisible();
    await expectNoSideScroll(page);
  });
  await openPaymentPage(page);
  await pay(page);
  await expect(page.getByText('Thank you. We received $120.00.')).toBeVisible();
  await actAtStripe(stripe, 'Dispute');
  const office = await newPage({ as: admin, viewport: { width: 375, height: 800 } });
  await office.goto(paths.admin);
  const toDo = office.getByRole('region', { name: 'To Do' });
  const [failed, dispute] = [
    'A bank debit of $120.00 failed',
    'A card payment of $120.00 is disputed. Answer in Stripe by',
  ];
  await expect(toDo.getByText(dispute)).toBeVisible();
  await toDo.getByRole('listitem').filter({ hasText: failed }).getByRole('button', { name: 'Done' }).click();
  await expect(toDo.getByText(failed)).toHaveCount(0);
  await expectNoSideScroll(office);
  await actAtStripe(stripe, 'Lost');
  await office.goto(paths.adminParent(parent.family.id));
  await expect(office.getByText('Dispute lost')).toBeVisible();
});
