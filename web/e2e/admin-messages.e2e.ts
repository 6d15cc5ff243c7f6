import { addClass, bookByApi } from '#infra/testing/browser/classes';
import { expectToast } from '#infra/testing/browser/page';
import { paths } from '#shared/paths';
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
  await dialog.getByRole('button', { name: 'Send Message' }).click();
  await expectToast(page, { title: 'The message is being sent' });
  await expect(form.getByLabel('Subject')).toHaveValue('');
  const sent = page.getByRole('table', { name: 'Messages' }).getByRole('rowheader');
  await expect(sent).toHaveText('Bring a jumper');
  // On phones the actions of a row are behind its button.
  await page.getByRole('button', { name: /Bring a jumper/ }).click();
  await page.getByRole('button', { name: 'Who Got It' }).click();
  const list = page.getByRole('dialog', { name: 'Bring a jumper' });
  await expect(list.getByRole('status')).toHaveText('1 of 1 family reached.');
  await expect(list.getByRole('link')).toHaveAttribute('href', /^tel:/);
});
