import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { mock } from 'node:test';
import * as z from 'zod/mini';

/**
 * Preloaded by a start (`--import`): stops its clock at START_TIME, and kills it by SIGKILL as it sends its request number
 * KILL_AT to the engine, the user pool or the mail service. Prints how many it sent when it ends by itself.
 */
const { START_TIME, KILL_AT } = z
  .object({ START_TIME: z.coerce.date(), KILL_AT: z.coerce.number() })
  .parse(process.env);

/** Reads of the stream are not counted: how many there are depends on the time until the end. */
const isOfStream = ({ request }: { readonly request: ClientRequest }): boolean =>
  String(request.getHeader('x-amz-target')).startsWith('DynamoDBStreams');

mock.timers.enable({ apis: ['Date'], now: START_TIME });
let requests = 0;
subscribe('http.client.request.start', (message) => {
  // The channel's messages have this form.
  if (isOfStream(message as Parameters<typeof isOfStream>[0])) return;
  requests += 1;
  if (requests === KILL_AT) process.kill(process.pid, 'SIGKILL');
});
process.on('exit', () => console.log(`Requests: ${requests}`));
