import type { Template } from 'aws-cdk-lib/assertions';
import { readable } from './readable.ts';

interface Widget {
  readonly type: string;
  readonly properties: { readonly metrics?: readonly unknown[] };
}

/** The metrics of the one dashboard of a stack, as its widgets name them. */
export const dashboardMetrics = (template: Template): readonly unknown[] => {
  const [dashboard] = Object.values(template.findResources('AWS::CloudWatch::Dashboard'));
  const { widgets }: { widgets: readonly Widget[] } = JSON.parse(
    readable(dashboard?.Properties.DashboardBody),
  );
  return widgets
    .filter(({ type }) => type === 'metric')
    .flatMap(({ properties }) => properties.metrics ?? []);
};
