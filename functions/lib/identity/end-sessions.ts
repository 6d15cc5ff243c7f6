import { AdminUserGlobalSignOutCommand } from '@aws-sdk/client-cognito-identity-provider';
import type { UserId } from '#shared/schemas/ids';
import type { UserPool } from './user-pool.ts';

/** Ends all sessions of a user: none can be refreshed. Access tokens stay valid until they expire, in minutes. */
export const endSessions = async ({ client, id }: UserPool, userId: UserId): Promise<void> => {
  await client.send(new AdminUserGlobalSignOutCommand({ UserPoolId: id, Username: userId }));
};
