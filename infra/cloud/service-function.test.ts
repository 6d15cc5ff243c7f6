import { afterAll, beforeAll, expect, it } from 'vitest';
import { readable } from '../testing/cloud/readable.ts';
import { synthesize } from '../testing/cloud/synthesize.ts';

let stack: ReturnType<typeof synthesize>;
beforeAll(() => {
  stack = synthesize();
}, 60_000);
afterAll(() => stack.remove());

/** Our functions, without the one that the library deploys to copy the site. */
const functions = () =>
  stack.all('AWS::Lambda::Function').filter(({ name }) => !name.startsWith('CustomCDKBucketDeployment'));

it('every function runs on ARM and Node.js 24, with memory for a quick start', () => {
  expect(functions()).toHaveLength(7);
  for (const { properties } of functions()) {
    expect(properties).toMatchObject({ Architectures: ['arm64'], Runtime: 'nodejs24.x', MemorySize: 1024 });
  }
});

it('every function logs JSON into a log of its own, which is kept for three months', () => {
  const logs = new Map(
    stack.all('AWS::Logs::LogGroup').map(({ name, properties }) => [`<${name}>`, properties]),
  );
  const used = functions().map(({ properties }) => {
    const { ApplicationLogLevel, LogFormat, LogGroup } = Object(properties.LoggingConfig);
    expect([LogFormat, ApplicationLogLevel]).toEqual(['JSON', 'INFO']);
    return readable(LogGroup);
  });
  expect(new Set(used).size).toBe(used.length);
  for (const name of [...used, '<ApiAccessLog>']) expect(logs.get(name)?.RetentionInDays).toBe(90);
});

it('no function waits for longer than the gateway, but the one that sends mail', () => {
  const timeouts = Object.fromEntries(functions().map(({ name, properties }) => [name, properties.Timeout]));
  expect(timeouts).toEqual({
    catalogueFunction: 15,
    accountFunction: 15,
    familyFunction: 15,
    adminFunction: 15,
    AuthtokenguardFunction: 5,
    MailermailerFunction: 120,
    BouncesbouncesFunction: 30,
  });
});
