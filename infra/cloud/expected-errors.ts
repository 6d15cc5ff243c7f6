import { Stack } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric, type MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { FilterPattern, type LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';

interface ExpectedErrorsProps {
  readonly log: LogGroup;
  /** The event that the function logs, with its version, before it throws on purpose. */
  readonly event: string;
}

/**
 * Counts the errors that a function throws on purpose, by the line that it logs before. Lambda counts these as errors like
 * crashes and time-outs; the difference is what needs a person.
 */
export class ExpectedErrors extends Construct {
  readonly #namespace: string;
  readonly #event: string;

  constructor(scope: Construct, id: string, { log: logGroup, event }: ExpectedErrorsProps) {
    super(scope, id);
    this.#namespace = Stack.of(this).stackName;
    this.#event = event;
    const filterPattern = FilterPattern.stringValue('$.message.event', '=', event);
    const filter = { logGroup, filterPattern, metricNamespace: this.#namespace };
    new MetricFilter(this, 'All', { ...filter, metricName: event });
    new MetricFilter(this, 'ByVersion', {
      ...filter,
      metricName: `${event}.byVersion`,
      dimensions: { Version: '$.message.version' },
    });
  }

  /** Of one version of the function. */
  ofVersion(version: string): Metric {
    return this.#metric(`${this.#event}.byVersion`).with({ dimensionsMap: { Version: version } });
  }

  /** What Lambda counts of a function's errors beyond these. */
  subtractedFrom(fn: IFunction, { period, ...options }: MetricOptions): IMetric {
    return new MathExpression({
      expression: 'FILL(errors, 0) - FILL(expected, 0)',
      label: 'unexpected errors',
      usingMetrics: { errors: fn.metricErrors(options), expected: this.#metric(this.#event) },
      ...(period && { period }),
    });
  }

  #metric(metricName: string): Metric {
    return new Metric({ namespace: this.#namespace, metricName, statistic: 'Sum' });
  }
}
