export const stackName = (stage: string): string => `football-booking-${stage}`;

export const firewallStackName = (stage: string): string => `${stackName(stage)}-firewall`;
export const edgeAlarmsStackName = (stage: string): string => `${stackName(stage)}-edge-alarms`;

/** Construct id of the stack nested in a stage’s stack, with which its logical id and its own name begin. */
export const monitoringId = 'Monitoring';

/** Parameter of a stage's stack: `on`, or `paused` while nothing is changed (REL-05): gateway, streams and schedule wait. */
export const writesParameter = 'Writes';

export const siteUrlOutput = 'SiteUrl';
export const distributionIdOutput = 'DistributionId';
/** The distribution's own name, `….cloudfront.net`: where a domain points to. */
export const distributionNameOutput = 'DistributionName';
/** URL of the queue that announces parked records. */
export const parkedQueueOutput = 'ParkedQueueUrl';
/** URL of the queue with notes about messages that could not be sent. */
export const stuckQueueOutput = 'StuckMessagesQueueUrl';
/** URL of the queue of bounce reports that could not be stored. */
export const reportsQueueOutput = 'LostReportsQueueUrl';
export const bouncesOutput = 'BouncesArn';
export const mailerOutput = 'MailerArn';
/** Where Stripe's API is. */
export const stripeOrigin = 'https://api.stripe.com';

/** The secrets of payments by card, in stages that have these. */
export const cardKeySecretOutput = 'CardKeySecret';
export const cardEventsSecretOutput = 'CardEventsSecret';
/** The stage's settings as JSON. */
export const settingsOutput = 'Settings';
export const dnsRecordOutput = 'DnsRecord';
/** SES's configuration set, which an existing identity has to use. */
export const configurationSetOutput = 'ConfigurationSet';
