import { setTimeout as sleep } from 'node:timers/promises';
import {
  CodeDeployClient,
  GetDeploymentCommand,
  PutLifecycleEventHookExecutionStatusCommand,
} from '@aws-sdk/client-codedeploy';
import { LambdaClient, TooManyRequestsException } from '@aws-sdk/client-lambda';
import type { Context } from 'aws-lambda';
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

/** What the hook gets from Lambda, and how it waits. */
type Run = Pick<Context, 'getRemainingTimeInMillis'> & { readonly wait: (ms: number) => Promise<unknown> };

/** The check and the report of its result still fit into this. */
const lastTryBeforeEndMs = 40_000;
const retryAfterMs = { from: 2_000, to: 10_000 };

/**
 * Repeats a check that Lambda throttles, as long as the hook may run. A new account has a quota of ten executions, which
 * the hooks of one deployment and the versions that they check can use up.
 */
const untilNotThrottled = async (check: () => Promise<void>, run: Run): Promise<void> => {
  for (;;) {
    try {
      return await check();
    } catch (error) {
      const waitMs = retryAfterMs.from + Math.random() * (retryAfterMs.to - retryAfterMs.from);
      const hasTime = run.getRemainingTimeInMillis() - waitMs > lastTryBeforeEndMs;
      if (!(error instanceof TooManyRequestsException) || !hasTime) throw error;
      await run.wait(waitMs);
    }
  }
};

const checkDeployment = async (deploymentId: string, run: Run): Promise<void> => {
  const { deploymentInfo } = await codeDeploy.send(new GetDeploymentCommand({ deploymentId }));
  const name = deploymentInfo?.deploymentGroupName ?? '';
  const version = versionsSchema.parse(JSON.parse(process.env.VERSIONS ?? '{}'))[name];
  if (!version) throw new Error(`No version to check is known for ${name}`);
  // The groups are named after the functions.
  const event = smokeRequests(new Date())[name as FunctionName];
  await untilNotThrottled(() => checkVersion(lambda, version, event), run);
};

/** Checks a new version, and reports the result to CodeDeploy. */
export const reportOn = async (event: HookEvent, run: Run): Promise<void> => {
  const { DeploymentId: deploymentId, LifecycleEventHookExecutionId: lifecycleEventHookExecutionId } = event;
  let status: 'Succeeded' | 'Failed' = 'Succeeded';
  try {
    await checkDeployment(deploymentId, run);
  } catch (error) {
    log.error('smoke-check.failed', error, { deployment: deploymentId });
    status = 'Failed';
  }
  await codeDeploy.send(
    new PutLifecycleEventHookExecutionStatusCommand({ deploymentId, lifecycleEventHookExecutionId, status }),
  );
};

/** CodeDeploy calls it before a new version gets traffic. What it reports decides whether the deployment goes on. */
export const handler = (event: HookEvent, context: Context): Promise<void> =>
  reportOn(event, { getRemainingTimeInMillis: () => context.getRemainingTimeInMillis(), wait: sleep });
