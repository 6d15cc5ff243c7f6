import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import {
  endWithPatience,
  limitedBy,
  onEachAttempt,
  type RequestLimits,
  requestLimits,
} from '../../aws-requests.ts';

/** The pool of credentials and the client that reaches it. */
export interface UserPool {
  readonly id: string;
  readonly client: CognitoIdentityProviderClient;
}

/** Connects to a user pool. The endpoint, region and credentials come from the environment, as the SDK reads them. */
export const connectUserPool = (id: string, limits: RequestLimits = requestLimits.userPool): UserPool => {
  const client = new CognitoIdentityProviderClient(limitedBy(limits));
  client.middlewareStack.add(endWithPatience, onEachAttempt);
  return { id, client };
};
