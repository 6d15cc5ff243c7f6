import { businessToday } from '#infra/testing/browser/business-day';
import { addClass, bookByApi, joinByApi, slotOf } from '#infra/testing/browser/classes';
import { familyOfTwo } from '#infra/testing/browser/families';
import { expectNoSideScroll, expectToast } from '#infra/testing/browser/page';
import { addDays } from '#shared/lib/calendar';
import { paths } from '#shared/paths';
import { addReader } from './testing/mails.ts';
import { expect, officeTest as test } from './testing/test.ts';

test('an admin writes to a class and sees who was reached [MSG-01, MSG-04]', {
  tag: '@exhaustive',
}, async ({ page, stack, parent }) => {
  await page.setViewportSize({ width: 375, height: 900 });
  const cls = await addClass(stack, { slots: [{ capacity: 5 }] });
  await bookByApi(stack, parent, cls);
  await page.goto(paths.adminMessages);
  const form = page.getByRole('form', { name: 'New message' });
  await form.getByRole('combobox', { name: 'Class' }).selectOption(cls.id);
  await form.getByLabel('Subject').fill('Bring a jumper');
  await form.getByLabel('Message').fill('It gets cold on Saturday: https://weather.example/saturday');
  await form.getByRole('button', { name: 'Preview and Send' }).click();
  await expect(form.getByText('Please confirm that the message is about a booking')).toBeVisible();
  await form.getByLabel('About a booking only. Offers go to newsletter readers.').check();
  await form.getByRole('button', { name: 'Preview and Send' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send This Message?' });
  await expect(dialog).toContainText('One email will be sent.');
  const email = dialog.getByRole('group', { name: 'Preview of the email' });
  await expect(email.getByRole('heading', { name: 'Bring a jumper' })).toBeVisible();
  const text = email.getByRole('paragraph').filter({ hasText: 'It gets cold on Saturday' });
  await expect(text).toHaveCSS('color', 'rgb(13, 27, 42)');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(text).toHaveCSS('color', 'rgb(251, 250, 244)');
  await expect(text.getByRole('link')).toHaveAttribute('href', 'https://weather.example/saturday');
  await expectNoSideScroll(page);
  await dialog.getByRole('button', { name: 'Send Message' }).click();
  await expectToast(page, { title: 'The message is being sent' });
  await expect(form.getByLabel('Subject')).toHaveValue('');
  const sent = page.getByRole('table', { name: 'Messages' }).getByRole('rowheader');
  await expect(sent).toHaveText('Bring a jumper');
  const isCut = await sent.evaluate((element) => element.scrollWidth > element.clientWidth);
  expect(isCut).toBe(false);
  // On phones the actions of a row are behind its button.
  await page.getByRole('button', { name: /Bring a jumper/ }).click();
  await page.getByRole('button', { name: 'Who Got It' }).click();
  const list = page.getByRole('dialog', { name: 'Bring a jumper' });
  await expect(list.getByRole('status')).toHaveText('1 of 1 family reached.');
  await expect(list.getByRole('link')).toHaveAttribute('href', /^tel:/);
});

test('each audience reaches those it names; all but readers are written to about a booking only [MSG-01, MSG-04]', {
  tag: '@exhaustive',
}, async ({ page, stack, parent }) => {
  const cls = await addClass(stack, { slots: [{ capacity: 5 }, { capacity: 2 }] });
  const sameVenue = await addClass(stack, { venue: cls.venue });
  const [second, third, fourth, fifth, sixth] = await Promise.all(
    Array.from({ length: 5 }, () => stack.createAccount(familyOfTwo())),
  );
  if (!second || !third || !fourth || !fifth || !sixth) throw new Error('There are five more families');
  for (const account of [parent, second]) await bookByApi(stack, account, cls);
  for (const account of [third, fourth]) await bookByApi(stack, account, cls, { at: 1 });
  for (const account of [parent, second, fifth]) await joinByApi(stack, account, cls, { at: 1 });
  await bookByApi(stack, sixth, sameVenue);
  for (let at = 0; at < 6; at += 1) await addReader(stack, `reader-${at}@example.com`);
  await page.goto(paths.adminMessageTo(parent.family.id));
  const form = page.getByRole('form', { name: 'New message' });
  await form.getByLabel('Subject').fill('Bring a jumper');
  await form.getByLabel('Message').fill('It gets cold on Saturday');
  const kind = form.getByRole('combobox', { name: 'To', exact: true });
  await expect(kind.locator('option:checked')).toHaveText('One family');
  await expect(form.getByText(parent.family.profile.full_name)).toBeVisible();
  await form.getByLabel('About a booking only.').check();
  const slot = form.getByRole('combobox', { name: 'Time slot' });
  for (const [audience, choose, count] of [
    ['One family', undefined, 'One email'],
    ['All families of a class', () => form.getByLabel('Class').selectOption(cls.id), '4 emails'],
    ['All families of a time slot', () => slot.selectOption(`${cls.id} ${slotOf(cls, 1).id}`), '2 emails'],
    ['The waiting list of a time slot', undefined, '3 emails'],
    [
      'Everybody at a venue on a day',
      async () => {
        await form.getByLabel('Venue').selectOption(cls.venue);
        await form.getByLabel('Day').fill(addDays(businessToday, 4));
      },
      '5 emails',
    ],
    ['The readers of the newsletter', undefined, '6 emails'],
  ] as const) {
    await kind.selectOption(audience);
    await choose?.();
    const isNews = audience === 'The readers of the newsletter';
    await expect(form.getByLabel('About a booking only.')).toHaveCount(isNews ? 0 : 1);
    await form.getByRole('button', { name: 'Preview and Send' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send This Message?' });
    await expect(dialog.getByText(`${count} will be sent`)).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  }
});
