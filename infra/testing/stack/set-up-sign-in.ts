import { Amplify } from 'aws-amplify';
import { confirmSignIn, fetchAuthSession, signIn } from 'aws-amplify/auth';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import { factorSetUpMetadata } from '#shared/roles';

interface SetUpSignIn {
  readonly userPoolId: string;
  readonly userPoolClientId: string;
  readonly userPoolEndpoint: string;
  readonly username: string;
  readonly password: string;
  /** Of the present authenticator, where the account has one. */
  readonly code?: string | undefined;
}

/**
 * Signs in as the site does for the set-up of a second factor: only an answer to a challenge carries its metadata.
 * @returns an access token that authorizes the user pool's own operations
 */
export const signInForSetUp = async ({ username, password, code, ...pool }: SetUpSignIn): Promise<string> => {
  Amplify.configure({ Auth: { Cognito: pool } });
  const entries = new Map<string, string>();
  // Each sign-in has a new storage: Amplify refuses one while there is another.
  cognitoUserPoolsTokenProvider.setKeyValueStorage({
    setItem: async (key, value) => void entries.set(key, value),
    getItem: async (key) => entries.get(key) ?? null,
    removeItem: async (key) => void entries.delete(key),
    clear: async () => entries.clear(),
  });
  const options = { clientMetadata: { ...factorSetUpMetadata } };
  const { isSignedIn } = await signIn({ username, password, options });
  if (!isSignedIn) await confirmSignIn({ challengeResponse: code ?? '', options });
  return (await fetchAuthSession()).tokens?.accessToken.toString() ?? '';
};
