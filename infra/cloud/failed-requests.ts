import { Stack } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { requestFailed } from '#functions/log';
import type { ServiceFunction } from './service-function.ts';

/**
 * Counts the failures that functions log themselves: requests that ended with an unexpected error (500), for which Lambda
 * counts no error and the gateway a 5xx as for the expected 503 of a busy slot; and unexpected errors of functions that
 * throw others on purpose.
 */
export class FailedRequests extends Construct {
  /** Of all these functions. */
  readonly all: Metric;
  readonly #namespace: string;

  constructor(scope: Construct, id: string, functions: Readonly<Record<string, ServiceFunction>>) {
    super(scope, id);
    this.#namespace = Stack.of(this).stackName;
    for (const [name, { log: logGroup }] of Object.entries(functions)) {
      const filterPattern = FilterPattern.stringValue('$.message.event', '=', requestFailed);
      const filter = { logGroup, filterPattern, metricNamespace: this.#namespace };
      new MetricFilter(this, name, { ...filter, metricName: 'FailedRequests' });
      new MetricFilter(this, `${name}ByVersion`, {
        ...filter,
        metricName: this.#nameOf(name),
        dimensions: { Version: '$.message.version' },
      });
    }
    this.all = this.#metric('FailedRequests');
  }

  /** Of one version of a function. */
  ofVersion(name: string, version: string): Metric {
    return this.#metric(this.#nameOf(name)).with({ dimensionsMap: { Version: version } });
  }

  #nameOf(name: string): string {
    return `FailedRequestsOf-${name}`;
  }

  #metric(metricName: string): Metric {
    return new Metric({ namespace: this.#namespace, metricName, statistic: 'Sum' });
  }
}
