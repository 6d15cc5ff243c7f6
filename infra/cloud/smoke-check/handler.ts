import {
  CodeDeployClient,
  GetDeploymentCommand,
  PutLifecycleEventHookExecutionStatusCommand,
} from '@aws-sdk/client-codedeploy';
import { LambdaClient } from '@aws-sdk/client-lambda';
import * as z from 'zod/mini';
import { limitedBy, requestLimits } from '#functions/aws-requests';
import type { FunctionName } from '#functions/functions';
import { log } from '#functions/log';
import { checkVersion } from './check-version.ts';
import { smokeRequests } from './requests.ts';

/** By name of the function, which is the name of its deployment group too: the ARN of the new version. */
const versionsSchema = z.record(z.string(), z.string());

const codeDeploy = new CodeDeployClient(limitedBy(requestLimits.deployment));
const lambda = new LambdaClient(limitedBy(requestLimits.invocation));

interface HookEvent {
  readonly DeploymentId: string;
  readonly LifecycleEventHookExecutionId: string;
}

const checkDeployment = async (deploymentId: string): Promise<void> => {
  const { deploymentInfo } = await codeDeploy.send(new GetDeploymentCommand({ deploymentId }));
  const name = deploymentInfo?.deploymentGroupName ?? '';
  const version = versionsSchema.parse(JSON.parse(process.env.VERSIONS ?? '{}'))[name];
  if (!version) throw new Error(`No version to check is known for ${name}`);
  // The groups are named after the functions.
  await checkVersion(lambda, version, smokeRequests(new Date())[name as FunctionName]);
};

/** CodeDeploy calls it before a new version gets traffic. What it reports decides whether the deployment goes on. */
export const handler = async (event: HookEvent): Promise<void> => {
  const { DeploymentId: deploymentId, LifecycleEventHookExecutionId: lifecycleEventHookExecutionId } = event;
  let status: 'Succeeded' | 'Failed' = 'Succeeded';
  try {
    await checkDeployment(deploymentId);
  } catch (error) {
    log.error('smoke-check.failed', error, { deployment: deploymentId });
    status = 'Failed';
  }
  await codeDeploy.send(
    new PutLifecycleEventHookExecutionStatusCommand({ deploymentId, lifecycleEventHookExecutionId, status }),
  );
};
