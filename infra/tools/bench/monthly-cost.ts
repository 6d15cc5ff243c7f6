import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { dashboardMetrics } from '#infra/testing/cloud/dashboard-metrics';
import { EdgeAlarmsStack } from '../../cloud/edge-alarms-stack.ts';
import { FirewallStack } from '../../cloud/firewall-stack.ts';
import { prod } from '../../settings/prod.ts';
import { synthesize } from '../../testing/cloud/synthesize.ts';
import { type OperationCost, operationCost } from './costs.ts';
import { type MeasuredOperation, measuredClasses, type OperationName } from './operations.ts';
import { type Billed, costOf, pricesKnownOn } from './prices.ts';
import type { Figures } from './table.ts';
import { assumptions, type Usage, usageOf } from './usage.ts';

const sizes = [100, 1_000, 100_000];

/** Operations whose reads grow with the number of classes, and their units that do not. */
const readsEveryClass: ReadonlyMap<OperationName, number> = new Map([
  // Where the current classes begin.
  ['listClasses', 1],
  ['getDashboard', 0],
  ['listManagedClasses', 0],
  ['searchBookings, first page', 0],
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
    const fixed = readsEveryClass.get(name) ?? cost.readUnits;
    readUnits += times * (fixed + (cost.readUnits - fixed) * classesMore);
    writeUnits += times * cost.writeUnits;
  }
  return { readUnits, writeUnits };
};

/** Whether an operation is not a request of a browser: mail, messages, timed work, reports. */
export const isBackground = (name: string): boolean => name.includes(':');

/** Billed units that do not depend on the use of the product. */
export interface FixedUnits {
  /** Metrics of all alarms, that of the distribution included. An alarm with several metrics is billed for each. */
  readonly alarmMetrics: number;
  readonly largeDashboards: number;
  /** Counted in a month in which each was reported, of one version of each function. */
  readonly customMetrics: number;
  readonly secrets: number;
  readonly webAcls: number;
  readonly webAclRules: number;
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
    webAclRequests: edgeRequests,
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
  'CloudWatch, dashboard and own metrics': ['largeDashboards', 'customMetrics'],
  'Secrets Manager': ['secrets'],
};

/** Optional: the setting `firewall`. */
const firewall: readonly Billed[] = ['webAcls', 'webAclRules', 'webAclRequests'];

const totals = ['in all', 'the firewall, where it is on', 'in all with the firewall'] as const;

const inDollars = (dollars: number): string => `$${dollars.toFixed(2)}`;

/** Dollars a month for each service, in all, and with the firewall. */
export const monthlyCosts = (units: Readonly<Record<Billed, number>>): ReadonlyMap<string, number> => {
  const dollarsOf = (billed: readonly Billed[]): number =>
    billed.reduce((sum, name) => sum + costOf(name, units[name]), 0);
  const lines = Object.entries(services).map(([service, billed]) => [service, dollarsOf(billed)] as const);
  const all = lines.reduce((sum, [, dollars]) => sum + dollars, 0);
  const [inAll, ofFirewall, inAllWithFirewall] = totals;
  return new Map([
    ...lines,
    [inAll, all],
    [ofFirewall, dollarsOf(firewall)],
    [inAllWithFirewall, all + dollarsOf(firewall)],
  ]);
};

const propertiesOf = (template: Template, type: string): readonly Readonly<Record<string, unknown>>[] =>
  Object.values(template.findResources(type)).map(({ Properties }) => Properties);

/** The metrics of all alarms of a stack. */
const alarmMetricsOf = (template: Template): number =>
  propertiesOf(template, 'AWS::CloudWatch::Alarm').flatMap(({ Metrics }) =>
    Array.isArray(Metrics) ? Metrics.filter((part) => 'MetricStat' in part) : ['the one of the alarm'],
  ).length;

/** What a dashboard has for free. */
const freeDashboardMetrics = 50;

const countFixedUnits = (): FixedUnits => {
  const { template, remove } = synthesize({ stage: 'prod' });
  remove();
  const edge = Template.fromStack(new EdgeAlarmsStack(new App(), 'EdgeAlarms', prod));
  const [acl] = propertiesOf(
    Template.fromStack(new FirewallStack(new App(), 'Firewall', prod)),
    'AWS::WAFv2::WebACL',
  );
  const ownMetrics = propertiesOf(template, 'AWS::Logs::MetricFilter').map(
    ({ MetricTransformations }) => Object(MetricTransformations)[0].MetricName,
  );
  return {
    alarmMetrics: alarmMetricsOf(template) + alarmMetricsOf(edge),
    largeDashboards: dashboardMetrics(template).length > freeDashboardMetrics ? 1 : 0,
    customMetrics: new Set(ownMetrics).size,
    secrets: propertiesOf(template, 'AWS::SecretsManager::Secret').length,
    webAcls: 1,
    webAclRules: Object(acl?.Rules).length,
  };
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
      'infra/tools/bench/prices.ts ' +
      `(known on ${pricesKnownOn}), after the free allowances that do not end.`,
    rows: [...Object.keys(services), ...totals].map((service) => ({
      service,
      ...Object.fromEntries(
        columns.map(({ heading, costs: of }) => [heading, inDollars(of.get(service) ?? 0)]),
      ),
    })),
  };
};
