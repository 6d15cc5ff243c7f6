import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { paths } from '#shared/paths';

/** The row of a table, or its card, in which a text stands by itself. */
export const rowOf = (page: Page, text: string): Locator =>
  page
    .locator('tbody')
    .getByRole('row')
    .filter({ has: page.getByText(text, { exact: true }) });

/** The texts of a table's head. */
export const headOf = async (page: Page, table: string): Promise<string[]> =>
  (await page.getByRole('table', { name: table }).getByRole('columnheader').allTextContents()).map((text) =>
    text.trim(),
  );

/** The texts of a row's cells. */
export const cellsOf = (row: Locator): Promise<string[]> =>
  row.getByRole('rowheader').or(row.getByRole('cell')).allTextContents();

/** The question that a destructive action asks first. */
export const question = (page: Page): Locator => page.getByRole('alertdialog');

/** Presses a button that saves a file, and gives its name and text. */
export const savedFile = async (page: Page, button: Locator): Promise<{ name: string; text: string }> => {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
};

/** The class form, wherever it stands. */
export const classForm = (form: Locator) => ({
  classType: form.getByLabel('Class Type'),
  venue: form.getByLabel('Venue'),
  coach: form.getByLabel('Coach Name'),
  weeklyRate: form.getByLabel('Weekly Rate'),
  startDate: form.getByLabel('Start Date'),
  endDate: form.getByLabel('End Date'),
  price: form.getByRole('status', { name: 'Price' }),
  addSlot: form.getByRole('button', { name: 'Add Time Slot' }),
  /** A row of the form, by its place from 1. */
  slot: (place: number) => {
    const row = form.getByRole('group', { name: `Time slot ${place}`, exact: true });
    return {
      row,
      start: row.getByLabel('Start'),
      end: row.getByLabel('End'),
      capacity: row.getByLabel('Capacity'),
      remove: row.getByRole('button', { name: 'Remove' }),
    };
  },
});

/** Opens the list of classes and the form for a new one. */
export const openNewClass = async (page: Page) => {
  await page.goto(paths.adminClasses);
  await page.getByRole('button', { name: 'Create Class' }).click();
  const form = page.getByRole('form', { name: 'Create Class' });
  return { ...classForm(form), form, save: form.getByRole('button', { name: 'Save Class' }) };
};

/** What `fillClass` types; the class begins in the future and is $20.00 a week. */
export interface TypedClass {
  readonly class_type: string;
  readonly venue: string;
  readonly coach_name: string;
  readonly weekly_rate: string;
  readonly start_date: string;
}

/** Types all but the slots in; the end date follows the start. */
export const fillClass = async (form: ReturnType<typeof classForm>, typed: TypedClass): Promise<void> => {
  await form.classType.selectOption(typed.class_type);
  await form.venue.fill(typed.venue);
  await form.coach.fill(typed.coach_name);
  await form.weeklyRate.fill(typed.weekly_rate);
  await form.startDate.fill(typed.start_date);
};

/** Types one slot in. */
export const fillSlot = async (
  { start, end, capacity }: ReturnType<ReturnType<typeof classForm>['slot']>,
  [from, to, places]: readonly [string, string, string],
): Promise<void> => {
  await start.fill(from);
  await end.fill(to);
  await capacity.fill(places);
};

/** Opens the dialog that edits a class, from its card. */
export const openEdit = async (page: Page, card: Locator) => {
  await card.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Class' });
  return { ...classForm(dialog), dialog, save: dialog.getByRole('button', { name: 'Save Changes' }) };
};
