import { entityAttribute } from '#functions/data/dynamo/table-schema';
import { mailRequestEntity } from '#functions/data/mail/mail-requests';
import { wakeEntity } from '#functions/data/messages/wake';
import type { FunctionName } from '#functions/functions';
import { type RouteName, routes } from '#shared/contract/routes';
import { adminGroup, coachGroup } from '#shared/roles';

/** The caller of all requests: nobody has this id. */
const nobody = '00000000-0000-4000-8000-000000000000';

interface ApiRequest {
  readonly body?: unknown;
  readonly claims?: Readonly<Record<string, string>>;
}

/** The event by which API Gateway would pass on a request for a route without parameters. */
const apiEvent = (name: RouteName, { body, claims }: ApiRequest = {}) => {
  const { method, path } = routes[name];
  return {
    version: '2.0',
    routeKey: `${method} ${path}`,
    rawPath: path,
    rawQueryString: '',
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    isBase64Encoded: false,
    requestContext: {
      http: { method, path, protocol: 'HTTP/1.1', sourceIp: '192.0.2.1', userAgent: 'smoke-check' },
      routeKey: `${method} ${path}`,
      stage: '$default',
      ...(claims && { authorizer: { jwt: { claims: { sub: nobody, token_use: 'access', ...claims } } } }),
    },
  };
};

/** The stream record of a request for an email to an address that has no account. */
const mailRequestRecord = (now: Date) => ({
  eventName: 'INSERT',
  dynamodb: {
    SequenceNumber: '1',
    NewImage: {
      [entityAttribute]: { S: mailRequestEntity },
      id: { S: 'smoke-check' },
      kind: { S: 'reset-password' },
      email: { S: 'nobody@smoke-check.invalid' },
      created_at: { S: now.toISOString() },
    },
  },
});

/** The stream record of a request to send a message that does not exist. */
const wakeRecord = {
  eventName: 'INSERT',
  dynamodb: {
    SequenceNumber: '1',
    NewImage: { [entityAttribute]: { S: wakeEntity }, messages: { L: [{ S: 'msg_'.padEnd(26, '-') }] } },
  },
};

/**
 * One event for each function that makes it read the table and change nothing. `bounces` may not read, and
 * `pretoken` reads for accounts with a role only: their events only show that they start.
 */
export const smokeRequests = (now: Date): Readonly<Record<FunctionName, unknown>> => ({
  catalogue: apiEvent('listClasses'),
  account: apiEvent('verifyEmail', { body: { token: 'smoke-check'.padEnd(43, '-') } }),
  family: apiEvent('getMyFamily', { claims: {} }),
  admin: apiEvent('listManagedClasses', { claims: { 'cognito:groups': `[${adminGroup}]` } }),
  links: apiEvent('confirmNewsletter', { body: { token: 'smoke-check' } }),
  // Refused, after the table was read: nobody is a coach.
  coach: apiEvent('listMySessions', { claims: { 'cognito:groups': `[${coachGroup}]` } }),
  mailer: { Records: [mailRequestRecord(now)] },
  messenger: { Records: [wakeRecord] },
  timer: { dryRun: true },
  pretoken: {
    userName: nobody,
    request: { userAttributes: { email_verified: 'true' }, groupConfiguration: { groupsToOverride: [] } },
  },
  bounces: { Records: [{ Sns: { MessageId: 'smoke-check', Message: 'Successfully validated SNS topic' } }] },
});
