import { Stack } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric, type MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { FilterPattern, type LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';

interface ExpectedErrorsProps {
  readonly log: LogGroup;
  /** The event that the function logs, before it throws on purpose. */
  readonly event: string;
}

/**
 * Counts the errors that a function throws on purpose, by the line that it logs before. Lambda counts these as errors like
 * crashes and time-outs; the difference is what needs a person. It is right some minutes later only, since metrics of logs
 * arrive after Lambda's: an alarm waits for a second period.
 */
export class ExpectedErrors extends Construct {
  readonly #namespace: string;
  readonly #event: string;

  constructor(scope: Construct, id: string, { log: logGroup, event }: ExpectedErrorsProps) {
    super(scope, id);
    this.#namespace = Stack.of(this).stackName;
    this.#event = event;
    new MetricFilter(this, 'All', {
      logGroup,
      filterPattern: FilterPattern.stringValue('$.message.event', '=', event),
      metricNamespace: this.#namespace,
      metricName: event,
    });
  }

  /** What Lambda counts of a function's errors beyond these. */
  subtractedFrom(fn: IFunction, { period, ...options }: MetricOptions): IMetric {
    return new MathExpression({
      expression: 'FILL(errors, 0) - FILL(expected, 0)',
      label: 'unexpected errors',
      usingMetrics: {
        errors: fn.metricErrors(options),
        expected: new Metric({ namespace: this.#namespace, metricName: this.#event, statistic: 'Sum' }),
      },
      ...(period && { period }),
    });
  }
}
