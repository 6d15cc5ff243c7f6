import { bornYearsAgo } from '#infra/testing/browser/business-day';
import { expectNoSideScroll, expectToast, httpError } from '#infra/testing/browser/page';
import { sampleFamily } from '#infra/testing/samples/samples';
import { routes } from '#shared/contract/routes';
import { paths } from '#shared/paths';
import { expectNoAxeInThemes } from './testing/accessibility.ts';
import { expect, test } from './testing/test.ts';

test('an old form does not erase a newer note [PRF-01]', async ({ page, signIn, stack, expectProblems }) => {
  expectProblems(httpError(409));
  await page.setViewportSize({ width: 375, height: 667 });
  const born = bornYearsAgo(8);
  const account = await stack.createAccount(
    sampleFamily({
      now: new Date(),
      children: [{ name: 'Kim Parent', date_of_birth: born, health_answer: null }],
    }),
  );
  const { token } = account;
  const childOf = async () => {
    const { body } = await stack.call({ route: 'getMyFamily', token });
    return routes.getMyFamily.response.parse(body).children[0];
  };
  await signIn(account);
  await page.goto(paths.parentProfile);
  await page.getByRole('button', { name: 'Edit Kim Parent' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Child Name').fill('Kim Novak');
  await form.getByLabel('Nothing to know').check();

  const note = 'Peanut allergy: EpiPen';
  await stack.call({
    route: 'updateChild',
    token,
    params: { childId: account.family.children[0]?.id ?? '' },
    body: { health: { medical_conditions: note } },
  });
  const save = form.getByRole('button', { name: 'Save Changes' });
  await save.click();
  const notice = form.getByRole('alert').filter({ hasText: 'This was changed meanwhile' });
  await expect(notice).toBeFocused();
  await expect(notice.getByLabel('Yours: Nothing to know')).not.toBeChecked();
  await expect(notice.getByLabel(`Now stored, changed meanwhile: ${note}`)).not.toBeChecked();
  await expect(form.getByLabel('Child Name')).toHaveValue('Kim Novak');
  expect(await childOf()).toMatchObject({ name: 'Kim Parent', medical_conditions: note });
  await expectNoSideScroll(page);
  await expectNoAxeInThemes(page, 'a health note that was changed meanwhile');

  await save.click();
  await expect(notice.getByText('Please choose one of the two')).toBeVisible();
  // The notice says it: a toast would lie above it on a phone.
  await expect(page.getByText('Please look at what is stored now')).toHaveCount(0);
  await notice.getByLabel(`Now stored, changed meanwhile: ${note}`).check();
  await expect(form.getByLabel('Medical Conditions')).toHaveValue(note);
  await save.click();
  await expectToast(page, { title: 'Changes saved' });
  expect(await childOf()).toMatchObject({ name: 'Kim Novak', medical_conditions: note });
});

test('the office sees the phone number that a parent saved meanwhile, and chooses [PRF-01]', async ({
  page,
  signIn,
  stack,
  admin,
  expectProblems,
}) => {
  expectProblems(httpError(409));
  const parent = await stack.createAccount(sampleFamily({ now: new Date() }));
  await signIn(admin);
  await page.goto(paths.adminParent(parent.family.id));
  const form = page.getByRole('form', { name: 'Parent details' });
  await form.getByLabel('Phone Number').fill('07700 900456');
  const { status } = await stack.call({
    route: 'updateMyProfile',
    token: parent.token,
    body: { full_name: 'Quinn Other', phone_number: '07700 900789' },
  });
  expect(status).toBe(200);
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(form.getByLabel('Now stored, changed meanwhile: 07700 900789')).toBeVisible();
  await form.getByLabel('Yours: 07700 900456').check();
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(page, { title: 'Parent information updated successfully' });
  // The name, which the office did not touch, is the parent's.
  const { body } = await stack.call({ route: 'getMyFamily', token: parent.token });
  expect(routes.getMyFamily.response.parse(body).profile).toMatchObject({
    full_name: 'Quinn Other',
    phone_number: '07700 900456',
  });
});
