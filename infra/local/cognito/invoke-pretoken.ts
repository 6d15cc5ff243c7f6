import type { PreTokenGenerationV2TriggerEvent } from 'aws-lambda';
import { CognitoError } from 'cognito-local/lib/errors.js';
import type { TokenGenerator } from 'cognito-local/lib/services/tokenGenerator';
import type { User } from 'cognito-local/lib/services/userPoolService';
import { resourceNames } from '../addresses.ts';
import type { PreTokenHandler } from '../handlers.ts';
import { type IssueTokens, sessionOf } from './token-issuer.ts';

const attributesOf = ({ Attributes }: User): Record<string, string> =>
  Object.fromEntries(Attributes.map(({ Name, Value = '' }) => [Name, Value]));

interface PretokenOptions {
  readonly pretoken: () => Promise<PreTokenHandler>;
  readonly userPoolId: string;
}

/** The key, in the metadata of a renewal, of the refresh token that is exchanged. */
export const exchangedTokenKey = 'exchanged-token';

/**
 * Runs the pool's trigger, by the second version of its event, before tokens are made: with the groups and the claims that
 * it answers with. A failure is answered as Cognito does.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-pre-token-generation.html
 */
export const invokePretoken = (
  issue: IssueTokens,
  { pretoken, userPoolId }: PretokenOptions,
): TokenGenerator => ({
  generate: async (_, user, groups, { ClientId }, metadata = {}, source) => {
    const { [exchangedTokenKey]: exchanged, ...clientMetadata } = metadata;
    const event: PreTokenGenerationV2TriggerEvent = {
      version: '2',
      region: resourceNames.region,
      userPoolId,
      userName: user.Username,
      callerContext: { awsSdkVersion: 'local', clientId: ClientId },
      triggerSource: `TokenGeneration_${source}`,
      request: {
        userAttributes: { ...attributesOf(user), 'cognito:user_status': user.UserStatus },
        groupConfiguration: { groupsToOverride: [...groups] },
        clientMetadata,
      },
      response: { claimsAndScopeOverrideDetails: {} },
    };
    const { claimsAndScopeOverrideDetails: details } = await runTrigger(pretoken, event);
    return issue(user, {
      clientId: ClientId,
      groups: details.groupOverrideDetails?.groupsToOverride ?? groups,
      claims: details.accessTokenGeneration?.claimsToAddOrOverride ?? {},
      suppressedScopes: details.accessTokenGeneration?.scopesToSuppress ?? [],
      session: exchanged === undefined ? undefined : sessionOf(exchanged),
    });
  },
});

const runTrigger = async (pretoken: PretokenOptions['pretoken'], event: PreTokenGenerationV2TriggerEvent) => {
  try {
    return (await (await pretoken())(event)).response;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CognitoError(
      'UserLambdaValidationException',
      `PreTokenGeneration failed with error ${reason}.`,
    );
  }
};
