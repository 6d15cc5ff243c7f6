import { Stack } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { requestFailed } from '#functions/log';
import type { ServiceFunction } from './service-function.ts';

/**
 * Counts requests that ended with an unexpected error (500). The functions answer these themselves, so Lambda counts no
 * error; the gateway counts them together with the expected 503 of a busy slot.
 */
export class FailedRequests extends Construct {
  /** Of all the services. */
  readonly all: Metric;
  readonly #namespace: string;

  constructor(scope: Construct, id: string, services: Readonly<Record<string, ServiceFunction>>) {
    super(scope, id);
    this.#namespace = Stack.of(this).stackName;
    for (const [name, { log: logGroup }] of Object.entries(services)) {
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

  /** Of one version of a service. */
  ofVersion(service: string, version: string): Metric {
    return this.#metric(this.#nameOf(service)).with({ dimensionsMap: { Version: version } });
  }

  #nameOf(service: string): string {
    return `FailedRequestsOf-${service}`;
  }

  #metric(metricName: string): Metric {
    return new Metric({ namespace: this.#namespace, metricName, statistic: 'Sum' });
  }
}
