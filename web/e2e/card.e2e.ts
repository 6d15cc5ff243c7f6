import { cellsOf, downloadFile, rowOf } from '#infra/testing/browser/admin-screens';
import { bornYearsAgo, businessToday } from '#infra/testing/browser/business-day';
import { addClass, bookByApi, slotOf } from '#infra/testing/browser/classes';
import { bookFor } from '#infra/testing/browser/forms';
import { expectToast } from '#infra/testing/browser/page';
import { sampleFamily } from '#infra/testing/samples/samples';
import type { TestStack } from '#infra/testing/stack/test-stack';
import { routes } from '#shared/contract/routes';
import { dayMs } from '#shared/lib/durations';
import { formatDate, formatDay, formatTimeRange } from '#shared/lib/format';
import { instantOf } from '#shared/lib/values';
import { paths } from '#shared/paths';
import { expect, test } from './testing/test.ts';

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

  test('is answered there with a note, never with a blank one [EME-02]', { tag: '@exhaustive' }, async ({
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
    await question.getByRole('button', { name: 'Add a note' }).click();
    await question.getByRole('button', { name: 'Save the note' }).click();
    await expect(question.getByText('Please write what the coach should know')).toBeVisible();
    await question.getByLabel('Medical Conditions').fill('Asthma');
    await question.getByRole('button', { name: 'Save the note' }).click();
    await expect(page.getByText('Medical note: Asthma')).toBeVisible();
    await expect(page.getByLabel('Child', { exact: true })).toContainText('Kim Parent (age 8) - Asthma');
  });

  test('what is not answered, and no photos, stand on the roster, its export, and the page of the family [EME-02]', {
    tag: '@exhaustive',
  }, async ({ page, signIn, stack, admin }) => {
    const account = await stack.createAccount(unanswered());
    const cls = await addClass(stack);
    await bookByApi(stack, account, cls);
    await signIn(admin);
    await page.goto(paths.adminClass(cls.id));
    await expect(cellsOf(rowOf(page, 'Kim Parent')).nth(2)).toHaveText('Not answered');
    const { text } = await downloadFile(page, page.getByRole('button', { name: 'Export CSV' }));
    expect(text).toContain('Kim Parent,8,Full,,Not answered,');
    await page.goto(paths.adminParent(account.family.id));
    await expect(cellsOf(rowOf(page, 'Kim Parent'))).toContainText(['Not answered']);

    await test.step('without a yes are "No photos" on the roster and its export, and contacts can be called [EME-01, EME-06]', async () => {
      const account = await stack.createAccount(
        sampleFamily({
          now: new Date(),
          children: [{ name: 'Kim Parent', date_of_birth: bornYearsAgo(8), contacts: [ruth] }],
        }),
      );
      const cls = await addClass(stack);
      await bookByApi(stack, account, cls);
      await page.goto(paths.adminClass(cls.id));
      await expect(rowOf(page, 'Kim Parent')).toContainText('No photos');
      await expect(rowOf(page, 'Kim Parent').getByRole('link', { name: ruth.phone_number })).toHaveAttribute(
        'href',
        /^tel:/,
      );
      const { text } = await downloadFile(page, page.getByRole('button', { name: 'Export CSV' }));
      expect(text).toContain('"Ruth Morgan (Grandmother), 07700 900301, may collect",No photos,');
      await page.goto(paths.adminParent(account.family.id));
      const children = page.getByRole('table', { name: 'Children' });
      await expect(children).toContainText('Ruth Morgan (Grandmother), 07700 900301, may collect');
      await expect(children).toContainText('No photos');
    });
  });
});

const ruth = {
  name: 'Ruth Morgan',
  relation: 'Grandmother',
  phone_number: '07700 900301',
  may_collect: true,
};

test.describe('contacts', () => {
  test('are added, ordered and removed in the profile, by keyboard too [EME-01]', {
    tag: '@exhaustive',
  }, async ({ page, signIn, stack }) => {
    const account = await stack.createAccount(unanswered());
    await signIn(account);
    await page.goto(paths.parentProfile);
    await expect(page.getByText('No contacts besides you')).toBeVisible();
    await page.getByRole('button', { name: 'Edit contacts of Kim Parent' }).click();
    const dialog = page.getByRole('dialog');
    const contact = (number: number) => dialog.getByRole('group', { name: `Contact ${number}` });
    const add = dialog.getByRole('button', { name: 'Add a contact' });
    for (const [index, name] of ['Tom Becker', 'Ruth Morgan', 'Ida Lund'].entries()) {
      await add.click();
      await contact(index + 1)
        .getByLabel('Name')
        .fill(name);
      await contact(index + 1)
        .getByLabel('Phone Number')
        .fill(`07700 90030${index}`);
    }
    await expect(add).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Save contacts' }).click();
    await expect(contact(1).getByText('Please enter how this person is related')).toBeVisible();
    for (const number of [1, 2, 3]) await contact(number).getByLabel('Relation').fill('Neighbour');
    await contact(2).getByRole('checkbox', { name: 'May collect Kim Parent' }).check();
    const up = dialog.getByRole('button', { name: 'Move contact 2 up' });
    await up.focus();
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('status')).toHaveText('Ruth Morgan is number 1');
    await expect(dialog.getByRole('button', { name: 'Move contact 1 up' })).toBeFocused();
    await dialog.getByRole('button', { name: 'Remove contact 3' }).click();
    await dialog.getByRole('button', { name: 'Save contacts' }).click();
    await expectToast(page, { title: 'Contacts saved' });
    await expect(page.getByRole('list', { name: 'Contacts of Kim Parent' }).getByRole('listitem')).toHaveText(
      [
        'Ruth Morgan (Neighbour), 07700 900301, may collect',
        'Tom Becker (Neighbour), 07700 900300, may not collect',
      ],
    );
  });
});

