import {
  CloudFormationClient,
  DescribeStacksCommand,
  type Parameter,
  type StackStatus,
  UpdateStackCommand,
} from '@aws-sdk/client-cloudformation';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { takePlace } from '#functions/booking/take-place';
import { type HandlerLoader, importHandlers } from '#infra/local/handlers';
import { putClass } from '#infra/local/seed/put';
import { patiently } from '#infra/testing/runner/slowness';
import { localToday, runningDates, sampleBooking, sampleClass } from '#infra/testing/samples/samples';
import { accessProblems, isRead, pausedHeader } from '#shared/contract/route';
import { type RouteName, routeList, routes } from '#shared/contract/routes';
import { instantOf } from '#shared/lib/values';
import { localPaths } from '../../local/addresses.ts';
import { codeOfRefusal } from '../../testing/attack/answers.ts';
import { snapshotOf, startAttackStack, usersOf } from '../../testing/attack/attack-stack.ts';
import { type CallerName, callers, createFixtures, type Fixtures } from '../../testing/attack/fixtures.ts';
import type { Named } from '../../testing/attack/requests/question.ts';
import { routeRows } from '../../testing/attack/route-rows.ts';
import { tempDir } from '../../testing/stack/temp-dir.ts';
import { type Call, request, startTestStack, type TestStack } from '../../testing/stack/test-stack.ts';
import { localSwitch, runOnPause, stageSwitch } from './pause.ts';

const deps = { clock: () => new Date('2026-03-01T09:30:00Z'), timeZone: 'Europe/London' };

describe('while changes are paused', () => {
  let stack: TestStack;
  let fixtures: Fixtures;
  let run: (...words: readonly string[]) => Promise<string>;
  beforeAll(async () => {
    stack = await startAttackStack();
    fixtures = await createFixtures(stack);
    run = (...words) => runOnPause(words, { ...deps, switchOf: localSwitch(stack.url) });
  });
  afterAll(() => stack.stop());

  const allowed = (route: RouteName): { readonly named: Named; readonly name: CallerName } => {
    const turnedAway: readonly (number | string)[] = accessProblems[routes[route].access];
    const cells = Object.entries(routeRows[route].answers).flatMap(([named, answers]) =>
      // Object.entries widens the keys; the record is closed.
      callers.map((name) => ({ named: named as Named, name, answer: answers[name] })),
    );
    return (
      cells.find(({ answer }) => typeof answer === 'number') ??
      cells.find(({ answer }) => !turnedAway.includes(answer)) ??
      expect.unreachable('nobody may')
    );
  };

  const stored = async () => ({ table: await snapshotOf(stack), users: await usersOf(stack) });

  const prepare = async (route: RouteName): Promise<Call> => {
    const { named, name } = allowed(route);
    const caller = fixtures.callers[name];
    const { by = caller, ...asked } = await routeRows[route].ask({ fixtures, name, caller, named });
    return { ...asked, route, token: by.token };
  };

  it('answers every read, and refuses every change and stores nothing [REL-05]', async () => {
    const requests = new Map<RouteName, Call>();
    for (const { name } of routeList) requests.set(name, await prepare(name));
    await run('on');
    onTestFinished(async () => void (await run('off')));
    const before = await stored();
    // A read of a card is recorded: the changes come first.
    const inOrder = routeList.toSorted((a, b) => Number(isRead(a.route)) - Number(isRead(b.route)));
    for (const { name, route } of inOrder) {
      const answer = await stack.call(requests.get(name) ?? expect.unreachable());
      expect(answer.headers.has(pausedHeader), name).toBe(!route.sharedFor && !route.file);
      if (!isRead(route)) {
        expect([name, answer.status, codeOfRefusal(answer)]).toEqual([name, 503, 'paused']);
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      } else expect(answer.status < 400 ? 'answers' : codeOfRefusal(answer), name).not.toBe('paused');
      if (name === inOrder.findLast((one) => !isRead(one.route))?.name)
        expect(await stored()).toEqual(before);
    }
  });

  it('lets people log in, and takes changes again afterwards [REL-05]', async () => {
    await run('on');
    expect(await run()).toBe('Changes are paused.');
    const account = fixtures.callers.parent;
    const token = await stack.signIn(account.family.profile.email);
    const renamed = { full_name: 'Pat Renamed', phone_number: '+44 20 7946 0958' };
    const save = { route: 'updateMyProfile', token, body: renamed } as const;
    const me = { route: 'getMyFamily', token } as const;
    expect((await stack.call(me)).status).toBe(200);
    expect(codeOfRefusal(await stack.call(save))).toBe('paused');
    await run('off');
    expect(await run()).toBe('Changes are taken.');
    expect((await stack.call(save)).status).toBe(200);
    expect((await stack.call(me)).headers.has(pausedHeader)).toBe(false);
  });
});

