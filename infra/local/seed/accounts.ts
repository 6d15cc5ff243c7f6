import type { UserPool } from '#functions/lib/identity/user-pool';
import { addUser, markEmailVerified } from '#functions/lib/identity/users';
import type { UserId } from '#shared/schemas/ids';
import { demoPassword } from './demo-accounts.ts';

/** Makes an account that has verified its email and can sign in. */
export const createAccount = async (userPool: UserPool, email: string): Promise<UserId> => {
  const userId = await addUser(userPool, { email, password: demoPassword });
  if (!userId) throw new Error(`The user pool has a user of the sample address ${email}`);
  await markEmailVerified(userPool, { userId, email });
  return userId;
};
