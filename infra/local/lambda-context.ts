import { randomUUID } from 'node:crypto';
import type { Context } from 'aws-lambda';
import type { FunctionName } from '#functions/functions';

const timeoutMs = 30_000;

/** The context that Lambda passes to a handler. */
export const lambdaContext = (name: FunctionName): Context => {
  const deadline = Date.now() + timeoutMs;
  return {
    awsRequestId: randomUUID(),
    functionName: name,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:local:000000000000:function:${name}`,
    logGroupName: `/aws/lambda/${name}`,
    logStreamName: 'local',
    memoryLimitInMB: '512',
    callbackWaitsForEmptyEventLoop: false,
    getRemainingTimeInMillis: () => deadline - Date.now(),
    done: () => {},
    fail: () => {},
    succeed: () => {},
  };
};
