import type { Page } from '@playwright/test';
import { adminStates } from '#infra/testing/browser/admin-states';
import { prepareScreens, type ScreenState, screenStates } from '#infra/testing/browser/screens';
import { expect, test } from './testing/test.ts';

/** A dialog says at most this many words before "Details" is pressed. */
const mostWords = 60;
/** A longer sentence has more than one fact. */
const longestSentence = 25;

/** The texts of the open dialog: not those of its form, its lists and its tables. */
const dialogTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[role$=dialog] p')]
      .filter((text) => text.checkVisibility() && !text.closest('li, td, label, fieldset, output'))
      .map((text) => text.innerText),
  );

/** @returns how many words the open dialog says; 0 without a dialog */
const expectShortDialog = async (page: Page, state: string): Promise<number> => {
  const texts = await dialogTexts(page);
  const words = texts.join(' ').split(/\s+/).filter(Boolean).length;
  expect(words, `${state}: ${texts.join(' ')}`).toBeLessThanOrEqual(mostWords);
  for (const sentence of texts.flatMap((text) => text.split(/(?<=[.?!:])\s/))) {
    expect(sentence, state).not.toContain(';');
    expect(sentence.split(/\s+/).length, `${state}: ${sentence}`).toBeLessThanOrEqual(longestSentence);
  }
  return words;
};

const namesOf = ({ name, steps = [] }: ScreenState): string =>
  [name, ...steps.map(([step]) => step)].join(' ');

/** States whose names say that something is about to happen: a dialog asks before. */
const withDialogs = [...screenStates, ...adminStates].filter((state) => /\bto be\b/.test(namesOf(state)));

test('the states with dialogs are found [FAM-08]', () => {
  expect(withDialogs.length).toBeGreaterThan(8);
});

for (const [index, state] of withDialogs.entries()) {
  const { name, path, as, before, until, steps = [], problems = [] } = state;
  test(`a dialog says what it does in at most ${mostWords} words, a sentence for each fact: ${name} [FAM-08]`, {
    tag: index % 4 === 0 ? [] : '@exhaustive',
  }, async ({ page, signIn, expectProblems, stack }) => {
    expectProblems(...problems);
    const scene = await prepareScreens(stack);
    // The states are led to on a phone.
    await page.setViewportSize({ width: 375, height: 900 });
    if (as) await signIn(as(scene));
    await before?.(page);
    await page.goto(typeof path === 'string' ? path : path(scene));
    await until?.(page);
    await expectShortDialog(page, name);
    for (const [step, act] of steps) {
      await act(page);
      await expectShortDialog(page, step);
    }
  });
}

test('the dialog of a cancellation has its terms behind "Details" [FAM-08]', async ({
  page,
  signIn,
  stack,
}) => {
  const scene = await prepareScreens(stack);
  await signIn(scene.parent);
  await page.goto('/parent/bookings');
  await page.getByRole('button', { name: 'Cancel booking' }).first().click();
  const dialog = page.locator('[role$=dialog]');
  const terms = dialog.getByText('There is no 14-day right to cancel');
  await expect(dialog.getByText(/gives up the place in/)).toBeVisible();
  await expect(terms).toBeHidden();
  await dialog.getByText('Details', { exact: true }).click();
  await expect(terms).toBeVisible();
});
