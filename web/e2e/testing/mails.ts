import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { confirmJoining, createJoining } from '#functions/messages/newsletter';
import { businessToday } from '#infra/testing/browser/business-day';
import type { Account, TestStack } from '#infra/testing/stack/test-stack';
import type { FootballClass } from '#shared/classes/class';
import { routes } from '#shared/contract/routes';
import { addDays, mondayOf } from '#shared/lib/calendar';

const linkPattern = /https?:\/\/\S+[?&]token=[^\s)]+/;

/** The links that were emailed to an address, oldest first. */
const linksTo = async (stack: TestStack, email: string): Promise<string[]> => {
  const mails = await stack.mails();
  return mails
    .filter(({ to }) => to.includes(email))
    .flatMap(({ text }) => linkPattern.exec(text)?.[0] ?? [])
    .toReversed();
};

/** Waits for `count` emails with links to an address. Returns the link of the last one as path, query and hash. */
export const emailedLink = async (stack: TestStack, email: string, count = 1): Promise<string> => {
  await expect.poll(() => linksTo(stack, email)).toHaveLength(count);
  const [link = ''] = (await linksTo(stack, email)).slice(-1);
  return link.replace(stack.url, '');
};

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
    first_week: addDays(mondayOf(cls.end_date), 7),
    weeks: 6,
    skipped_dates: [],
    price_change: { by: 'nothing' },
  };
  const planned = await stack.call({
    route: 'planTerm',
    token,
    body: { plan, classes: [{ id: cls.id, version: 1 }] },
  });
  const { drafts } = routes.planTerm.response.parse(planned.body);
  await stack.call({
    route: 'publishTerm',
    token,
    idempotencyKey: randomUUID(),
    body: {
      drafts: drafts.map(({ id, version }) => ({ id, version })),
      keep_until: addDays(businessToday, 14),
    },
  });
  return renewalLink(stack, parent);
};

/** Puts an address on the list of the newsletter's readers. */
export const addReader = async ({ table }: TestStack, email: string): Promise<void> => {
  const now = new Date();
  const token = await createJoining(table, email, now);
  await confirmJoining(table, { token, wording: 'Yes', now });
};
