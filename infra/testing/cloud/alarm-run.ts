import { compileFunction } from 'node:vm';
import type { FunctionName } from '#functions/functions';
import { functionHome, readable } from './policy.ts';
import type { Resource, synthesize } from './synthesize.ts';

export interface LoggedLine {
  readonly of: FunctionName | 'gateway';
  readonly at: Date;
  /** What the function logged, without what Lambda adds; of the gateway the line itself. */
  readonly message: Readonly<Record<string, unknown>>;
}

/** A value of a metric, which AWS or a filter of lines counts. */
export interface Point {
  /** As `metricText` writes it. */
  readonly metric: string;
  readonly at: Date;
  readonly value: number;
}

type Stack = Pick<ReturnType<typeof synthesize>, 'all'>;

interface Dimension {
  readonly Name?: string;
  readonly Key?: string;
  readonly Value: unknown;
}

/** A metric as text: `AWS/Lambda Errors FunctionName=<CanaryFunction>`. */
const metricText = (namespace: unknown, name: unknown, dimensions: readonly Dimension[]): string =>
  [readable(namespace), name, ...dimensions.map(({ Name, Value }) => `${Name}=${readable(Value)}`)].join(' ');

const valueAt = (path: string, { of, message }: LoggedLine): unknown => {
  const [, first = '', second = ''] = path.split('.');
  if (of === 'gateway') return message[first];
  return first === 'message' ? message[second] : undefined;
};

const comparison = /(\$[\w.]+) (!?=) "([^"]*)"/g;

/** Expressions are compiled once: a test evaluates them many thousand times. */
const compiled = new Map<string, ReturnType<typeof compileFunction>>();
const evaluate = (expression: string, values: Readonly<Record<string, unknown>>): unknown => {
  const names = Object.keys(values);
  const key = `${names}: ${expression}`;
  const fn = compiled.get(key) ?? compileFunction(`return (${expression});`, names);
  compiled.set(key, fn);
  return Reflect.apply(fn, undefined, Object.values(values));
};

/** Whether a line meets a filter of comparisons with texts, which may end with any text (`5*`). */
const meets = (pattern: string, line: LoggedLine): boolean => {
  const is = (path: string, operator: string, text: string): boolean => {
    const value = valueAt(path, line);
    // A field that is not there meets no comparison.
    if (typeof value !== 'string') return false;
    const isSame = text.endsWith('*') ? value.startsWith(text.slice(0, -1)) : value === text;
    return isSame === (operator === '=');
  };
  return evaluate(pattern.trim().slice(1, -1).replace(comparison, 'is("$1", "$2", "$3")'), { is }) === true;
};

const pointsOf = (filters: readonly Resource[], line: LoggedLine): Point[] => {
  const log = line.of === 'gateway' ? '<ApiAccessLog>' : `<${functionHome(line.of)}Log>`;
  return filters.flatMap(({ properties: { LogGroupName, FilterPattern, MetricTransformations } }) => {
    if (readable(LogGroupName) !== log || !meets(String(FilterPattern), line)) return [];
    const [{ MetricNamespace, MetricName, Dimensions = [] }] = Object(MetricTransformations);
    const dimensions = Dimensions.map(({ Key, Value }: Dimension) => ({
      Name: Key,
      Value: String(valueAt(String(Value), line)),
    }));
    return [{ metric: metricText(MetricNamespace, MetricName, dimensions), at: line.at, value: 1 }];
  });
};

const statistics: Readonly<Record<string, (values: readonly number[]) => number>> = {
  Sum: (values) => values.reduce((sum, value) => sum + value, 0),
  Maximum: (values) => Math.max(...values),
  SampleCount: (values) => values.length,
  p99: (values) => Math.max(...values),
};

const compare: Readonly<Record<string, (value: number, threshold: number) => boolean>> = {
  GreaterThanThreshold: (value, threshold) => value > threshold,
  GreaterThanOrEqualToThreshold: (value, threshold) => value >= threshold,
  LessThanThreshold: (value, threshold) => value < threshold,
};

