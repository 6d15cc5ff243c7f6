import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { accountSteps, signUpBody } from '../services/account-system.ts';
import { fixedParts, startTests } from '../services/system.ts';
import { watchCalls } from '../table/test-table.ts';

const system = await startTests(accountSteps);
const calls = watchCalls(system.table.client, system.userPool.client);

// Equal time is equal work: as many requests, one after the other. A sign-up has a shortest duration besides.
it.each(['resendVerification', 'requestPasswordReset'] as const)(
  '%s gives known and unknown addresses the same answer, with the same requests to the table and the pool [API-29]',
  async (route) => {
    const known = signUpBody();
    await system.call('signUp', { body: known });
    const ask = (email: string) => calls.run(new Map(), () => system.call(route, { body: { email } }));
    const [ofKnown, ofUnknown] = [await ask(known.email), await ask(`${randomUUID()}@example.com`)];
    expect(ofKnown.result && fixedParts(ofKnown.result)).toEqual(
      ofUnknown.result && fixedParts(ofUnknown.result),
    );
    expect(ofKnown.result?.status).toBe(202);
    expect(ofKnown.calls).toEqual(ofUnknown.calls);
  },
);
