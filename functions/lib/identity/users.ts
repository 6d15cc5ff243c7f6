import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  AdminRemoveUserFromGroupCommand,
  AdminSetUserPasswordCommand,
  AdminUpdateUserAttributesCommand,
  AdminUserGlobalSignOutCommand,
  CognitoIdentityProviderClient,
  UserNotFoundException,
  UsernameExistsException,
} from '@aws-sdk/client-cognito-identity-provider';
import { type UserId, userIdSchema } from '#shared/lib/ids';
import type { GrantedRole } from '#shared/roles';
import {
  askCheck,
  beforeRequest,
  endWithPatience,
  limitRequests,
  onEachAttempt,
  type RequestLimits,
  requestLimits,
} from '../aws-requests.ts';

export interface UserPool {
  readonly id: string;
  readonly client: CognitoIdentityProviderClient;
}

/** Endpoint, region and credentials come from the environment. */
export const connectUserPool = (id: string, limits: RequestLimits = requestLimits.userPool): UserPool => {
  const client = new CognitoIdentityProviderClient(limitRequests(limits));
  client.middlewareStack.add(askCheck, beforeRequest);
  client.middlewareStack.add(endWithPatience, onEachAttempt);
  return { id, client };
};

export const findUser = async ({ client, id }: UserPool, email: string): Promise<UserId | undefined> => {
  try {
    const { UserAttributes = [] } = await client.send(
      new AdminGetUserCommand({ UserPoolId: id, Username: email }),
    );
    return userIdSchema.parse(UserAttributes.find(({ Name }) => Name === 'sub')?.Value);
  } catch (error) {
    if (error instanceof UserNotFoundException) return undefined;
    throw error;
  }
};

/** With a random temporary password that nobody learns; undefined where the email has a user. */
const createUser = async (
  { client, id }: UserPool,
  email: string,
  { isVerified }: { readonly isVerified: boolean },
): Promise<UserId | undefined> => {
  try {
    const { User } = await client.send(
      new AdminCreateUserCommand({
        UserPoolId: id,
        Username: email,
        MessageAction: 'SUPPRESS',
        UserAttributes: [
          { Name: 'email', Value: email },
          { Name: 'email_verified', Value: String(isVerified) },
        ],
      }),
    );
    return userIdSchema.parse(User?.Attributes?.find(({ Name }) => Name === 'sub')?.Value);
  } catch (error) {
    if (error instanceof UsernameExistsException) return undefined;
    throw error;
  }
};

/**
 * Adds a user, who gets no tokens until the email is verified. Sets the password by id, since the email may be another
 * attempt's user by then.
 * @returns undefined where the email has a user, or another attempt deleted the new one; after a lost answer the existing user
 * may be the new one
 */
export const addUser = async (
  pool: UserPool,
  { email, password }: { email: string; password: string },
): Promise<UserId | undefined> => {
  const userId = await createUser(pool, email, { isVerified: false });
  return userId && (await setPassword(pool, userId, password)) ? userId : undefined;
};

/** The user need not change the password. False without such a user. */
export const setPassword = async (
  { client, id }: UserPool,
  userId: UserId,
  password: string,
): Promise<boolean> => {
  try {
    await client.send(
      new AdminSetUserPasswordCommand({
        UserPoolId: id,
        Username: userId,
        Password: password,
        Permanent: true,
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof UserNotFoundException) return false;
    throw error;
  }
};

/** The pool then makes tokens. Cognito requires the email in the request. Idempotent. @returns false without such a user */
export const setEmailVerified = async (
  { client, id }: UserPool,
  { userId, email }: { userId: UserId; email: string },
): Promise<boolean> => {
  try {
    await client.send(
      new AdminUpdateUserAttributesCommand({
        UserPoolId: id,
        Username: userId,
        UserAttributes: [
          { Name: 'email', Value: email },
          { Name: 'email_verified', Value: 'true' },
        ],
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof UserNotFoundException) return false;
    throw error;
  }
};

/** Sessions cannot be refreshed; access tokens expire in minutes. */
export const endSessions = async ({ client, id }: UserPool, userId: UserId): Promise<void> => {
  await client.send(new AdminUserGlobalSignOutCommand({ UserPoolId: id, Username: userId }));
};

/** By id, since another user may have the email by now. Idempotent. */
export const deleteUser = async ({ client, id }: UserPool, userId: UserId): Promise<void> => {
  try {
    await client.send(new AdminDeleteUserCommand({ UserPoolId: id, Username: userId }));
  } catch (error) {
    if (!(error instanceof UserNotFoundException)) throw error;
  }
};

const existed = async (answer: Promise<unknown>): Promise<boolean> => {
  try {
    await answer;
    return true;
  } catch (error) {
    if (error instanceof UserNotFoundException) return false;
    throw error;
  }
};

/** Idempotent. Tokens name the group from the next refresh on. @returns false without such a user */
export const addToGroup = ({ client, id }: UserPool, userId: UserId, group: GrantedRole): Promise<boolean> =>
  existed(
    client.send(new AdminAddUserToGroupCommand({ UserPoolId: id, Username: userId, GroupName: group })),
  );

/** Idempotent. @returns false without such a user */
export const removeFromGroup = (
  { client, id }: UserPool,
  userId: UserId,
  group: GrantedRole,
): Promise<boolean> =>
  existed(
    client.send(new AdminRemoveUserFromGroupCommand({ UserPoolId: id, Username: userId, GroupName: group })),
  );
