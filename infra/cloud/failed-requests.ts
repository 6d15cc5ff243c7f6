import { Stack } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { requestFailed, requestUnavailable } from '#functions/log';
import type { ServiceFunction } from './service-function.ts';

/**
 * Counts the failures that functions log themselves: requests that ended with an unexpected error (500), for which Lambda
 * counts no error and the gateway a 5xx as for the expected 503 of a busy slot; and unexpected errors of functions that
 * throw others on purpose. All together they include requests that the table or the user pool did not answer (503), which
 * say nothing about the version.
 */
export class FailedRequests extends Construct {
  /** Of all these functions. */
  readonly all: Metric;
  readonly #namespace: string;

  constructor(scope: Construct, id: string, functions: Readonly<Record<string, ServiceFunction>>) {
    super(scope, id);
    this.#namespace = Stack.of(this).stackName;
    for (const [name, { log: logGroup }] of Object.entries(functions)) {
      const eventIs = (event: string) => FilterPattern.stringValue('$.message.event', '=', event);
      const failed = eventIs(requestFailed);
      const filter = { logGroup, metricNamespace: this.#namespace };
      new MetricFilter(this, name, {
        ...filter,
        filterPattern: FilterPattern.any(failed, eventIs(requestUnavailable)),
        metricName: 'FailedRequests',
      });
      new MetricFilter(this, `${name}ByVersion`, {
        ...filter,
        filterPattern: failed,
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
