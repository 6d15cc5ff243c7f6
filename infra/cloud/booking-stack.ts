import { CfnOutput, Duration, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { Alarms } from './alarms.ts';
import { Api, type DeployedService } from './api.ts';
import { Auth } from './auth.ts';
import { Bounces } from './bounces.ts';
import { Dashboard } from './dashboard.ts';
import { Email } from './email.ts';
import { FailedRequests } from './failed-requests.ts';
import { Mailer } from './mailer.ts';
import { OriginKey } from './origin-key.ts';
import { Releases } from './releases.ts';
import { ServiceFunction } from './service-function.ts';
import type { Settings } from './settings.ts';
import { Site } from './site.ts';
import { SiteContent } from './site-content.ts';
import { BookingTable } from './table.ts';

interface BookingStackProps {
  readonly settings: Settings;
  /** Folder of the built site. */
  readonly siteDirectory: string;
}

/** Names of outputs: the site's address, where alarms go, and what the domain's owner publishes, numbered from 1. */
export const siteUrlOutput = 'SiteUrl';
export const alarmTopicOutput = 'AlarmTopicArn';
export const mailDnsRecordOutput = 'MailDnsRecord';

/** One stage of the whole product. */
export class BookingStack extends Stack {
  constructor(scope: Construct, id: string, { settings, siteDirectory }: BookingStackProps) {
    super(scope, id, { terminationProtection: settings.stage === 'prod' });
    const { businessTimeZone, mailFrom, domainName, certificateArn, webAclArn } = settings;

    const auth = new Auth(this, 'Auth');
    const table = new BookingTable(this, 'Data');
    const email = new Email(this, 'Email', { address: mailFrom });

    const timeout = Duration.seconds(15);
    const services: Record<DeployedService, ServiceFunction> = {
      catalogue: new ServiceFunction(this, 'catalogue', { timeout }),
      account: new ServiceFunction(this, 'account', { timeout }),
      family: new ServiceFunction(this, 'family', { timeout }),
      admin: new ServiceFunction(this, 'admin', { timeout }),
    };
    table.grantCatalogueRead(services.catalogue);
    table.grantAccount(services.account);
    auth.grantAccounts(services.account);
    table.grantFamily(services.family);
    table.grantAdmin(services.admin);
    auth.grantAdmins(services.admin);
    services.account.provide({ BUSINESS_TIME_ZONE: businessTimeZone });
    services.family.provide({ BUSINESS_TIME_ZONE: businessTimeZone });
    services.admin.provide({ BUSINESS_TIME_ZONE: businessTimeZone });

    const originKey = new OriginKey(this, 'OriginKey').value;
    services.account.provide({ ORIGIN_KEY: originKey });
    const api = new Api(this, 'Api', { auth, services });
    const site = new Site(this, 'Site', {
      apiHost: api.host,
      originKey,
      connectSrc: [auth.endpoint],
      webAclArn,
      domain: domainName && certificateArn ? { name: domainName, certificateArn } : undefined,
    });
    const mailer = new Mailer(this, 'Mailer', { table, email, siteUrl: site.url, businessTimeZone });
    const bounces = new Bounces(this, 'Bounces', { table, email });
    const content = new SiteContent(this, 'SiteContent', {
      bucket: site.bucket,
      directory: siteDirectory,
      url: site.url,
      config: {
        region: this.region,
        userPoolId: auth.userPool.userPoolId,
        userPoolClientId: auth.client.userPoolClientId,
        timeZone: businessTimeZone,
      },
    });
    const others = { mailer: mailer.fn, bounces: bounces.fn, tokenGuard: auth.tokenGuard };
    const functions = { ...services, ...others };
    // A page never calls what is not in use yet.
    content.node.addDependency(...Object.values(services).map(({ live }) => live));
    const failedRequests = new FailedRequests(this, 'FailedRequests', services);
    new Releases(this, 'Releases', { stage: settings.stage, services, others, failedRequests });
    const alarms = new Alarms(this, 'Alarms', { api, mailer, bounces, failedRequests, functions });
    new Dashboard(this, 'Dashboard', { alarms, api, table, mailer, failedRequests, functions });

    new CfnOutput(this, siteUrlOutput, { value: site.url });
    new CfnOutput(this, 'UserPoolId', { value: auth.userPool.userPoolId });
    new CfnOutput(this, alarmTopicOutput, { value: alarms.topic.topicArn });
    for (const [index, { name, value }] of email.dkimRecords.entries()) {
      new CfnOutput(this, `${mailDnsRecordOutput}${index + 1}`, { value: `${name} CNAME ${value}` });
    }
  }
}
