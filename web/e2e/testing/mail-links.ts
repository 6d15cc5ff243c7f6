import type { TestStack } from '#infra/testing/stack/test-stack';
import { soon } from './soon.ts';

const linkPattern = /https?:\/\/\S+[?&]token=[^\s)]+/;

/** The links that were emailed to an address, oldest first. */
const linksTo = async (stack: TestStack, email: string): Promise<string[]> => {
  const mails = await stack.mails();
  return mails
    .filter(({ to }) => to.includes(email))
    .flatMap(({ text }) => linkPattern.exec(text)?.[0] ?? [])
    .toReversed();
};

/** Waits for so many emails with links to an address, and gives the last one's link as path, query and hash. */
export const emailedLink = async (stack: TestStack, email: string, count = 1): Promise<string> => {
  await soon(async () => (await linksTo(stack, email)).length).toBe(count);
  const [link = ''] = (await linksTo(stack, email)).slice(-1);
  return link.replace(stack.url, '');
};
