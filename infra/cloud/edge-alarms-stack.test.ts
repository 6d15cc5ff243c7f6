import { App } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { expect, it } from 'vitest';
import { EdgeAlarmsStack } from './edge-alarms-stack.ts';

it('follows the rules of AWS Solutions', () => {
  const stack = new EdgeAlarmsStack(new App(), 'Test', { alarmEmail: 'alarms@club.example' });
  expect(new AwsSolutionsChecks().validateScope(stack).violations).toEqual([]);
});
