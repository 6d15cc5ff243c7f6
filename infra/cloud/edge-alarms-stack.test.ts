import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { AwsSolutionsChecks } from 'cdk-nag';
import { expect, it } from 'vitest';
import { distributionIdParameter, EdgeAlarmsStack } from './edge-alarms-stack.ts';

const stack = new EdgeAlarmsStack(new App(), 'Test', { alarmEmail: 'alarms@club.example' });
const template = Template.fromStack(stack);
const only = (type: string) => {
  const [found, ...more] = Object.values(template.findResources(type));
  expect(more).toEqual([]);
  return found?.Properties;
};

it('watches the rate of 5xx responses of the distribution in its parameter', () => {
  const { Metrics, Threshold, EvaluationPeriods } = only('AWS::CloudWatch::Alarm');
  const metrics = Metrics.flatMap(({ MetricStat }: { MetricStat?: { Metric: Record<string, unknown> } }) =>
    MetricStat ? [MetricStat.Metric] : [],
  );
  expect(metrics.map(({ MetricName }: Record<string, unknown>) => MetricName)).toEqual([
    'Requests',
    '5xxErrorRate',
  ]);
  for (const { Namespace, Dimensions } of metrics) {
    expect(Namespace).toBe('AWS/CloudFront');
    expect(Dimensions).toEqual([
      { Name: 'DistributionId', Value: { Ref: distributionIdParameter } },
      { Name: 'Region', Value: 'Global' },
    ]);
  }
  expect([Threshold, EvaluationPeriods]).toEqual([5, 2]);
});

it('follows the rules of AWS Solutions', () => {
  expect(new AwsSolutionsChecks().validateScope(stack).violations).toEqual([]);
});
