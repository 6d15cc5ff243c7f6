import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import {
  askCheck,
  beforeRequest,
  endWithPatience,
  limitRequests,
  onEachAttempt,
  type RequestLimits,
  requestLimits,
} from './aws-requests.ts';
import type { KeyedRequest } from './dynamo/keyed-request.ts';

export interface Table {
  readonly name: string;
  readonly client: DynamoDBDocumentClient;
  /** The request with a key whose transactions store its note. */
  readonly request?: KeyedRequest;
}

/** Fewer than the client's 50 connections, so that no request waits for one. */
const requestsAtOnce = 40;

/** Further requests wait here, where time limits do not count yet. */
const limitRequestsAtOnce = ({ middlewareStack }: DynamoDBClient): void => {
  let running = 0;
  const waiting: (() => void)[] = [];
  middlewareStack.add(
    (next) => async (args) => {
      if (running < requestsAtOnce) running += 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await next(args);
      } finally {
        // The waiting request takes over: `running` stays.
        const first = waiting.shift();
        if (first) first();
        else running -= 1;
      }
    },
    { step: 'initialize', name: 'limitRequestsAtOnce' },
  );
};

/** Endpoint, region and credentials come from the environment. */
export const connectTable = (name: string, limits: RequestLimits = requestLimits.answering): Table => {
  const client = new DynamoDBClient(limitRequests(limits));
  client.middlewareStack.add(askCheck, beforeRequest);
  limitRequestsAtOnce(client);
  client.middlewareStack.add(endWithPatience, onEachAttempt);
  return {
    name,
    client: DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }),
  };
};