/** The value of a metric or an expression in a window; undefined where there are no data. @throws Error for what is not known */
const valueIn = (
  alarm: Readonly<Record<string, unknown>>,
  points: readonly Point[],
  window: { readonly from: number; readonly until: number },
): number | undefined => {
  const statisticOf = (metric: string, statistic: unknown) => {
    const values = points
      .filter(({ at, ...point }) => point.metric === metric && +at >= window.from && +at < window.until)
      .map(({ value }) => value);
    const combine = statistics[String(statistic)];
    if (!combine) throw new Error(`Unknown statistic ${statistic}`);
    return values.length === 0 ? undefined : combine(values);
  };
  const textOf = ({ Namespace, MetricName, Dimensions = [] }: Record<string, unknown>) =>
    metricText(Namespace, MetricName, Object(Dimensions));
  const queries: Record<string, unknown>[] = Object(alarm.Metrics ?? []);
  if (queries.length === 0) return statisticOf(textOf(alarm), alarm.Statistic ?? alarm.ExtendedStatistic);
  const found = queries.flatMap(({ Id, MetricStat }) =>
    MetricStat
      ? [[String(Id), statisticOf(textOf(Object(MetricStat).Metric), Object(MetricStat).Stat)] as const]
      : [],
  );
  const [{ Expression } = { Expression: undefined }] = queries.filter((query) => query.Expression);
  const expression = String(Expression)
    .replaceAll(/FILL\((\w+), (\d+)\)/g, '($1 ?? $2)')
    .replaceAll(' AND ', ' && ')
    .replaceAll('IF(', 'choose(');
  const choose = (test: boolean, yes: number, no: number) => (test ? yes : no);
  const value = evaluate(expression, { ...Object.fromEntries(found), choose });
  return typeof value === 'number' ? value : undefined;
};

const periodOf = ({ Period, Metrics }: Readonly<Record<string, unknown>>): number => {
  if (Period) return Number(Period);
  const queries: Record<string, unknown>[] = Object(Metrics);
  return Math.max(...queries.map(({ MetricStat }) => Number(Object(MetricStat).Period ?? 0)));
};

/** The alarms of a stack, which ring as CloudWatch evaluates them at the end of each period. */
export const alarmsOf = (stack: Stack) => {
  const filters = stack.all('AWS::Logs::MetricFilter');
  const alarms = stack.all('AWS::CloudWatch::Alarm').filter(({ name }) => name.startsWith('Alarms'));
  return {
    count: (lines: readonly LoggedLine[]): Point[] => lines.flatMap((line) => pointsOf(filters, line)),
    ringingAt: (points: readonly Point[], moment: Date, isAsked = (_name: string): boolean => true) => {
      const rings = ({ properties }: Resource): boolean => {
        const { EvaluationPeriods, DatapointsToAlarm, Threshold, ComparisonOperator, TreatMissingData } =
          properties;
        const periodMs = 1_000 * periodOf(properties);
        const end = Math.floor(moment.getTime() / periodMs) * periodMs;
        const isBreaching = Array.from({ length: Number(EvaluationPeriods) }, (_, index) => {
          const until = end - index * periodMs;
          const value = valueIn(properties, points, { from: until - periodMs, until });
          if (value === undefined || Number.isNaN(value)) return TreatMissingData === 'breaching';
          return compare[String(ComparisonOperator)]?.(value, Number(Threshold)) ?? false;
        });
        return isBreaching.filter(Boolean).length >= Number(DatapointsToAlarm ?? EvaluationPeriods);
      };
      return new Map(
        alarms
          .filter((alarm) => isAsked(alarm.name) && rings(alarm))
          .map(({ name, properties }) => [name, String(properties.AlarmDescription)]),
      );
    },
  };
};

/** The alarms of a stack that ring at a moment for what was logged, each with its text. */
export const ringingAt = (stack: Stack, lines: readonly LoggedLine[], moment: Date): Map<string, string> => {
  const { count, ringingAt: ringing } = alarmsOf(stack);
  return ringing(count(lines), moment);
};
