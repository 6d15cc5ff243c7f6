import type { PreTokenGenerationTriggerEvent } from 'aws-lambda';
import { CognitoError } from 'cognito-local/lib/errors.js';
import type { TokenGenerator } from 'cognito-local/lib/services/tokenGenerator';
import type { User } from 'cognito-local/lib/services/userPoolService';
import { resourceNames } from '../addresses.ts';
import type { TokenGuard } from '../handlers.ts';

const attributesOf = ({ Attributes }: User): Record<string, string> =>
  Object.fromEntries(Attributes.map(({ Name, Value = '' }) => [Name, Value]));

interface GuardOptions {
  readonly tokenGuard: () => Promise<TokenGuard>;
  readonly userPoolId: string;
}

/**
 * Runs the pool's trigger before tokens are made, and answers its failure as Cognito does.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-pre-token-generation.html
 */
export const guardTokens = (
  generator: TokenGenerator,
  { tokenGuard, userPoolId }: GuardOptions,
): TokenGenerator => ({
  generate: async (context, user, groups, client, metadata, source) => {
    const event: PreTokenGenerationTriggerEvent = {
      version: '1',
      region: resourceNames.region,
      userPoolId,
      userName: user.Username,
      callerContext: { awsSdkVersion: 'local', clientId: client.ClientId },
      triggerSource: `TokenGeneration_${source}`,
      request: {
        userAttributes: { ...attributesOf(user), 'cognito:user_status': user.UserStatus },
        groupConfiguration: { groupsToOverride: [...groups] },
      },
      response: { claimsOverrideDetails: {} },
    };
    try {
      await (await tokenGuard())(event);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new CognitoError(
        'UserLambdaValidationException',
        `PreTokenGeneration failed with error ${reason}.`,
      );
    }
    return generator.generate(context, user, groups, client, metadata, source);
  },
});
