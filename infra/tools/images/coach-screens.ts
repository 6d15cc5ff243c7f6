import type { Page } from '@playwright/test';
import { storeCover } from '#functions/data/coaches/covers';
import { paths } from '#shared/paths';
import { businessToday } from '../../../web/e2e/testing/business-day.ts';
import {
  child,
  keepPages,
  newCoach,
  newScene,
  openRegister,
  openSessions,
  registerPath,
  slotOf,
} from '../../../web/e2e/testing/coach-scene.ts';
import { startSession } from '../../../web/e2e/testing/session-storage.ts';
import { demoAccounts } from '../../local/seed/demo-accounts.ts';
import { longNote } from '../../local/seed/sample-families.ts';
import type { Account, TestStack } from '../../testing/stack/test-stack.ts';
import type { Camera, Session } from './camera.ts';

/** A coach has a phone. */
const widths = [320, 375, 768];

const openFirst = async (page: Page): Promise<void> => {
  await openSessions(page);
  await openRegister(page);
  await page.getByRole('group').first().waitFor();
};

const openCard = async (page: Page, name: string): Promise<void> => {
  await child(page, name)
    .getByRole('button', { name: /^More about/ })
    .click();
};

/** The screens of a coach of the sample data. */
export const takeCoachSamples = async (camera: Camera): Promise<void> => {
  const storageState = await camera.sessionOf(demoAccounts.coach);
  await camera.take([
    { name: 'coach sessions', widths, storageState, arrive: (page) => page.goto(paths.coach) },
    { name: 'coach register', widths, storageState, arrive: openFirst },
  ]);
};

/** The states of these screens; the stack is empty. */
export const takeCoachStates = async (camera: Camera, stack: TestStack): Promise<void> => {
  const sessionOf = async (account: Account): Promise<Session> => ({
    cookies: [],
    origins: [{ origin: stack.url, localStorage: await startSession(stack, account) }],
  });
  const [small, large] = [
    await newScene(stack, { children: 2, note: longNote }),
    await newScene(stack, { children: 30 }),
  ];
  const { id } = small.coach.family.profile;
  const cover = { class_id: large.cls.id, slot_id: slotOf(large), date: businessToday, coach_ids: [id] };
  await storeCover(stack.table, cover, undefined, []);
  const mark = (page: Page, name: string, attendance: string) =>
    child(page, name).getByRole('button', { name: attendance, exact: true }).click();
  const offline = async (page: Page): Promise<void> => {
    await openSessions(page);
    await keepPages(page);
    await page.context().setOffline(true);
    await page.goto(registerPath(large));
    await mark(page, 'Ana 1', 'Present');
    await mark(page, 'Ben 1', 'Absent');
    await mark(page, 'Cem 1', 'Present');
  };
  await camera.take([
    {
      name: 'coach nothing today',
      widths,
      storageState: await sessionOf(await newCoach(stack)),
      arrive: (page) => page.goto(paths.coach),
    },
    {
      name: 'coach register of 2',
      ...{
        widths,
        storageState: await sessionOf(small.coach),
        arrive: (page) => page.goto(registerPath(small)),
      },
      steps: [['with a long note', (page) => openCard(page, 'Ana 1')]],
    },
    {
      name: 'coach register of 30',
      ...{
        widths,
        storageState: await sessionOf(large.coach),
        arrive: (page) => page.goto(registerPath(large)),
      },
    },
    {
      name: 'coach offline',
      ...{ widths, storageState: await sessionOf(small.coach), arrive: offline },
      steps: [
        [
          'refused marks',
          async (page) => {
            await storeCover(stack.table, { ...cover, coach_ids: [] }, cover, []);
            await page.context().setOffline(false);
            await page.getByRole('alert').first().waitFor();
          },
        ],
      ],
    },
  ]);
};
