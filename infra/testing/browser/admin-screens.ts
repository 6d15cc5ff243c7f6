import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import type { Account, TestStack } from '#infra/testing/stack/test-stack';
import { paths } from '#shared/paths';
import { businessToday } from './business-day.ts';
import { expectToast } from './page.ts';

/** The table row, or on a narrow screen the card, with an element of exactly this text. */
export const rowOf = (page: Page, text: string): Locator =>
  page
    .locator('tbody')
    .getByRole('row')
    .filter({ has: page.getByText(text, { exact: true }) });

/** Waits for a table with these columns, in this order: `Name, Email, Role`. */
export const expectColumns = (page: Page, table: string, names: string): Promise<void> =>
  expect(page.getByRole('table', { name: table }).getByRole('columnheader')).toHaveText(names.split(', '));

export const cellsOf = (row: Locator): Locator => row.getByRole('rowheader').or(row.getByRole('cell'));

export const confirmDialog = (page: Page): Locator => page.getByRole('alertdialog');

export const downloadFile = async (page: Page, button: Locator): Promise<{ name: string; text: string }> => {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
};

export const classForm = (form: Locator) => ({
  classType: form.getByLabel('Class Type'),
  venue: form.getByRole('combobox', { name: 'Venue' }),
  newVenue: form.getByRole('button', { name: 'New Venue' }),
  /** In place of the two above, in a school without a venue. */
  firstVenue: form.getByRole('textbox', { name: 'Venue', exact: true }),
  firstAddress: form.getByLabel('Address of the Venue'),
  more: form.getByText(/^More:/),
  coach: form.getByLabel('Coach Name'),
  weeklyRate: form.getByLabel('Weekly Rate'),
  startDate: form.getByLabel('Start Date'),
  endDate: form.getByLabel('End Date'),
  price: form.getByRole('status', { name: 'Price' }),
  addSlot: form.getByRole('button', { name: 'Add Time Slot' }),
  /** A time slot of the form; the first one has number 1. */
  slot: (number: number) => {
    const row = form.getByRole('group', { name: `Time slot ${number}`, exact: true });
    return {
      row,
      start: row.getByLabel('Start'),
      end: row.getByLabel('End'),
      capacity: row.getByLabel('Capacity'),
      remove: row.getByRole('button', { name: 'Remove' }),
    };
  },
});

export const openNewClass = async (page: Page) => {
  await page.goto(paths.adminClasses);
  await page.getByRole('button', { name: 'Create Class' }).click();
  const form = page.getByRole('form', { name: 'Create Class' });
  return { ...classForm(form), form, save: form.getByRole('button', { name: 'Save Class' }) };
};

/** What `fillClass` types. */
interface ClassInput {
  readonly class_type: string;
  readonly venue: string;
  readonly coach_name: string;
  readonly weekly_rate: string;
  readonly start_date: string;
}

/**
 * Chooses a venue by its name, which is created where there is none; in a school without a venue it is created with the
 * class.
 */
export const chooseVenue = async (
  {
    venue,
    newVenue,
    firstVenue,
    firstAddress,
  }: Pick<ReturnType<typeof classForm>, 'venue' | 'newVenue' | 'firstVenue' | 'firstAddress'>,
  name: string,
): Promise<void> => {
  await venue.or(firstVenue).waitFor();
  if (await firstVenue.isVisible()) {
    await firstVenue.fill(name);
    await firstAddress.fill('1 Park Lane');
    return;
  }
  const option = venue.getByRole('option', { name, exact: true });
  if ((await option.count()) === 0) {
    await newVenue.click();
    const dialog = venue.page().getByRole('dialog', { name: 'New Venue' });
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByLabel('Address').fill('1 Park Lane');
    await dialog.getByRole('button', { name: 'Save Venue' }).click();
    await dialog.waitFor({ state: 'hidden' });
    // The form chooses it.
    return;
  }
  await venue.selectOption({ label: name });
};

/** Fills the class form but its slots; the form sets the end date from the start date. */
export const fillClass = async (form: ReturnType<typeof classForm>, input: ClassInput): Promise<void> => {
  await form.classType.selectOption(input.class_type);
  await chooseVenue(form, input.venue);
  await form.coach.fill(input.coach_name);
  await form.weeklyRate.fill(input.weekly_rate);
  await form.startDate.fill(input.start_date);
};

export const fillSlot = async (
  { start, end, capacity }: ReturnType<ReturnType<typeof classForm>['slot']>,
  [from, to, places]: readonly [string, string, string],
): Promise<void> => {
  await start.fill(from);
  await end.fill(to);
  await capacity.fill(places);
};

export const openEdit = async (page: Page, card: Locator) => {
  await card.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Class' });
  return { ...classForm(dialog), dialog, save: dialog.getByRole('button', { name: 'Save Changes' }) };
};

/** Records a payment of a family through the API, in cents: a bank transfer of today, without a receipt. */
export const payByApi = async (
  stack: TestStack,
  admin: Account,
  { family }: Account,
  amount: number,
): Promise<void> => {
  const { status } = await stack.call({
    route: 'recordPayment',
    params: { parentId: family.id },
    token: admin.token,
    idempotencyKey: randomUUID(),
    body: {
      amount,
      day: businessToday,
      method: 'bank-transfer',
      note: 'Transfer 4711',
      booking_id: null,
      receipt: false,
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

export const countReceipts = async (stack: TestStack, { family }: Account, saying = ''): Promise<number> =>
  (await stack.mails()).filter(
    ({ to, subject, text }) =>
      to.includes(family.profile.email) && subject.startsWith('Payment received') && text?.includes(saying),
  ).length;
