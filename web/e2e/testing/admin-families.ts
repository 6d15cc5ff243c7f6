import { sampleFamily } from '#infra/testing/samples/samples';
import type { Account, TestStack } from '#infra/testing/stack/test-stack';
import { bornYearsAgo } from './business-day.ts';

/** Creates a parent with two children. */
export const addFamily = (stack: TestStack, full_name = 'Fay Family'): Promise<Account> => {
  const sample = sampleFamily({
    now: new Date(),
    children: [
      { name: 'Zed Child', date_of_birth: bornYearsAgo(9) },
      { name: 'Amy Child', date_of_birth: bornYearsAgo(6), medical_conditions: 'Peanut allergy' },
    ],
  });
  return stack.createAccount({
    ...sample,
    profile: { ...sample.profile, full_name },
  });
};
