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
  limitedBy,
  onEachAttempt,
  type RequestLimits,
  requestLimits,
} from '../aws-requests.ts';

/** The pool of credentials and the client that reaches it. */
export interface UserPool {
  readonly id: string;
  readonly client: CognitoIdentityProviderClient;
}

/** Connects to a user pool. The endpoint, region and credentials come from the environment, as the SDK reads them. */
export const connectUserPool = (id: string, limits: RequestLimits = requestLimits.userPool): UserPool => {
  const client = new CognitoIdentityProviderClient(limitedBy(limits));
  client.middlewareStack.add(askCheck, beforeRequest);
  client.middlewareStack.add(endWithPatience, onEachAttempt);
  return { id, client };
};

/** The id of the user with this email, or undefined. */
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

/** Creates a user with a random temporary password that nobody learns; undefined where the email has a user. */
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
 * Adds a user, who gets no tokens until the email is verified. The password is set by the user's id: the email may have
 * become another attempt's user since.
 * @returns the new user's id, or undefined where the pool has a user of this email, or another attempt deleted the new
 *   one. The SDK retries a request whose answer was lost, so a user of this email may be the new one.
 */
export const addUser = async (
  pool: UserPool,
  { email, password }: { email: string; password: string },
): Promise<UserId | undefined> => {
  const userId = await createUser(pool, email, { isVerified: false });
  return userId && (await setPassword(pool, userId, password)) ? userId : undefined;
};

/** Sets a user's password, which the user need not change; false where there is no such user. */
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

/**
 * Marks a user's email as verified: from then on the pool makes tokens for the user. The request names the email
 * itself, without which Cognito refuses the mark. Idempotent.
 * @returns false where there is no such user
 */
export const markEmailVerified = async (
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

/** Ends all sessions of a user: none can be refreshed. Access tokens stay valid until they expire, in minutes. */
export const endSessions = async ({ client, id }: UserPool, userId: UserId): Promise<void> => {
  await client.send(new AdminUserGlobalSignOutCommand({ UserPoolId: id, Username: userId }));
};

/** Deletes a user by id: another user may have the same email by now. Idempotent. */
export const deleteUser = async ({ client, id }: UserPool, userId: UserId): Promise<void> => {
  try {
    await client.send(new AdminDeleteUserCommand({ UserPoolId: id, Username: userId }));
  } catch (error) {
    if (!(error instanceof UserNotFoundException)) throw error;
  }
};

/** False where there is no such user. */
const existed = async (answer: Promise<unknown>): Promise<boolean> => {
  try {
    await answer;
    return true;
  } catch (error) {
    if (error instanceof UserNotFoundException) return false;
    throw error;
  }
};

/**
 * Adds a user to a group. Idempotent. Tokens name the group from the next refresh on.
 * @returns false where there is no such user
 */
export const addToGroup = ({ client, id }: UserPool, userId: UserId, group: GrantedRole): Promise<boolean> =>
  existed(
    client.send(new AdminAddUserToGroupCommand({ UserPoolId: id, Username: userId, GroupName: group })),
  );

/**
 * Removes a user from a group. Idempotent.
 * @returns false where there is no such user
 */
export const removeFromGroup = (
  { client, id }: UserPool,
  userId: UserId,
  group: GrantedRole,
): Promise<boolean> =>
  existed(
    client.send(new AdminRemoveUserFromGroupCommand({ UserPoolId: id, Username: userId, GroupName: group })),
  );
