import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';

/** The pool of credentials and the client that reaches it. */
export interface UserPool {
  readonly id: string;
  /** The app client for sign-ups. */
  readonly clientId: string;
  readonly client: CognitoIdentityProviderClient;
}

/** Connects to a user pool. The endpoint, region and credentials come from the environment, as the SDK reads them. */
export const connectUserPool = (id: string, clientId: string): UserPool => ({
  id,
  clientId,
  client: new CognitoIdentityProviderClient({}),
});

/** The pool for services that manage users and sign nobody up. */
export type ManagedPool = Pick<UserPool, 'id' | 'client'>;

/** Connects to a user pool as `connectUserPool` does. */
export const connectManagedPool = (id: string): ManagedPool => ({
  id,
  client: new CognitoIdentityProviderClient({}),
});
