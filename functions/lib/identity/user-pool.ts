import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { limitedBy, type RequestLimits, requestLimits } from '../../aws-requests.ts';

/** The pool of credentials and the client that reaches it. */
export interface UserPool {
  readonly id: string;
  readonly client: CognitoIdentityProviderClient;
}

/** Connects to a user pool. The endpoint, region and credentials come from the environment, as the SDK reads them. */
export const connectUserPool = (id: string, limits: RequestLimits = requestLimits.userPool): UserPool => ({
  id,
  client: new CognitoIdentityProviderClient(limitedBy(limits)),
});
