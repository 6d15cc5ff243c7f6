import { readable } from './policy.ts';
import type { Resource } from './synthesize.ts';

interface Widget {
  readonly type: string;
  readonly properties: { readonly metrics?: readonly unknown[] };
}

export const dashboardMetrics = ({ properties: { DashboardBody } }: Resource): readonly unknown[] => {
  const { widgets }: { widgets: readonly Widget[] } = JSON.parse(readable(DashboardBody));
  return widgets
    .filter(({ type }) => type === 'metric')
    .flatMap(({ properties }) => properties.metrics ?? []);
};