test.describe('photos', () => {
  test('are asked without a preset answer, and each answer is one tap [EME-06]', async ({
    page,
    signIn,
    stack,
  }) => {
    const account = await stack.createAccount(unanswered());
    await signIn(account);
    await page.goto(paths.parentProfile);
    const school = page.getByRole('radiogroup', { name: 'Within the school' });
    const web = page.getByRole('radiogroup', { name: 'Website and social media' });
    await expect(page.getByRole('group', { name: 'Photos of Kim Parent' }).getByRole('radio')).toHaveCount(4);
    for (const radio of await page.getByRole('radio').all()) await expect(radio).not.toBeChecked();
    await school.getByRole('radio', { name: 'Yes' }).check();
    await expect
      .poll(async () => (await childrenOf(stack, account)).map(({ photos_school }) => photos_school?.allowed))
      .toEqual([true]);
    await web.getByRole('radio', { name: 'No' }).check();
    await expect
      .poll(async () => (await childrenOf(stack, account)).map(({ photos_web }) => photos_web?.allowed))
      .toEqual([false]);
    await page.reload();
    await expect(school.getByRole('radio', { name: 'Yes' })).toBeChecked();
    await expect(web.getByRole('radio', { name: 'No' })).toBeChecked();
  });
});

test.describe('the confirmation', () => {
  test('is asked at each booking, and is one tap [EME-03]', async ({ page, signIn, stack }) => {
    const account = await stack.createAccount(unanswered());
    const cls = await addClass(stack);
    await signIn(account);
    await page.goto(paths.bookClass(cls.id, slotOf(cls).id));
    await bookFor(page, 'Kim Parent');
    const card = page.getByRole('region', { name: 'What the coach knows about Kim Parent' });
    await expect(card).toContainText('Health: Not answered');
    await expect(card).toContainText('No photos');
    await card.getByRole('button', { name: 'Everything is right for Kim Parent' }).click();
    await expect(card.getByRole('status')).toHaveText(`Confirmed ${formatDay(businessToday)}`);
    await expect(card.getByRole('button')).toHaveCount(0);
  });

  test('is asked after 180 days where the parent looks first, of a child that comes [EME-03]', {
    tag: '@exhaustive',
  }, async ({ page, signIn, stack }) => {
    const now = new Date();
    const child = { date_of_birth: bornYearsAgo(8) };
    const confirmed = (daysAgo: number) => ({
      card_confirmed_at: instantOf(new Date(now.getTime() - daysAgo * dayMs)),
    });
    const account = await stack.createAccount(
      sampleFamily({
        now,
        children: [
          { ...child, name: 'Old Card', ...confirmed(181) },
          { ...child, name: 'New Card', ...confirmed(178) },
          { ...child, name: 'No Booking', ...confirmed(400) },
        ],
      }),
    );
    const cls = await addClass(stack);
    for (const at of [0, 1]) await bookByApi(stack, account, cls, { child: at });
    await signIn(account);
    await page.goto(paths.parent);
    const due = page.getByRole('region', { name: 'Cards to confirm' });
    await expect(due.getByRole('button')).toHaveCount(1);
    await due.getByRole('button', { name: 'Everything is right for Old Card' }).click();
    await expect(due).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Your week' })).toBeVisible();
  });
});

test('the profile says what is confirmed, once for each child that is asked about [FAM-07, EME-03]', async ({
  page,
  signIn,
  stack,
}) => {
  const date_of_birth = bornYearsAgo(8);
  const now = instantOf(new Date());
  const account = await stack.createAccount(
    sampleFamily({
      children: [
        { name: 'Asked Parent', date_of_birth },
        { name: 'Sure Parent', date_of_birth, card_confirmed_at: now },
      ],
    }),
  );
  await signIn(account);
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto(paths.parentProfile);
  const entry = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  const what = 'You confirm the health, contacts and photos above, which the coach goes by.';
  await expect(entry('Asked Parent')).toContainText(what);
  await expect(entry('Asked Parent').getByRole('button', { name: /^Everything is right/ })).toBeVisible();
  await expect(entry('Sure Parent')).not.toContainText(what);
  // The answers to both questions about photos are in one column, also on the smallest phone.
  const yes = entry('Asked Parent').getByRole('radio', { name: 'Yes' });
  const [school, web] = await Promise.all([yes.nth(0).boundingBox(), yes.nth(1).boundingBox()]);
  expect(school?.x).toBe(web?.x);
});

test('a parent sees who opened the notes, on which day, for which session [SEE-01, SEE-02]', async ({
  page,
  signIn,
  stack,
  parent,
  admin,
}) => {
  const cls = await addClass(stack);
  await bookByApi(stack, parent, cls);
  const { status } = await stack.call({
    route: 'getRoster',
    token: admin.token,
    params: { classId: cls.id },
  });
  expect(status).toBe(200);
  await signIn(parent);
  await page.goto(paths.parentProfile);
  await page.getByRole('button', { name: 'Show who opened them' }).click();
  const { full_name } = admin.family.profile;
  await expect(page.getByRole('list', { name: 'Who opened the notes of Ana Parent' })).toHaveText(
    `${formatDate(businessToday)}: ${full_name} (Admin), Juniorballerz, ${cls.venue}, ${formatTimeRange(slotOf(cls))}`,
  );
  await expect(page.getByText('Nobody yet.')).toHaveCount(1);
});
