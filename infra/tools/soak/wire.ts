import type { IncomingHttpHeaders } from 'node:http';
import { crc32 } from 'node:zlib';
import type { Random } from '#infra/testing/random';

/** The parts of a request that the proxy reads. */
export interface WireRequest {
  /** `TransactWriteItems`, `Query` … */
  readonly operation: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: IncomingHttpHeaders;
}

/** An answer in DynamoDB's format. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Creates an answer with a checksum, which DynamoDB adds to every answer. */
export const wireAnswer = (status: number, content: object): WireAnswer => {
  const body = Buffer.from(JSON.stringify(content));
  return {
    status,
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'content-length': String(body.length),
      'x-amz-crc32': String(crc32(body)),
    },
    body,
  };
};

/** The namespaces of DynamoDB's errors and of AWS's shared front end. */
const dynamodb = 'com.amazonaws.dynamodb.v20120810';
const front = 'com.amazon.coral.availability';

const throttlings = [
  {
    __type: `${dynamodb}#ProvisionedThroughputExceededException`,
    message: 'The level of configured provisioned throughput for the table was exceeded.',
  },
  { __type: `${front}#ThrottlingException`, message: 'Rate of requests exceeds the allowed throughput.' },
  {
    __type: `${dynamodb}#RequestLimitExceeded`,
    message: 'Throughput exceeds the current throughput limit for your account.',
  },
] as const;

export const throttled = (random: Random): WireAnswer => wireAnswer(400, random.pick(throttlings));

export const internalError = wireAnswer(500, {
  __type: `${dynamodb}#InternalServerError`,
  message: 'Internal server error',
});

export const unavailable = wireAnswer(503, {
  __type: `${front}#ServiceUnavailableException`,
  message: 'Service is temporarily unavailable',
});

export const inProgress = wireAnswer(400, {
  __type: `${dynamodb}#TransactionInProgressException`,
  Message: 'Transaction with client token is in progress.',
});

/** The answer to a single write of an item that a transaction writes. */
export const singleConflict = wireAnswer(400, {
  __type: `${dynamodb}#TransactionConflictException`,
  message: 'Transaction is ongoing for the item',
});

/** The answer to a transaction of so many items with conflicts on those at some positions. */
export const conflict = (at: readonly number[], items: number): WireAnswer => {
  const codes = Array.from({ length: items }, (_, index) =>
    at.includes(index) ? 'TransactionConflict' : 'None',
  );
  return wireAnswer(400, {
    __type: `${dynamodb}#TransactionCanceledException`,
    Message: `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes.join(', ')}]`,
    CancellationReasons: codes.map((Code) =>
      Code === 'None' ? { Code } : { Code, Message: 'Transaction is ongoing for the item' },
    ),
  });
};
