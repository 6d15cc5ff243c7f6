import { type Resource, synthesize } from '../../testing/cloud/synthesize.ts';
import { type OperationCost, operationCost } from './costs.ts';
import { type MeasuredOperation, measuredClasses, type OperationName } from './operations.ts';
import { type Billed, costOf } from './prices.ts';
import type { Figures } from './table.ts';
import { assumptions, type Usage, usageOf } from './usage.ts';

const sizes = [100, 1_000, 100_000];

/** Operations whose reads grow with the number of classes. */
const readsEveryClass: ReadonlySet<OperationName> = new Set([
  'listClasses',
  'getDashboard',
  'listManagedClasses',
  'searchBookings, first page',
]);

/** Operations that answer with all classes. */
const answersEveryClass: ReadonlySet<string> = new Set(['listClasses', 'listManagedClasses']);

/** The HTTP API bills each begun piece of an answer of this size as a request. */
const kilobytesPerApiRequest = 512;

/** Read units for each family in the directory: 250 for 5,000 families (docs/decisions/0008). */
const searchUnitsPerFamily = 0.05;

/** Read units for the account of each family: about 250 bytes at half a unit per 4 KB. */
const ledgerUnitsPerFamily = 0.03;

type Costs = ReadonlyMap<OperationName, OperationCost>;

/** Read and write units of a month, from the measured cost of each operation. */
const capacityOf = (usage: Usage, families: number, costs: Costs): OperationCost => {
  const classesMore = usage.classes / measuredClasses;
  let readUnits =
    families * (usage.searches * searchUnitsPerFamily + usage.ledgerReadings * ledgerUnitsPerFamily);
  let writeUnits = 0;
  for (const [name, cost] of costs) {
    const times = usage.operations[name] ?? 0;
    readUnits += times * cost.readUnits * (readsEveryClass.has(name) ? classesMore : 1);
    writeUnits += times * cost.writeUnits;
  }
  return { readUnits, writeUnits };
};

/** Whether an operation is not a request of a browser: mail, messages, timed work, reports. */
export const isBackground = (name: string): boolean => name.includes(':');

/** Billed units that do not depend on the use of the product. */
export interface FixedUnits {
  /** Metrics of all alarms. An alarm with several metrics is billed for each. */
  readonly alarmMetrics: number;
  readonly secrets: number;
}

/** Billed units of a month, by the number of families. */
export const billedUnits = (
  families: number,
  costs: Costs,
  fixed: FixedUnits,
): Readonly<Record<Billed, number>> => {
  const usage = usageOf(families);
  const carriedOut = Object.entries(usage.operations);
  // Reports about single emails are invocations too.
  const singleReports = (usage.emails - usage.messageEmails) * assumptions.reportsPerEmail;
  const ofOperations = carriedOut.reduce((sum, [, times]) => sum + times, 0);
  const invocations = ofOperations + singleReports;
  const inBackground = carriedOut
    .filter(([name]) => isBackground(name))
    .reduce((sum, [, times]) => sum + times, singleReports);
  const files = usage.visits * assumptions.filesPerVisit;
  const edgeRequests = files + usage.visits * assumptions.listingsPerVisit + invocations - inBackground;
  const piecesOfClasses = Math.ceil((usage.classes * assumptions.kilobytesPerClass) / kilobytesPerApiRequest);
  const morePieces = carriedOut
    .filter(([name]) => answersEveryClass.has(name))
    .reduce((sum, [, times]) => sum + times * (piecesOfClasses - 1), 0);
  return {
    ...capacityOf(usage, families, costs),
    ...fixed,
    tableStorage: usage.storedGb,
    // Backups hold the table without its indexes: about half.
    tableBackup: usage.storedGb / 2,
    lambdaRequests: invocations + usage.tokens,
    lambdaCompute:
      invocations * assumptions.lambdaSeconds + usage.messageEmails / assumptions.messageEmailsPerSecond,
    apiRequests: invocations - inBackground + morePieces,
    emails: usage.emails,
    reports: usage.reports,
    scheduledRuns: assumptions.ticks,
    activeUsers: usage.activeUsers,
    edgeRequests,
    edgeFunctions: files * assumptions.edgeFunctionsPerFile,
    edgeTransfer: (usage.visits * assumptions.megabytesPerVisit) / 1_000,
    siteReads: files * assumptions.shareMissedByEdge,
    logs: (invocations * assumptions.logKilobytesPerRequest) / 1_000_000,
  };
};

const services: Readonly<Record<string, readonly Billed[]>> = {
  'Cognito, active users': ['activeUsers'],
  'DynamoDB, reads': ['readUnits'],
  'DynamoDB, writes': ['writeUnits'],
  'DynamoDB, storage and backups': ['tableStorage', 'tableBackup'],
  'API Gateway': ['apiRequests'],
  Lambda: ['lambdaRequests', 'lambdaCompute'],
  'SES and its reports': ['emails', 'reports'],
  'EventBridge Scheduler': ['scheduledRuns'],
  'CloudFront and S3': ['edgeRequests', 'edgeTransfer', 'edgeFunctions', 'siteReads'],
  'CloudWatch, logs and alarms': ['logs', 'alarmMetrics'],
  'Secrets Manager': ['secrets'],
};

const inDollars = (dollars: number): string => `$${dollars.toFixed(2)}`;

/** Dollars a month for each service, and in all. */
export const monthlyCosts = (units: Readonly<Record<Billed, number>>): ReadonlyMap<string, number> => {
  const lines = Object.entries(services).map(([service, billed]): [string, number] => [
    service,
    billed.reduce((sum, name) => sum + costOf(name, units[name]), 0),
  ]);
  return new Map([...lines, ['in all', lines.reduce((sum, [, dollars]) => sum + dollars, 0)]]);
};

/** The metrics of an alarm. */
const metricsOf = ({ properties: { Metrics, MetricName } }: Resource): unknown[] =>
  Array.isArray(Metrics) ? Metrics.filter((part) => 'MetricStat' in part) : [MetricName];

const countFixedUnits = (): FixedUnits => {
  const stack = synthesize();
  try {
    return {
      alarmMetrics: stack.all('AWS::CloudWatch::Alarm').flatMap(metricsOf).length,
      secrets: stack.all('AWS::SecretsManager::Secret').length,
    };
  } finally {
    stack.remove();
  }
};

/** The monthly bill of AWS, from the measured cost of each operation and a simple model of use. */
export const monthlyCostFigures = (operations: readonly MeasuredOperation[]): Figures => {
  const costs: Costs = new Map(operations.map(({ name, cost }) => [name, operationCost(cost)]));
  const fixed = countFixedUnits();
  const columns = sizes.map((families) => ({
    heading: `${families.toLocaleString('en')} families`,
    costs: monthlyCosts(billedUnits(families, costs, fixed)),
  }));
  return {
    title: 'What a month costs',
    method:
      'Measured units of each operation × the use assumed in infra/tools/bench/usage.ts × the list prices of eu-west-2 in ' +
      'infra/tools/bench/prices.ts, after the free allowances that do not end.',
    rows: [...Object.keys(services), 'in all'].map((service) => ({
      service,
      ...Object.fromEntries(
        columns.map(({ heading, costs: of }) => [heading, inDollars(of.get(service) ?? 0)]),
      ),
    })),
  };
};
