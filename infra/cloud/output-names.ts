/** Outputs of a stage's stack that commands read. */
export const siteUrlOutput = 'SiteUrl';
export const distributionIdOutput = 'DistributionId';
/** URL of the queue that announces parked records. */
export const parkedQueueOutput = 'ParkedQueueUrl';
/** The alias under which the mailer is invoked. */
export const mailerOutput = 'MailerArn';
/** The stage's settings as JSON. */
export const settingsOutput = 'Settings';
/** Records for the DNS of the sender's domain, numbered from 1. */
export const dnsRecordOutput = 'DnsRecord';
