import type { Page } from '@playwright/test';
import type { Account, TestStack } from '#infra/testing/stack/test-stack';
import { expectToast } from './toasts.ts';

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
