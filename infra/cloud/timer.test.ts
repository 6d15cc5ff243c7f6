import { afterAll, beforeAll, expect, it } from 'vitest';
import { readable } from '../testing/cloud/policy.ts';
import { synthesize } from '../testing/cloud/synthesize.ts';
import { mailerStreamSettings, messengerStreamSettings } from './service-settings.ts';

let stack: ReturnType<typeof synthesize>;
beforeAll(() => {
  stack = synthesize();
});
afterAll(() => stack.remove());

it('runs the timer every five minutes [JOB-01]', () => {
  const { ScheduleExpression, FlexibleTimeWindow, Target } = Object(
    stack.all('AWS::Scheduler::Schedule').find(({ name }) => name === 'TimerSchedule')?.properties,
  );
  expect([ScheduleExpression, FlexibleTimeWindow]).toEqual(['rate(5 minutes)', { Mode: 'OFF' }]);
  const { Arn, RoleArn, Input, RetryPolicy } = Object(Target);
  expect([readable(Arn), readable(RoleArn), Input]).toEqual([
    '<TimertimerLive>',
    '<TimerSchedulerRole.Arn>',
    '{}',
  ]);
  expect(RetryPolicy).toEqual({ MaximumRetryAttempts: 0 });
});

it('one parameter pauses changes: the gateway says so, both readers of the stream and the timer wait [REL-05]', () => {
  const paused = { 'Fn::If': ['WritesOn', true, false] };
  expect(stack.template.toJSON()).toMatchObject({
    Parameters: { Writes: { Type: 'String', Default: 'on', AllowedValues: ['on', 'paused'] } },
    Conditions: { WritesOn: { 'Fn::Equals': [{ Ref: 'Writes' }, 'on'] } },
  });
  const [gateway] = stack.all('AWS::ApiGatewayV2::Stage');
  expect(gateway?.properties.StageVariables).toEqual({ writes: { Ref: 'Writes' } });
  const feeds = stack.all('AWS::Lambda::EventSourceMapping').map(({ properties }) => properties.Enabled);
  expect(feeds).toEqual([paused, paused]);
  const timer = stack.all('AWS::Scheduler::Schedule').find(({ name }) => name === 'TimerSchedule');
  expect(timer?.properties.State).toEqual({ 'Fn::If': ['WritesOn', 'ENABLED', 'DISABLED'] });
  for (const { maxRecordAgeSeconds } of [mailerStreamSettings, messengerStreamSettings])
    expect(maxRecordAgeSeconds).toBeLessThan(24 * 60 * 60);
});
