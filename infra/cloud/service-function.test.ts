import { afterAll, beforeAll, expect, it } from 'vitest';
import { readable } from '../testing/cloud/readable.ts';
import { synthesize } from '../testing/cloud/synthesize.ts';

let stack: ReturnType<typeof synthesize>;
beforeAll(() => {
  stack = synthesize();
});
afterAll(() => stack.remove());

/** Our functions, without the one that the library deploys to copy the site. */
const functions = () =>
  stack.all('AWS::Lambda::Function').filter(({ name }) => !name.startsWith('CustomCDKBucketDeployment'));

it('every function runs on ARM and Node.js 24, with 1 GB of memory', () => {
  expect(functions()).toHaveLength(11);
  for (const { properties } of functions()) {
    expect(properties).toMatchObject({ Architectures: ['arm64'], Runtime: 'nodejs24.x', MemorySize: 1024 });
  }
});

it('every function logs JSON into a log of its own, with the reports of Lambda', () => {
  const used = functions().map(({ properties }) => {
    const { ApplicationLogLevel, SystemLogLevel, LogFormat, LogGroup } = Object(properties.LoggingConfig);
    expect([LogFormat, ApplicationLogLevel, SystemLogLevel]).toEqual(['JSON', 'INFO', 'INFO']);
    return readable(LogGroup);
  });
  expect(new Set(used).size).toBe(used.length);
});

it('every log is kept for three months, that of the deployment too', () => {
  const logs = stack.all('AWS::Logs::LogGroup');
  expect(logs.map(({ name }) => name)).toEqual(expect.arrayContaining(['ApiAccessLog', 'SiteContentLog']));
  for (const { properties } of logs) expect(properties.RetentionInDays).toBe(90);
  const named = new Set(logs.map(({ name }) => `<${name}>`));
  for (const { properties } of stack.all('AWS::Lambda::Function')) {
    expect(named).toContain(readable(Object(properties.LoggingConfig).LogGroup));
  }
});

it('no service runs for longer than the gateway waits (30 s)', () => {
  const timeouts = Object.fromEntries(functions().map(({ name, properties }) => [name, properties.Timeout]));
  expect(timeouts).toEqual({
    catalogueFunction: 15,
    accountFunction: 15,
    familyFunction: 15,
    linksFunction: 15,
    adminFunction: 15,
    AuthpretokenFunction: 5,
    MailermailerFunction: 120,
    MessengermessengerFunction: 120,
    TimertimerFunction: 120,
    BouncesbouncesFunction: 30,
    ReleasesSmokeCheckFunction: 60,
  });
});
