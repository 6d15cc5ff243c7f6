import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Account, TestStack } from '#infra/testing/stack/test-stack';
import { businessToday } from './business-day.ts';
import { expectToast } from './toasts.ts';

/** Records a payment of a family through the API, in cents: a bank transfer of today, without a receipt. */
export const payByApi = async (
  stack: TestStack,
  admin: Account,
  { family }: Account,
  amount: number,
): Promise<void> => {
  const { status } = await stack.call({
    route: 'recordPayment',
    params: { parentId: family.profile.id },
    token: admin.token,
    idempotencyKey: randomUUID(),
    body: {
      ...{ amount, day: businessToday, method: 'bank-transfer', note: 'Transfer 4711' },
      ...{ booking_id: null, receipt: false },
    },
  });
  if (status !== 201) throw new Error(`The payment was answered with ${status}`);
};

/** Records the payment that the form suggests, on the admin's page of a family. */
export const recordPayment = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Record Payment' }).click();
  const dialog = page.getByRole('dialog', { name: 'Record Payment' });
  await dialog.getByRole('button', { name: 'Record Payment' }).click();
  await expectToast(page, { title: 'Entry recorded' });
};

/** How many receipts of payments a family got by email. */
export const countReceipts = async (stack: TestStack, { family }: Account): Promise<number> =>
  (await stack.mails()).filter(
    ({ to, subject }) => to.includes(family.profile.email) && subject.startsWith('Payment received'),
  ).length;
