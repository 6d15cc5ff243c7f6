import type { PreTokenGenerationTriggerEvent } from 'aws-lambda';
import { CognitoError } from 'cognito-local/lib/errors.js';
import type { TokenGenerator } from 'cognito-local/lib/services/tokenGenerator';
import type { User } from 'cognito-local/lib/services/userPoolService';
import { resourceNames } from '../addresses.ts';
import type { PreTokenHandler } from '../handlers.ts';

const attributesOf = ({ Attributes }: User): Record<string, string> =>
  Object.fromEntries(Attributes.map(({ Name, Value = '' }) => [Name, Value]));

interface PretokenOptions {
  readonly pretoken: () => Promise<PreTokenHandler>;
  readonly userPoolId: string;
}

/**
 * Runs the pool's trigger before tokens are made, and answers its failure as Cognito does.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-pre-token-generation.html
 */
export const invokePretoken = (
  generator: TokenGenerator,
  { pretoken, userPoolId }: PretokenOptions,
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
      await (await pretoken())(event);
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
