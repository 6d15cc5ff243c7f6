import { confirmJoining, createJoining } from '#functions/data/newsletter/joining';
import type { TestStack } from '#infra/testing/stack/test-stack';

/** Puts an address on the list of the newsletter's readers. */
export const addReader = async ({ table }: TestStack, email: string): Promise<void> => {
  const now = new Date();
  const token = await createJoining(table, email, now);
  await confirmJoining(table, { token, wording: 'Yes', now });
};
