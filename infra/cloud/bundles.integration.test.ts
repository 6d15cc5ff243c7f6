/** @module-tag exhaustive */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { functions } from '#functions/functions';
import { apiServices } from '#shared/contract/route';
import { routes } from '#shared/contract/routes';
import { problemContentType } from '#shared/contract/shown-problems';
import { synthesize } from '../testing/cloud/synthesize.ts';

const run = promisify(execFile);

let stack: ReturnType<typeof synthesize>;
beforeAll(() => {
  stack = synthesize({ bundle: true, settings: { cards: true } });
});
afterAll(() => stack.remove());

const bundleOf = (logicalName: string): string => {
  const fn = stack.all('AWS::Lambda::Function').find(({ name }) => name === logicalName);
  const key = String(Object(fn?.properties.Code).S3Key);
  return join(stack.outdir, `asset.${key.replace(/\.zip$/, '')}`, 'index.mjs');
};

const values = {
  TABLE_NAME: 'bookings',
  BUSINESS_TIME_ZONE: 'Europe/London',
  PICTURE_HOSTS: '[]',
  SITE_URL: 'https://club.example',
  MAIL_FROM: 'Club <hello@club.example>',
  MAILS_PER_SECOND: '11',
  USER_POOL_ID: 'eu-west-2_pool',
  USER_POOL_CLIENT_ID: 'client',
  STRIPE_API: 'https://api.stripe.com',
  CARD_KEY_SECRET: 'arn:aws:secretsmanager:eu-west-2:111122223333:secret:key',
  CARD_EVENTS_SECRET: 'arn:aws:secretsmanager:eu-west-2:111122223333:secret:events',
  ORIGIN_KEY: 'known-to-the-distribution',
};

/** Starts a bundle in its own process without node_modules, and calls its handler with one event. */
const invoke = async (
  file: string,
  variables: readonly (keyof typeof values)[],
  event: unknown,
  ofLambda: Record<string, string> = {},
): Promise<unknown> => {
  // Node prints the throwing line of a minified bundle first, which can fill the pipe before the message.
  const script = `
    process.on('uncaughtException', ({ message }) => {
      process.stderr.write(message);
      process.exitCode = 1;
    });
    const { handler } = await import(${JSON.stringify(file)});
    process.stdout.write(JSON.stringify((await handler(${JSON.stringify(event)}, { awsRequestId: 'req-1' })) ?? null));
  `;
  const env = {
    AWS_REGION: 'eu-west-2',
    ...ofLambda,
    ...Object.fromEntries(variables.map((name) => [name, values[name]])),
  };
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], { env });
  return JSON.parse(stdout.slice(stdout.lastIndexOf('\n') + 1));
};

const unknownRoute = {
  routeKey: '$default',
  headers: {},
  requestContext: { http: { sourceIp: '192.0.2.1' } },
};

it('signs its requests with the credentials that Lambda puts into the environment', async () => {
  const signatures: (string | undefined)[] = [];
  const dynamodb = createServer((request, response) => {
    signatures.push(request.headers.authorization);
    response.setHeader('content-type', 'application/x-amz-json-1.0').end('{"Items":[]}');
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void dynamodb.close());
  await once(dynamodb, 'listening');
  const { port } = Object(dynamodb.address());

  const listClasses = {
    ...unknownRoute,
    routeKey: `${routes.listClasses.method} ${routes.listClasses.path}`,
  };
  const answer = await invoke(bundleOf('catalogueFunction'), functions.catalogue.variables, listClasses, {
    AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${port}`,
    AWS_ACCESS_KEY_ID: 'ASIAEXAMPLE',
    AWS_SECRET_ACCESS_KEY: 'example',
    AWS_SESSION_TOKEN: 'session',
  });

  expect(answer).toMatchObject({ statusCode: 200, body: '{"classes":[]}' });
  // The oldest current class, then the classes from it on.
  const signed = expect.stringContaining('Credential=ASIAEXAMPLE/');
  expect(signatures).toEqual([signed, signed]);
});

it.each(apiServices)('the bundle of %s starts by itself and answers an unknown path', async (name) => {
  const file = bundleOf(`${name.replace('-', '')}Function`);
  expect(await invoke(file, functions[name].variables, unknownRoute)).toMatchObject({
    statusCode: 404,
    headers: { 'content-type': problemContentType },
  });
});

it.each([
  ['mailer', 'MailermailerFunction', { Records: [] }, { batchItemFailures: [] }],
  ['messenger', 'MessengermessengerFunction', { Records: [] }, { batchItemFailures: [] }],
  // The first message of SES.
  [
    'bounces',
    'BouncesbouncesFunction',
    { Records: [{ Sns: { MessageId: '1', Message: 'Validated' } }] },
    null,
  ],
] as const)(
  'the bundle of the %s starts by itself and handles a batch',
  async (name, home, event, answer) => {
    expect(await invoke(bundleOf(home), functions[name].variables, event)).toEqual(answer);
  },
);

it('the bundle of the timer does not start without its variables', async () => {
  await expect(invoke(bundleOf('TimertimerFunction'), [], {})).rejects.toThrow('TABLE_NAME (missing)');
});

/** Slightly above the present sizes, so that growth fails the test until it is allowed here or undone. */
const mostBytes = [
  ['catalogueFunction', 264_000],
  ['familyFunction', 501_000],
  ['accountFunction', 485_000],
  ['adminFunction', 742_000],
  ['cardsFunction', 601_000],
  ['cardeventsFunction', 566_000],
  ['coachFunction', 313_000],
  ['linksFunction', 602_000],
  ['MailermailerFunction', 522_000],
  ['MessengermessengerFunction', 614_000],
  ['TimertimerFunction', 339_000],
  ['BouncesbouncesFunction', 240_000],
] as const;

it.each(mostBytes)('keeps %s below %i bytes, so that it starts fast', (name, most) => {
  expect(statSync(bundleOf(name)).size).toBeLessThan(most);
});
