import {
  AdminConfirmSignUpCommand,
  AdminUpdateUserAttributesCommand,
  CognitoIdentityProviderClient,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { type UserId, userIdSchema } from '#shared/schemas/ids';
import { resourceNames } from '../addresses.ts';
import { demoPassword } from './demo-accounts.ts';

const { userPoolId: UserPoolId, userPoolClientId: ClientId } = resourceNames;

/** Connects to the user pool the environment names. */
export const connectUserPool = () => new CognitoIdentityProviderClient({});

/** Creates an account with a verified email. */
export const createAccount = async (
  userPool: CognitoIdentityProviderClient,
  email: string,
): Promise<UserId> => {
  const { UserSub } = await userPool.send(
    new SignUpCommand({ ClientId, Username: email, Password: demoPassword }),
  );
  const user = { UserPoolId, Username: email };
  await userPool.send(new AdminConfirmSignUpCommand(user));
  await userPool.send(
    new AdminUpdateUserAttributesCommand({
      ...user,
      UserAttributes: [
        { Name: 'email', Value: email },
        { Name: 'email_verified', Value: 'true' },
      ],
    }),
  );
  return userIdSchema.parse(UserSub);
};