it('emails and timed work wait, also over a restart of the local system, and follow [REL-05]', async () => {
  let isOn = false;
  /** What was run while changes were paused. */
  const during: string[] = [];
  const start = async (handlers: HandlerLoader) => startTestStack({ handlers, dataDir });
  const dataDir = await tempDir();
  const noting: HandlerLoader = {
    ...importHandlers,
    load: (name) => {
      if (isOn) during.push(name);
      return importHandlers.load(name);
    },
  };
  let stack = await start(importHandlers);
  onTestFinished(() => stack.stop());
  const mailsTo = async (email: string) => (await stack.mails()).filter(({ to }) => to.includes(email));
  const cls = sampleClass({ capacities: [5], overrides: runningDates(localToday(), { startedDaysAgo: 7 }) });
  await putClass(stack.table, cls);
  const { family } = await stack.createAccount();
  const { email } = family.profile;
  await runOnPause(['on'], { ...deps, switchOf: localSwitch(stack.url) });
  await takePlace(stack.table, sampleBooking(cls, family, { created_at: instantOf(new Date()) }));
  await stack.stop();
  stack = await start(noting);
  isOn = true;
  // The timer runs when the clock is set.
  const now = JSON.stringify({ now: new Date().toISOString() });
  await request(stack.url + localPaths.clock, { method: 'POST', body: now });
  expect(await mailsTo(email)).toEqual([]);
  isOn = false;
  await runOnPause(['off'], { ...deps, switchOf: localSwitch(stack.url) });
  await vi.waitFor(async () => expect(await mailsTo(email)).toHaveLength(1), patiently);
  expect(during.filter((name) => ['mailer', 'messenger', 'timer'].includes(name))).toEqual([]);
});

describe('the switch of a stage', () => {
  const cloudFormation = mockClient(CloudFormationClient);
  const given = (StackStatus: StackStatus, Parameters: Parameter[]) => {
    cloudFormation.reset();
    const Stacks = [
      { StackName: 'football-booking-prod', CreationTime: new Date(), StackStatus, Parameters },
    ];
    cloudFormation.on(DescribeStacksCommand).resolves({ Stacks });
    cloudFormation.on(UpdateStackCommand).resolves({});
    return (...words: string[]) => runOnPause(words, { ...deps, switchOf: stageSwitch('prod') });
  };
  const on = { ParameterKey: 'Writes', ParameterValue: 'on' };
  const others = { ParameterKey: 'BootstrapVersion', ParameterValue: '/cdk-bootstrap/version' };

  it('changes the one parameter of the stack, and says how long the pause may last [REL-05]', async () => {
    const run = given('UPDATE_COMPLETE', [others, on]);
    expect(await run('on')).toContain('Run `pause off` before 2026-03-02 05:30');
    const [update] = cloudFormation.commandCalls(UpdateStackCommand);
    expect(update?.args[0].input).toMatchObject({
      StackName: 'football-booking-prod',
      UsePreviousTemplate: true,
      Parameters: [
        { ParameterKey: 'BootstrapVersion', UsePreviousValue: true },
        { ParameterKey: 'Writes', ParameterValue: 'paused' },
      ],
    });
  });

  it('changes nothing where it is so already', async () => {
    await given('UPDATE_COMPLETE', [on])('off');
    expect(cloudFormation.commandCalls(UpdateStackCommand)).toEqual([]);
  });

  it.each<[string, StackStatus, Parameter[], string]>([
    ['a deployment is under way', 'UPDATE_IN_PROGRESS', [on], 'The stack is UPDATE_IN_PROGRESS'],
    ['the deployed version has no switch', 'UPDATE_COMPLETE', [others], 'has no switch'],
  ])('says what to do where %s', async (_, status, parameters, text) => {
    await expect(given(status, parameters)('on')).rejects.toThrow(text);
  });
});
