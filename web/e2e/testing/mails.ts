import { expect } from '@playwright/test';
import type { TestStack } from '#infra/testing/stack/test-stack';

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

/** Waits for an email to an address with a link of this form. Returns the newest one, as path and hash. */
export const mailedLink = async (stack: TestStack, email: string, form: RegExp): Promise<string> => {
  const links = async () =>
    (await stack.mails())
      .filter(({ to }) => to.includes(email))
      .flatMap(({ text }) => form.exec(text)?.[0] ?? []);
  await expect.poll(links).not.toEqual([]);
  return (await links())[0] ?? '';
};
