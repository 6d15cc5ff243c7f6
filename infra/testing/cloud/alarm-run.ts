import type { FunctionName } from '#functions/functions';
import { functionHome, readable } from './policy.ts';
import type { Resource, synthesize } from './synthesize.ts';

/** A line that a function logged. */
interface LoggedLine {
  readonly of: FunctionName;
  readonly at: Date;
  /** What it logged, without what Lambda adds. */
  readonly message: Readonly<Record<string, unknown>>;
}

type Stack = Pick<ReturnType<typeof synthesize>, 'all'>;

/** Each metric with its dimensions as one text. */
const metricText = (name: unknown, dimensions: readonly (readonly [string, unknown])[]): string =>
  [name, ...dimensions.map(([key, value]) => `${key}=${value}`)].join(' ');

const valueAt = (path: string, { message }: LoggedLine): unknown =>
  path.startsWith('$.message.') ? message[path.slice('$.message.'.length)] : undefined;

/** Whether a line meets a filter of comparisons, of which one must hold. @throws Error for another pattern */
const meets = (pattern: string, line: LoggedLine): boolean => {
  const comparisons = [...pattern.matchAll(/(\$[\w.]+) = "([^"]*)"/g)];
  if (comparisons.length === 0 || pattern.includes('&&')) throw new Error(`Unknown pattern ${pattern}`);
  return comparisons.some(([, path = '', value]) => valueAt(path, line) === value);
};

/** The metrics that a line counts in. */
const metricsOf = (filters: readonly Resource[], line: LoggedLine): string[] =>
  filters.flatMap(({ properties: { LogGroupName, FilterPattern, MetricTransformations } }) => {
    if (readable(LogGroupName) !== `<${functionHome(line.of)}Log>` || !meets(String(FilterPattern), line))
      return [];
    const [{ MetricName, Dimensions = [] }] = Object(MetricTransformations);
    const dimensions: { Key: string; Value: string }[] = Dimensions;
    return metricText(
      MetricName,
      dimensions.map(({ Key, Value }) => [Key, valueAt(Value, line)]),
    );
  });

/**
 * The alarms on lines that a stack's functions logged, as CloudWatch evaluates them: at the end of each period, by the sums of
 * the last ones. Alarms on expressions and on metrics of AWS are none of them.
 * @returns the alarms that ring at a moment, each with its text
 */
export const ringingAt = (stack: Stack, lines: readonly LoggedLine[], moment: Date): Map<string, string> => {
  const filters = stack.all('AWS::Logs::MetricFilter');
  const points = lines.flatMap((line) =>
    metricsOf(filters, line).map((metric) => ({ metric, at: line.at.getTime() })),
  );
  const rings = ({ properties }: Resource): boolean => {
    const {
      MetricName,
      Dimensions = [],
      Period,
      EvaluationPeriods,
      DatapointsToAlarm,
      Threshold,
    } = Object(properties);
    const named: { Name: string; Value: unknown }[] = Dimensions;
    const metric = metricText(
      MetricName,
      named.map(({ Name, Value }) => [Name, Value]),
    );
    const own = points.filter((point) => point.metric === metric);
    const periodMs = 1_000 * Number(Period);
    const end = Math.floor(moment.getTime() / periodMs) * periodMs;
    const sums = Array.from({ length: Number(EvaluationPeriods) }, (_, index) => {
      const until = end - index * periodMs;
      return own.filter(({ at }) => at >= until - periodMs && at < until).length;
    });
    return sums.filter((sum) => sum > Threshold).length >= (DatapointsToAlarm ?? EvaluationPeriods);
  };
  const ofLogs = stack
    .all('AWS::CloudWatch::Alarm')
    .filter(
      ({ properties }) => properties.ComparisonOperator === 'GreaterThanThreshold' && properties.Period,
    );
  return new Map(
    ofLogs.filter(rings).map(({ name, properties }) => [name, String(properties.AlarmDescription)]),
  );
};
