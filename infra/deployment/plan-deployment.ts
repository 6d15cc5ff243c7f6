import type { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { stackName } from '../cloud/stack-name.ts';
import { CommandError } from '../command.ts';
import type { Settings } from '../settings/settings-schema.ts';
import { describeDeployedStack } from './deployed-stack.ts';
import { findRefusedChanges } from './refused-changes.ts';

/** A deployment that would take something away; the message says what. */
export class DeploymentRefusedError extends CommandError {
  override readonly name = 'DeploymentRefusedError';
}

interface Plan {
  /** The stack is created: it has no termination protection until a later deployment. */
  readonly isFirstDeployment: boolean;
}

/**
 * Compares the settings of a stage with those deployed.
 * @param allowed names of settings that may vanish or change this time
 * @throws DeploymentRefusedError where another setting would; errors of CloudFormation
 */
export const planDeployment = async (
  client: CloudFormationClient,
  settings: Settings,
  allowed: readonly string[],
): Promise<Plan> => {
  const deployed = await describeDeployedStack(client, stackName(settings.stage));
  const refused = findRefusedChanges(deployed.settings, settings, allowed);
  if (refused.length > 0) {
    throw new DeploymentRefusedError(
      `infra/settings/${settings.stage}.ts differs from what is deployed: ${refused.join('; ')}`,
      'Put the setting back, or allow the change: --allow-change <name of the setting>',
    );
  }
  return { isFirstDeployment: deployed.isNew };
};
