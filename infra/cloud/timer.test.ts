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

it('lets the scheduler of this account invoke the timer, and nothing else', () => {
  const role = stack.all('AWS::IAM::Role').find(({ name }) => name === 'TimerSchedulerRole');
  expect(Object(role?.properties.AssumeRolePolicyDocument).Statement).toEqual([
    {
      Action: 'sts:AssumeRole',
      Effect: 'Allow',
      Principal: { Service: 'scheduler.amazonaws.com' },
      Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
    },
  ]);
  const statements = stack.statementsOf('TimerSchedulerRole');
  expect(statements.map(({ Action, Resource }) => [Action, readable(Resource)])).toEqual([
    ['lambda:InvokeFunction', '<TimertimerLive>'],
  ]);
});

it('feeds the messenger with new messages, wake-ups, families and children, with slots that are due, and nothing else', () => {
  const source = stack
    .all('AWS::Lambda::EventSourceMapping')
    .find(({ properties }) => readable(properties.FunctionName).includes('Messenger'))?.properties;
  const filters: { Pattern: string }[] = Object(source?.FilterCriteria).Filters;
  expect(filters.map(({ Pattern }) => JSON.parse(Pattern))).toEqual([
    {
      eventName: ['INSERT'],
      dynamodb: {
        NewImage: { entity: { S: ['message', 'messenger-wake', 'family', 'child', 'heartbeat'] } },
      },
    },
    {
      eventName: ['MODIFY'],
      dynamodb: { NewImage: { entity: { S: ['slot'] }, GSI1PK: { S: ['DUE'] } } },
    },
  ]);
  expect(readable(Object(source?.DestinationConfig).OnFailure.Destination)).toBe(
    '<MessengerDeadLetters.Arn>',
  );
});
