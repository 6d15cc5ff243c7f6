import { bornYearsAgo, businessToday } from '#infra/testing/browser/business-day';
import { addClass, bookByApi, bookingPath, slotOf } from '#infra/testing/browser/classes';
import { bookFor, bookingForm } from '#infra/testing/browser/forms';
import { expectNoSideScroll, expectToast, httpError } from '#infra/testing/browser/page';
import { sampleFamily } from '#infra/testing/samples/samples';
import type { TestStack } from '#infra/testing/stack/test-stack';
import { routes } from '#shared/contract/routes';
import { formatDate, formatDay, formatTimeRange } from '#shared/lib/format';
import { instantOf } from '#shared/lib/values';
import { paths } from '#shared/paths';
import { expectNoAxeInThemes } from './testing/accessibility.ts';
import { expect, test } from './testing/test.ts';

const born = bornYearsAgo(8);

/** A family with a child about whose health nobody answered. */
const unanswered = (child: Parameters<typeof sampleFamily>[0] = {}) =>
  sampleFamily({
    now: new Date(),
    children: [{ name: 'Kim Parent', date_of_birth: born, health_answer: null }],
    ...child,
  });

const childrenOf = async (stack: TestStack, { token }: { readonly token: string }) => {
  const { body } = await stack.call({ route: 'getMyFamily', token });
  return routes.getMyFamily.response.parse(body).children;
};

test('health without an answer is asked at the booking [EME-02]', async ({ page, signIn, stack }) => {
  const children = ['Kim Parent', 'Lee Parent'].map((name) => ({
    name,
    date_of_birth: born,
    health_answer: null,
  }));
  const account = await stack.createAccount(unanswered({ children }));
  await signIn(account);
  await page.goto(bookingPath(await addClass(stack)));
  const { child, confirm } = bookingForm(page);
  await child.selectOption({ label: 'Kim Parent (age 8)' });
  const question = page.getByRole('group', { name: 'Health of Kim Parent' });
  await expect(question).toBeVisible();
  await expect(confirm).toBeEnabled();
  await question.getByRole('button', { name: 'Nothing to know' }).click();
  await expect(question).toHaveCount(0);
  expect((await childrenOf(stack, account))[0]).toMatchObject({
    medical_conditions: null,
    health_answer: { version: 1 },
  });

  await child.selectOption({ label: 'Lee Parent (age 8)' });
  const other = page.getByRole('group', { name: 'Health of Lee Parent' });
  await other.getByRole('button', { name: 'Add a note' }).click();
  await other.getByRole('button', { name: 'Save the note' }).click();
  await expect(other.getByText('Please write what the coach should know')).toBeVisible();
  await other.getByLabel('Medical Conditions').fill('Asthma');
  await other.getByRole('button', { name: 'Save the note' }).click();
  await expect(page.getByText('Medical note: Asthma')).toBeVisible();
  await expect(child).toContainText('Lee Parent (age 8) - Asthma');
});

