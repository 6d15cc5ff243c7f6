import { sampleFamily } from '#infra/testing/samples/samples';
import type { TestStack } from '#infra/testing/stack/test-stack';
import { routes } from '#shared/contract/routes';
import { paths } from '#shared/paths';
import { cellsOf, downloadFile, rowOf } from './testing/admin-screens.ts';
import { bookByApi } from './testing/bookings.ts';
import { bornYearsAgo } from './testing/business-day.ts';
import { addClass, slotOf } from './testing/classes.ts';
import { childForm } from './testing/sign-up-form.ts';
import { expect, test } from './testing/test.ts';
import { expectToast } from './testing/toasts.ts';

/** A family with a child about whose health nobody answered. */
const unanswered = () =>
  sampleFamily({
    now: new Date(),
    children: [{ name: 'Kim Parent', date_of_birth: bornYearsAgo(8), health_answer: null }],
  });

const childrenOf = async (stack: TestStack, { token }: { readonly token: string }) => {
  const { body } = await stack.call({ route: 'getMyFamily', token });
  return routes.getMyFamily.response.parse(body).children;
};

test.describe('health', () => {
  test('is asked at the booking of a child without an answer, holds nothing up, and is one tap [EME-02]', async ({
    page,
    signIn,
    stack,
  }) => {
    const account = await stack.createAccount(unanswered());
    const cls = await addClass(stack);
    await signIn(account);
    await page.goto(paths.bookClass(cls.id, slotOf(cls).id));
    await page.getByLabel('Child', { exact: true }).selectOption({ label: 'Kim Parent (age 8)' });
    const question = page.getByRole('group', { name: 'Health of Kim Parent' });
    await expect(question).toBeVisible();
    await expect(page.getByRole('button', { name: 'Confirm Booking' })).toBeEnabled();
    await question.getByRole('button', { name: 'Nothing to know' }).click();
    await expect(question).toHaveCount(0);
    expect(await childrenOf(stack, account)).toMatchObject([
      { medical_conditions: null, health_answer: { version: 1 } },
    ]);
  });

  test('is answered there with a note, never with a blank one [EME-02]', async ({ page, signIn, stack }) => {
    const account = await stack.createAccount(unanswered());
    const cls = await addClass(stack);
    await signIn(account);
    await page.goto(paths.bookClass(cls.id, slotOf(cls).id));
    await page.getByLabel('Child', { exact: true }).selectOption({ label: 'Kim Parent (age 8)' });
    const question = page.getByRole('group', { name: 'Health of Kim Parent' });
    await question.getByRole('button', { name: 'Add a note' }).click();
    await question.getByRole('button', { name: 'Save the note' }).click();
    await expect(question.getByText('Please write what the coach should know')).toBeVisible();
    await question.getByLabel('Medical Conditions').fill('Asthma');
    await question.getByRole('button', { name: 'Save the note' }).click();
    await expect(page.getByText('Medical note: Asthma')).toBeVisible();
    await expect(page.getByLabel('Child', { exact: true })).toContainText('Kim Parent (age 8) - Asthma');
  });

  test('is shown as not answered on the roster, its export, and the page of the family [EME-02]', async ({
    page,
    signIn,
    stack,
    admin,
  }) => {
    const account = await stack.createAccount(unanswered());
    const cls = await addClass(stack);
    await bookByApi(stack, account, cls);
    await signIn(admin);
    await page.goto(paths.adminClass(cls.id));
    await expect(cellsOf(rowOf(page, 'Kim Parent')).nth(2)).toHaveText('Not answered');
    const { text } = await downloadFile(page, page.getByRole('button', { name: 'Export CSV' }));
    expect(text).toContain('Kim Parent,8,Full,,Not answered,');
    await page.goto(paths.adminParent(account.family.profile.id));
    await expect(cellsOf(rowOf(page, 'Kim Parent'))).toContainText(['Not answered']);
  });

  test('is ticked or written in the profile, and not emptied by an edit [EME-02, KID-01]', async ({
    page,
    signIn,
    stack,
  }) => {
    const account = await stack.createAccount(unanswered());
    await signIn(account);
    await page.goto(paths.parentProfile);
    await expect(page.getByText('Health: Not answered')).toBeVisible();
    const form = childForm(page);
    await form.name.fill('Max Parent');
    await form.dateOfBirth.fill('2019-01-02');
    const nothing = page.getByRole('checkbox', { name: 'Nothing to know' });
    await nothing.check();
    await form.add.click();
    await expectToast(page, { title: 'Child added successfully' });
    await expect(page.getByText('Health: Nothing to know')).toBeVisible();

    await page.getByRole('button', { name: 'Edit Max Parent' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('checkbox', { name: 'Nothing to know' }).uncheck();
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await expect(dialog.getByText('Please write what the coach should know')).toBeVisible();
    await dialog.getByLabel('Medical Conditions').fill('Nuts');
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByText('Health: Nuts')).toBeVisible();
    expect((await childrenOf(stack, account)).map(({ medical_conditions }) => medical_conditions)).toEqual([
      null,
      'Nuts',
    ]);
  });
});
