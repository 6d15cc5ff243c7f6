import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RequestLimits, requestLimits } from '#functions/lib/aws-requests';
import { deployedServices } from '#shared/contract/route';
import { synthesize } from '../testing/cloud/synthesize.ts';
import { projectRoot } from './lambda-settings.ts';

let stack: ReturnType<typeof synthesize>;
beforeAll(() => {
  stack = synthesize();
});
afterAll(() => stack.remove());

/** Our functions, without the one that the library deploys to copy the site. */
const functions = () =>
  stack.all('AWS::Lambda::Function').filter(({ name }) => !name.startsWith('CustomCDKBucketDeployment'));

/** The longest that one request can take: no attempt gets an answer. Pauses between attempts are below half a second. */
const longestSeconds = ({ connectionTimeout, socketTimeout, maxAttempts }: RequestLimits): number =>
  (maxAttempts * (connectionTimeout + socketTimeout)) / 1_000;

it('every function outlives a request to AWS that is never answered', () => {
  const { answering, background, trigger, userPool, mail, deployment, invocation } = requestLimits;
  const made: Readonly<Record<string, readonly RequestLimits[]>> = {
    catalogueFunction: [answering],
    accountFunction: [answering, userPool],
    familyFunction: [answering],
    linksFunction: [answering, mail],
    coachFunction: [answering],
    adminFunction: [answering, userPool],
    AuthpretokenFunction: [trigger],
    MailermailerFunction: [background, mail],
    MessengermessengerFunction: [background, mail],
    TimertimerFunction: [background],
    BouncesbouncesFunction: [background],
    ReleasesSmokeCheckOfFunctionsFunction: [deployment, invocation, deployment],
    ReleasesSmokeCheckOfTriggersFunction: [deployment, invocation, deployment],
    CanaryFunction: [deployment, deployment, deployment],
  };
  expect(functions()).toHaveLength(Object.keys(made).length);
  for (const { name, properties } of functions())
    for (const limits of made[name] ?? expect.unreachable(name))
      expect(longestSeconds(limits), name).toBeLessThan(Number(properties.Timeout));
});

it('every client of the functions has limits', () => {
  const clients = globSync('{functions,infra/cloud}/**/*.ts', { cwd: projectRoot })
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) =>
      [
        ...readFileSync(join(projectRoot, file), 'utf8').matchAll(/new (?!UserPool)\w+Client\([\s\S]*?;/g),
      ].map(([made]) => made),
    );
  expect(clients.length).toBeGreaterThan(3);
  for (const made of clients) expect(made).toMatch(/limitRequests|requestHandler/);
});

it('no service runs for longer than the gateway waits (30 s)', () => {
  const services = functions().filter(({ name }) => !/^[A-Z]/.test(name));
  expect(services).toHaveLength(deployedServices.length);
  for (const { properties } of services) expect(Number(properties.Timeout)).toBeLessThan(30);
});
