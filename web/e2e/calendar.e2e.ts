import ICAL from 'ical.js';
import { downloadFile } from '#infra/testing/browser/admin-screens';
import { addClass, bookByApi } from '#infra/testing/browser/classes';
import { httpError } from '#infra/testing/browser/page';
import { paths } from '#shared/paths';
import { expect, familyTest as test } from './testing/test.ts';

const summariesOf = (text: string): string[] =>
  new ICAL.Component(ICAL.parse(text))
    .getAllSubcomponents('vevent')
    .map((event) => String(event.getFirstPropertyValue('summary')));

test.beforeEach(async ({ stack, parent }) => {
  await bookByApi(stack, parent, await addClass(stack));
});

test('a booking’s card saves its sessions as a calendar file [ICS-01]', async ({ page }) => {
  await page.goto(paths.parentBookings);
  const { name, text } = await downloadFile(page, page.getByRole('button', { name: 'Add to calendar' }));
  expect(name).toMatch(/-sessions\.ics$/);
  expect(summariesOf(text)).toEqual(Array.from({ length: 6 }, () => 'Juniorballerz: Ana'));
});

test('a new link ends the old one [ICS-02]', { tag: '@exhaustive' }, async ({ page, expectProblems }) => {
  expectProblems(httpError(409));
  await page.goto(paths.parentBookings);
  const section = page.getByRole('region', { name: 'All sessions in your calendar' });
  await section.getByRole('button', { name: 'Subscribe' }).click();
  const address = section.getByRole('textbox', { name: 'Calendar link' });
  await expect(address).toHaveValue(/\/api\/calendars\//);
  const first = await address.inputValue();
  await page.reload();
  await section.getByRole('button', { name: 'Subscribe' }).click();
  await expect(section).toContainText('You have a calendar link already.');
  await section.getByRole('button', { name: 'New link' }).click();
  await expect(address).toHaveValue(/\/api\/calendars\//);
  await expect(address).not.toHaveValue(first);
  expect((await page.request.get(first)).status()).toBe(404);
  expect((await page.request.get(await address.inputValue())).status()).toBe(200);
});
