import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import {
  askCheck,
  beforeRequest,
  endWithPatience,
  limitedBy,
  onEachAttempt,
  type RequestLimits,
  requestLimits,
} from './aws-requests.ts';
import type { KeyedRequest } from './dynamo/keyed-request.ts';

/** The one table and the client that reaches it. */
export interface Table {
  readonly name: string;
  readonly client: DynamoDBDocumentClient;
  /** The request with a key that it serves, whose transactions note what is asked for. */
  readonly request?: KeyedRequest;
}

/** Fewer than the client's 50 connections, so that no request waits for one. */
const requestsAtOnce = 40;

/**
 * Sends at most `requestsAtOnce` requests of a client at the same time. The others wait here, where the limits of time do
 * not count yet.
 */
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
        // The place is given on: `running` stays.
        const first = waiting.shift();
        if (first) first();
        else running -= 1;
      }
    },
    { step: 'initialize', name: 'limitRequestsAtOnce' },
  );
};

/**
 * Connects to a table. The endpoint, region and credentials come from the environment, as the SDK reads them.
 * @param limits of each request; by default those of a function that answers a request
 */
export const connectTable = (name: string, limits: RequestLimits = requestLimits.answering): Table => {
  const client = new DynamoDBClient(limitedBy(limits));
  client.middlewareStack.add(askCheck, beforeRequest);
  limitRequestsAtOnce(client);
  client.middlewareStack.add(endWithPatience, onEachAttempt);
  return {
    name,
    client: DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }),
  };
};
