import { join } from 'node:path';
import { createAdminLink } from '#functions/accounts/openings';
import { createBuiltSite } from '#infra/local/site/built-site';
import { expectNoSideScroll, expectToast, httpError } from '#infra/testing/browser/page';
import { brand, sampleFacts } from '#shared/brand';
import { paths } from '#shared/paths';
import { expectNoAxeViolations } from './testing/accessibility.ts';
import { expect, test } from './testing/test.ts';

// The site of a school that has not said how it is reached, as a deployment gets it.
test.use({ stackOptions: { site: createBuiltSite(join(import.meta.dirname, '../../dist/web')) } });

test('the first administrator opens the school with name, email and password [SCH-01]', async ({
  page,
  stack,
  expectProblems,
}) => {
  await page.setViewportSize({ width: 375, height: 800 });
  const link = (await createAdminLink(stack.table, { now: new Date() })) ?? '';
  await page.goto(paths.openSchoolLink(link));
  await expect(page.getByText(`You will be the first administrator of ${brand.name}`)).toBeVisible();
  await page.getByLabel('Full Name').fill('Ada Owner');
  await page.getByLabel('Email', { exact: true }).fill(`ada-375@example.com`);
  await page.getByLabel('Password', { exact: true }).fill('football1');
  await expectNoSideScroll(page);
  await expectNoAxeViolations(page, 'open the school');
  await page.getByRole('button', { name: 'Open your school' }).click();
  await expectToast(page, { title: 'You are an administrator now' });
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible();
  await expect(page).toHaveURL(paths.admin);

  await page.goto(paths.adminAdmins);
  await expect(page.getByRole('main').getByText('This is you')).toHaveCount(1);
  const form = page.getByRole('form', { name: 'Invite an Admin' });
  await form.getByLabel('Email').fill('second@example.com');
  await form.getByRole('button', { name: 'Send Invitation' }).click();
  await expectToast(page, { title: 'Invitation sent', description: 'To second@example.com.' });
  await expect(
    page.getByRole('button', { name: 'Withdraw the invitation of second@example.com' }),
  ).toBeVisible();

  expectProblems(httpError(404));
  await page.goto(paths.openSchoolLink(link));
  await expect(page.getByRole('main').getByText('This link was used, withdrawn or replaced')).toBeVisible();
});

test('no page shows a phone, address, email or coach that nobody has said [SCH-02]', async ({ page }) => {
  const { coach, phone, address, social } = sampleFacts;
  const made = [coach.name, phone, address.postcode, ...address.street, brand.mailbox];
  for (const path of [paths.home, paths.contact, paths.bookCamp, paths.auth, '/offline.html']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const html = await page.content();
    for (const fact of [...made, ...social.map(({ url }) => url), 'Business hours', '>null<', 'undefined'])
      expect(html, path).not.toContain(fact);
    expect(await page.locator('a[href^="tel:"], a[href^="mailto:"]').count(), path).toBe(0);
  }
});
