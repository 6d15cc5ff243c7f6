/** The name of a stage's stack. */
export const stackName = (stage: string): string => `football-booking-${stage}`;

/** Names of a stage's stacks in us-east-1. */
export const firewallStackName = (stage: string): string => `${stackName(stage)}-firewall`;
export const edgeAlarmsStackName = (stage: string): string => `${stackName(stage)}-edge-alarms`;

/** Construct id of the stack nested in a stage’s stack, with which its logical id and its own name begin. */
export const monitoringId = 'Monitoring';

/**
 * Parameter of a stage's stack: `on`, or `paused` while nothing is changed (REL-05). The gateway tells functions by a stage
 * variable, and stream and schedule wait.
 */
export const writesParameter = 'Writes';

/** Outputs of a stage's stack that commands read. */
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
/** The alias under which bounces is invoked. */
export const bouncesOutput = 'BouncesArn';
/** The alias under which the mailer is invoked. */
export const mailerOutput = 'MailerArn';
/** The stage's settings as JSON. */
export const settingsOutput = 'Settings';
/** Records for the DNS of the sender's domain, numbered from 1. */
export const dnsRecordOutput = 'DnsRecord';
/** SES's configuration set, which an existing identity has to use. */
export const configurationSetOutput = 'ConfigurationSet';
