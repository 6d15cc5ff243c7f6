import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { expect } from 'vitest';
import { profileKey } from '#functions/data/dynamo/keys';
import { sampleFamily } from '#infra/testing/samples/samples';
import type { Account, TestStack } from '#infra/testing/stack/test-stack';
import { formatDate } from '#shared/domain/format';
import { paths } from '#shared/paths';
import { cellsOf, headOf, question, rowOf } from './testing/admin-screens.ts';
import { businessToday } from './testing/business-day.ts';
import { answerWith, atFirst, interceptCalls } from './testing/calls.ts';
import { pathOf } from './testing/page-state.ts';
import { answered } from './testing/problem-guard.ts';
import { logIn } from './testing/sessions.ts';
import { siteTest as it } from './testing/site-test.ts';
import { soon } from './testing/soon.ts';
import { errorToast, seeToast } from './testing/toasts.ts';

const named = (full_name: string) => {
  const sample = sampleFamily({ now: new Date(), children: [] });
  return { ...sample, profile: { ...sample.profile, full_name } };
};

/** A role that was changed just now is not turned round at once; this one was changed long ago. */
const letSettle = async ({ table }: TestStack, { family }: Account): Promise<void> => {
  await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: profileKey(family.profile.id),
      UpdateExpression: 'REMOVE role_changed_at',
    }),
  );
};

it('lists exactly the admins with all that is known of them [ADM-53, PRM-12, API-22]', async ({
  visit,
  admin,
  parent,
  stack,
}) => {
  const colleague = await stack.createAccount(named('Cora Colleague'), { isAdmin: true });
  const page = await visit({ as: admin, path: paths.adminAdmins });
  const { email, phone_number } = colleague.family.profile;
  await rowOf(page, email).waitFor();
  expect(await headOf(page, 'Admins')).toEqual(['Name', 'Email', 'Phone', 'Role', 'Joined', 'Actions']);
  expect((await cellsOf(rowOf(page, email))).map((text) => text.trim())).toEqual([
    'Cora Colleague',
    email,
    phone_number,
    'Admin',
    formatDate(businessToday),
    'Revoke',
  ]);
  expect(await page.locator('tbody').getByRole('row').count()).toBe(2);
  expect(await rowOf(page, parent.family.profile.email).count()).toBe(0);
});

it('makes a colleague an admin by email, who then has the admin area [ADM-54, NTF-05]', async ({
  open,
  admin,
  stack,
}) => {
  const colleague = await stack.createAccount(named('Greta Granted'));
  const { email } = colleague.family.profile;
  const page = await open({ as: admin, path: paths.adminAdmins });
  const form = page.getByRole('form', { name: 'Add an admin' });
  await form.getByRole('button', { name: 'Grant Admin Role' }).click();
  await form.getByText('Please enter your email', { exact: true }).waitFor();
  await form.getByLabel('Email').fill(` ${email.toUpperCase()} `);
  await form.getByRole('button', { name: 'Grant Admin Role' }).click();
  await seeToast(page, {
    title: 'Admin role granted',
    description: 'Greta Granted is an administrator now.',
  });
  await rowOf(page, email).waitFor();
  expect(await form.getByLabel('Email').inputValue()).toBe('');

  const other = await open({ path: paths.login });
  await logIn(other, email);
  await soon(() => pathOf(other)).toBe('/admin');
  await other.getByRole('heading', { name: 'Admin Dashboard', level: 1 }).waitFor();
});

it('revokes the role of another admin only when asked twice; not one’s own, so never the last one [ADM-54, NTF-05]', async ({
  visit,
  admin,
  stack,
}) => {
  const colleague = await stack.createAccount(named('Rita Revoked'), { isAdmin: true });
  await letSettle(stack, colleague);
  const { email } = colleague.family.profile;
  const page = await visit({ as: admin, path: paths.adminAdmins });
  const own = rowOf(page, admin.family.profile.email);
  await own.getByText('This is you').waitFor();
  expect(await own.getByRole('button').count()).toBe(0);
  const revoke = rowOf(page, email).getByRole('button', { name: 'Revoke' });
  await revoke.click();
  await question(page).getByText('Rita Revoked can no longer see or change classes').waitFor();
  await question(page).getByRole('button', { name: 'Cancel' }).click();
  await rowOf(page, email).waitFor();
  await revoke.click();
  await question(page).getByRole('button', { name: 'Revoke Admin Role' }).click();
  await seeToast(page, { title: 'Admin role revoked' });
  await soon(() => rowOf(page, email).count()).toBe(0);
  await page.getByRole('link', { name: 'Parents', exact: true }).click();
  await rowOf(page, email).waitFor();
});

it('says why a role cannot be granted', async ({ visit, admin }) => {
  const page = await visit({ as: admin, path: paths.adminAdmins, expects: [answered(404)] });
  const form = page.getByRole('form', { name: 'Add an admin' });
  await form.getByLabel('Email').fill('nobody@example.com');
  await form.getByRole('button', { name: 'Grant Admin Role' }).click();
  await seeToast(
    page,
    errorToast('There is no account with this email. Please ask the person to sign up first.'),
  );
  expect(await form.getByLabel('Email').inputValue()).toBe('nobody@example.com');
});

it('a failed load says so and can be tried again [ERR-11]', async ({ visit, admin }) => {
  const page = await visit({ as: admin, expects: [answered(400)] });
  await interceptCalls(page, 'listAdmins', atFirst(1, answerWith(400)));
  await page.goto(paths.adminAdmins);
  await seeToast(page, errorToast('Failed to load admins'));
  await page.getByRole('button', { name: 'Try again' }).click();
  await rowOf(page, admin.family.profile.email).waitFor();
});

it('the activity log names who changed what, newest first, and is found from two pages', async ({
  visit,
  admin,
  stack,
}) => {
  const changed = await stack.createAccount(named('Laura Logged'));
  await stack.call({
    route: 'updateParent',
    token: admin.token,
    params: { parentId: changed.family.profile.id },
    body: { full_name: 'Laura Renamed', phone_number: changed.family.profile.phone_number },
  });
  const page = await visit({ as: admin, path: paths.adminAdmins });
  await page.getByRole('link', { name: 'Who changed what: the activity log' }).click();
  await page.getByRole('heading', { name: 'Activity Log', level: 1 }).waitFor();
  const newest = await page.locator('tbody').getByRole('row').first().textContent();
  expect(newest).toContain(admin.family.profile.full_name);
  expect(newest).toContain('Changed a parent: full name');
  expect(newest).toContain('Laura Renamed');
  await page.getByRole('link', { name: 'Dashboard', exact: true }).first().click();
  await page.getByRole('link', { name: 'Activity log' }).click();
  await soon(() => pathOf(page)).toBe('/admin/activity');
});