test('contacts are added and ordered [EME-01]', { tag: '@exhaustive' }, async ({ page, signIn, stack }) => {
  await signIn(await stack.createAccount(unanswered()));
  await page.goto(paths.parentProfile);
  await expect(page.getByText('No contacts besides you')).toBeVisible();
  await page.getByRole('button', { name: 'Edit contacts of Kim Parent' }).click();
  const dialog = page.getByRole('dialog');
  const contact = (number: number) => dialog.getByRole('group', { name: `Contact ${number}` });
  const add = dialog.getByRole('button', { name: 'Add a contact' });
  for (const [index, name] of ['Tom Becker', 'Ruth Morgan', 'Ida Lund'].entries()) {
    await add.click();
    const added = contact(index + 1);
    await added.getByLabel('Name').fill(name);
    await added.getByLabel('Phone Number').fill(`07700 90030${index}`);
    await added.getByLabel('Relation').fill('Neighbour');
  }
  await expect(add).toHaveCount(0);
  await contact(2).getByRole('checkbox', { name: 'May collect Kim Parent' }).check();
  await dialog.getByRole('button', { name: 'Move contact 2 up' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('status')).toHaveText('Ruth Morgan is number 1');
  await expect(dialog.getByRole('button', { name: 'Move contact 1 up' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Remove contact 3' }).click();
  await dialog.getByRole('button', { name: 'Save contacts' }).click();
  await expectToast(page, { title: 'Contacts saved' });
  const saved = page.getByRole('list', { name: 'Contacts of Kim Parent' }).getByRole('listitem');
  await expect(saved).toHaveText([
    'Ruth Morgan (Neighbour), 07700 900301, may collect',
    'Tom Becker (Neighbour), 07700 900300, may not collect',
  ]);
});

test('the card is confirmed at each booking, with one tap [EME-03]', async ({ page, signIn, stack }) => {
  await signIn(await stack.createAccount(unanswered()));
  await page.goto(bookingPath(await addClass(stack)));
  await bookFor(page, 'Kim Parent');
  const card = page.getByRole('region', { name: 'What the coach knows about Kim Parent' });
  await expect(card).toContainText('Health: Not answered');
  await expect(card).toContainText('No photos');
  await card.getByRole('button', { name: 'Everything is right for Kim Parent' }).click();
  await expect(card.getByRole('status')).toHaveText(`Confirmed ${formatDay(businessToday)}`);
  await expect(card.getByRole('button')).toHaveCount(0);
});

test('the profile asks for photos, and says what is confirmed and who opened the notes [FAM-07, EME-03, EME-06, SEE-01, SEE-02]', async ({
  page,
  signIn,
  stack,
  admin,
}) => {
  const asked = { name: 'Asked Parent', date_of_birth: born };
  const sure = { name: 'Sure Parent', date_of_birth: born, card_confirmed_at: instantOf(new Date()) };
  const account = await stack.createAccount(sampleFamily({ children: [asked, sure] }));
  const cls = await addClass(stack);
  await bookByApi(stack, account, cls);
  const params = { classId: cls.id };
  const { status } = await stack.call({ route: 'getRoster', token: admin.token, params });
  expect(status).toBe(200);
  await signIn(account);
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto(paths.parentProfile);
  const entry = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  const what = 'You confirm the health, contacts and photos above, which the coach goes by.';
  await expect(entry('Asked Parent')).toContainText(what);
  await expect(entry('Asked Parent').getByRole('button', { name: /^Everything is right/ })).toBeVisible();
  await expect(entry('Sure Parent')).not.toContainText(what);
  await page.getByRole('button', { name: 'Show who opened them' }).click();
  const { full_name } = admin.family.profile;
  await expect(page.getByRole('list', { name: 'Who opened the notes of Asked Parent' })).toHaveText(
    `${formatDate(businessToday)}: ${full_name} (Admin), Juniorballerz, ${cls.venue}, ${formatTimeRange(slotOf(cls))}`,
  );
  await expect(page.getByText('Nobody yet.')).toHaveCount(1);

  // No answer is preset.
  const photos = page.getByRole('group', { name: 'Photos of Asked Parent' });
  await expect(photos.getByRole('radio')).toHaveCount(4);
  for (const radio of await photos.getByRole('radio').all()) await expect(radio).not.toBeChecked();
  const answer = (where: string, name: string) =>
    photos.getByRole('radiogroup', { name: where }).getByRole('radio', { name });
  const [yes, no] = [answer('Within the school', 'Yes'), answer('Website and social media', 'No')];
  // The answers to both questions are in one column, also on the smallest phone.
  const [school, web] = await photos.getByRole('radio', { name: 'Yes' }).all();
  expect((await school?.boundingBox())?.x).toBe((await web?.boundingBox())?.x);
  const stored = async () => {
    const [child] = await childrenOf(stack, account);
    return [child?.photos_school?.allowed, child?.photos_web?.allowed];
  };
  await yes.check();
  await expect.poll(stored).toEqual([true, undefined]);
  await no.check();
  await expect.poll(stored).toEqual([true, false]);
  await page.reload();
  for (const radio of [yes, no]) await expect(radio).toBeChecked();
});

test('an old form does not erase a newer note [PRF-01]', async ({ page, signIn, stack, expectProblems }) => {
  expectProblems(httpError(409));
  await page.setViewportSize({ width: 375, height: 667 });
  const account = await stack.createAccount(unanswered());
  const childOf = async () => (await childrenOf(stack, account))[0];
  await signIn(account);
  await page.goto(paths.parentProfile);
  await page.getByRole('button', { name: 'Edit Kim Parent' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Child Name').fill('Kim Novak');
  await form.getByLabel('Nothing to know').check();

  const note = 'Peanut allergy: EpiPen';
  await stack.call({
    route: 'updateChild',
    token: account.token,
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
