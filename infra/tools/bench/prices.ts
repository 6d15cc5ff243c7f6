/** When the prices here were known. They change: compare them with the pages named here before deciding by them. */
export const pricesKnownOn = '2025-12-01';

/**
 * Public list prices of AWS in eu-west-2 (London), in US dollars without tax. Free allowances are those that do not end
 * after a year.
 */
interface Price {
  /** The billed unit. */
  readonly unit: string;
  /** Price of `per` units. */
  readonly dollars: number;
  readonly per: number;
  /** Free units of every month. */
  readonly free: number;
  readonly source: string;
}

const million = 1_000_000;
const dynamodb = 'https://aws.amazon.com/dynamodb/pricing/on-demand/';
const lambda = 'https://aws.amazon.com/lambda/pricing/';
const cloudwatch = 'https://aws.amazon.com/cloudwatch/pricing/';
const cloudfront = 'https://aws.amazon.com/cloudfront/pricing/pay-as-you-go/';
const firewall = 'https://aws.amazon.com/waf/pricing/';
const s3 = 'https://aws.amazon.com/s3/pricing/';

const prices = {
  readUnits: { unit: 'read request units', dollars: 0.1485, per: million, free: 0, source: dynamodb },
  writeUnits: { unit: 'write request units', dollars: 0.7423, per: million, free: 0, source: dynamodb },
  tableStorage: { unit: 'GB stored, indexes included', dollars: 0.297, per: 1, free: 25, source: dynamodb },
  // Lambda reads the stream for free.
  tableBackup: { unit: 'GB of point-in-time recovery', dollars: 0.2377, per: 1, free: 0, source: dynamodb },
  lambdaRequests: { unit: 'invocations', dollars: 0.2, per: million, free: million, source: lambda },
  lambdaCompute: { unit: 'GB-seconds (Arm)', dollars: 0.0000133334, per: 1, free: 400_000, source: lambda },
  apiRequests: {
    unit: 'requests of the HTTP API',
    dollars: 1.16,
    per: million,
    free: 0,
    source: 'https://aws.amazon.com/api-gateway/pricing/',
  },
  emails: {
    unit: 'emails',
    dollars: 0.1,
    per: 1_000,
    free: 0,
    source: 'https://aws.amazon.com/ses/pricing/',
  },
  reports: {
    unit: 'reports of SES through SNS',
    dollars: 0.5,
    per: million,
    free: million,
    source: 'https://aws.amazon.com/sns/pricing/',
  },
  scheduledRuns: {
    unit: 'runs that EventBridge Scheduler starts',
    dollars: 1,
    per: million,
    free: 14 * million,
    source: 'https://aws.amazon.com/eventbridge/pricing/',
  },
  activeUsers: {
    unit: 'monthly active users (Essentials)',
    dollars: 0.015,
    per: 1,
    free: 10_000,
    source: 'https://aws.amazon.com/cognito/pricing/',
  },
  edgeRequests: {
    unit: 'HTTPS requests in Europe',
    dollars: 0.012,
    per: 10_000,
    free: 10 * million,
    source: cloudfront,
  },
  edgeTransfer: {
    unit: 'GB to browsers in Europe',
    dollars: 0.085,
    per: 1,
    free: 1_024,
    source: cloudfront,
  },
  edgeFunctions: {
    unit: 'CloudFront Functions',
    dollars: 0.1,
    per: million,
    free: 2 * million,
    source: cloudfront,
  },
  siteReads: { unit: 'GET requests', dollars: 0.00042, per: 1_000, free: 0, source: s3 },
  logs: { unit: 'GB of logs written', dollars: 0.5985, per: 1, free: 5, source: cloudwatch },
  alarmMetrics: { unit: 'metrics that alarms look at', dollars: 0.1, per: 1, free: 10, source: cloudwatch },
  /** Three dashboards of up to 50 metrics are free, which more stages than there are would use. */
  largeDashboards: { unit: 'dashboards of over 50 metrics', dollars: 3, per: 1, free: 0, source: cloudwatch },
  customMetrics: { unit: 'metrics of our own', dollars: 0.3, per: 1, free: 10, source: cloudwatch },
  webAcls: { unit: 'web ACLs', dollars: 5, per: 1, free: 0, source: firewall },
  webAclRules: { unit: 'rules of web ACLs', dollars: 1, per: 1, free: 0, source: firewall },
  webAclRequests: {
    unit: 'requests that a web ACL inspects',
    dollars: 0.6,
    per: million,
    free: 0,
    source: firewall,
  },
  secrets: {
    unit: 'secrets',
    dollars: 0.4,
    per: 1,
    free: 0,
    source: 'https://aws.amazon.com/secrets-manager/pricing/',
  },
} as const satisfies Record<string, Price>;

export type Billed = keyof typeof prices;

/** Dollars a month for a number of units. */
export const costOf = (billed: Billed, units: number): number => {
  const { dollars, per, free } = prices[billed];
  return (Math.max(0, units - free) / per) * dollars;
};
