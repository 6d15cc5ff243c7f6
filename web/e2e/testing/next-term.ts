import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import type { Account, TestStack } from '#infra/testing/stack/test-stack';
import { routes } from '#shared/contract/routes';
import { addDays } from '#shared/domain/time/calendar';
import { mondayOf } from '#shared/domain/time/week';
import type { FootballClass } from '#shared/schemas/class';
import { businessToday } from './business-day.ts';

/** The address of the page in the email that asks a family whether it keeps its places of the next term. */
export const renewalLink = async (stack: TestStack, { family }: Account): Promise<string> => {
  const links = async () =>
    (await stack.mails())
      .filter(({ to }) => to.includes(family.profile.email))
      .flatMap(({ text }) => /\/offer#\S+/.exec(text)?.[0] ?? []);
  await expect.poll(links).toHaveLength(1);
  return (await links())[0] ?? '';
};

/** Plans and publishes what follows a class, and returns the address of the page in the email to a family. */
export const publishNextTerm = async (
  stack: TestStack,
  { token }: Account,
  cls: FootballClass,
  parent: Account,
): Promise<string> => {
  const plan = {
    ...{ first_week: addDays(mondayOf(cls.end_date), 7), weeks: 6, skipped_dates: [] },
    price_change: { by: 'nothing' },
  };
  const planned = await stack.call({
    ...{ route: 'planTerm', token },
    body: { plan, classes: [{ id: cls.id, version: 1 }] },
  });
  const { drafts } = routes.planTerm.response.parse(planned.body);
  await stack.call({
    ...{ route: 'publishTerm', token, idempotencyKey: randomUUID() },
    body: {
      drafts: drafts.map(({ id, version }) => ({ id, version })),
      keep_until: addDays(businessToday, 14),
    },
  });
  return renewalLink(stack, parent);
};
