import { existsSync } from 'node:fs';
import { CfnOutput, CfnParameter, Duration, NestedStack, Stack } from 'aws-cdk-lib';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { FunctionOf } from '#functions/functions';
import { cardViewUnrecorded } from '#functions/log';
import { brand } from '#shared/brand';
import { limits } from '#shared/limits';
import { bulkMailRate } from '../settings/defaults.ts';
import type { Settings } from '../settings/settings-schema.ts';
import { sum } from './alarm-metrics.ts';
import { AlarmTopic } from './alarm-topic.ts';
import { Alarms } from './alarms.ts';
import { Api, type DeployedService } from './api.ts';
import { Auth } from './auth.ts';
import { Bounces } from './bounces.ts';
import { Budget } from './budget.ts';
import { Canary } from './canary.ts';
import { Dashboard } from './dashboard.ts';
import { Email } from './email.ts';
import { FailedRequests } from './failed-requests.ts';
import { webAclParameter } from './firewall-stack.ts';
import { Mailer } from './mailer.ts';
import { Messenger } from './messenger.ts';
import { OriginKey } from './origin-key.ts';
import {
  bouncesOutput,
  configurationSetOutput,
  distributionIdOutput,
  distributionNameOutput,
  dnsRecordOutput,
  mailerOutput,
  parkedQueueOutput,
  reportsQueueOutput,
  settingsOutput,
  siteUrlOutput,
  stuckQueueOutput,
} from './output-names.ts';
import { Releases } from './releases.ts';
import { SavedQueries } from './saved-queries.ts';
import { ServiceFunction } from './service-function.ts';
import { Site } from './site.ts';
import { SiteContent } from './site-content.ts';
import { monitoringId } from './stack-name.ts';
import { BookingTable } from './table.ts';
import {
  grantAccount,
  grantAdmin,
  grantCatalogueRead,
  grantCoach,
  grantFamily,
  grantLinks,
} from './table-access/api-access.ts';
import { grantPretoken } from './table-access/background-access.ts';
import { Timer } from './timer.ts';

interface BookingStackProps {
  readonly settings: Settings;
  /** The stack does not exist yet. */
  readonly isFirstDeployment: boolean;
  /** Folder of the built site. */
  readonly siteDirectory: string;
}

/** Context key that tells the app, by the value `true`, that the stack does not exist yet. */
export const firstDeploymentContext = 'firstDeployment';

/** One stage of the whole product. */
export class BookingStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    { settings, isFirstDeployment, siteDirectory }: BookingStackProps,
  ) {
    // A stack whose creation failed must be deleted before the next attempt, so protection starts afterwards.
    super(scope, id, { terminationProtection: settings.stage === 'prod' && !isFirstDeployment });
    const isSiteBuilt = existsSync(siteDirectory);
    // Commands that deploy nothing (bootstrap, list, destroy) need no site: they work on a fresh clone.
    if (!isSiteBuilt && this.bundlingRequired)
      throw new Error('There is no built site: run `npm run build`.');
    const { stage, ...stageSettings } = settings;
    const { businessTimeZone, mailFrom, mailRate, existingIdentity, domain, firewall } = stageSettings;
    const { throttle, accountThrottle, alarmEmail, monthlyBudget, pictureHosts = [] } = stageSettings;
    const { originKeyVersion } = stageSettings;

    const auth = new Auth(this, 'Auth', { secondFactor: stageSettings.secondFactor });
    const table = new BookingTable(this, 'Data');
    grantPretoken(table, auth.pretoken);
    const email = new Email(this, 'Email', { address: mailFrom, existingIdentity });

    const timeout = Duration.seconds(limits.requestSeconds);
    const services: Record<DeployedService, ServiceFunction> = {
      catalogue: new ServiceFunction(this, 'catalogue', { timeout }),
      account: new ServiceFunction(this, 'account', { timeout }),
      family: new ServiceFunction(this, 'family', { timeout }),
      admin: new ServiceFunction(this, 'admin', { timeout }),
      links: new ServiceFunction(this, 'links', { timeout }),
      coach: new ServiceFunction(this, 'coach', { timeout }),
    };
    grantCatalogueRead(table, services.catalogue);
    grantAccount(table, services.account);
    auth.grantAccounts(services.account);
    grantFamily(table, services.family);
    grantAdmin(table, services.admin);
    auth.grantAdmins(services.admin);
    grantLinks(table, services.links);
    grantCoach(table, services.coach);
    email.grantSend(services.links, brand.contact.email);
    for (const service of Object.values(services)) service.provide({ BUSINESS_TIME_ZONE: businessTimeZone });
    services.admin.provide({ PICTURE_HOSTS: JSON.stringify(pictureHosts) });

    const originKey = new OriginKey(this, 'OriginKey', { version: originKeyVersion }).value;
    services.catalogue.provide({ ORIGIN_KEY: originKey });
    services.account.provide({ ORIGIN_KEY: originKey });
    services.links.provide({ ORIGIN_KEY: originKey });
    const api = new Api(this, 'Api', { auth, services, throttle, accountThrottle });
    const site = new Site(this, 'Site', {
      apiHost: api.host,
      originKey,
      connectSrc: [auth.endpoint],
      pictureHosts,
      // A parameter: the template, and what a comparison shows, is the same before the firewall is deployed.
      webAclArn: firewall ? new CfnParameter(this, webAclParameter).valueAsString : undefined,
      domain,
    });
    services.links.provide({ SITE_URL: site.url });
    services.admin.provide({ SITE_URL: site.url });
    const mailer = new Mailer(this, 'Mailer', { table, email, siteUrl: site.url, businessTimeZone });
    const messenger = new Messenger(this, 'Messenger', {
      table,
      email,
      siteUrl: site.url,
      businessTimeZone,
      mailsPerSecond: bulkMailRate(mailRate),
    });
    const timer = new Timer(this, 'Timer', { table, businessTimeZone });
    const bounces = new Bounces(this, 'Bounces', { table, email });
    const others = {
      mailer: mailer.fn,
      messenger: messenger.fn,
      timer: timer.fn,
      bounces: bounces.fn,
    } satisfies Record<FunctionOf<'stream' | 'schedule' | 'reports'>, ServiceFunction>;
    const triggers = { pretoken: auth.pretoken } satisfies Record<FunctionOf<'user-pool'>, ServiceFunction>;
    const functions = { ...services, ...others, ...triggers };
    if (isSiteBuilt) {
      const content = new SiteContent(this, 'SiteContent', {
        bucket: site.bucket,
        directory: siteDirectory,
        url: site.url,
        config: {
          region: this.region,
          userPoolId: auth.userPool.userPoolId,
          userPoolClientId: auth.client.userPoolClientId,
          timeZone: businessTimeZone,
          pictureHosts,
        },
      });
      // Pages are deployed after the versions of the functions that they call.
      content.node.addDependency(...Object.values(services).map(({ live }) => live));
    }

    const failedRequests = new FailedRequests(this, 'FailedRequests', {
      ...services,
      ...Object.fromEntries(Object.entries(functions).filter(([, { expectedErrors }]) => expectedErrors)),
    });
    const { concurrentExecutions: concurrency } = stageSettings;
    new Releases(this, 'Releases', { stage, concurrency, services, others, triggers, failedRequests });
    const topic = new AlarmTopic(this, 'AlarmTopic', { email: alarmEmail });
    const unrecordedViews = new MetricFilter(this, 'UnrecordedViews', {
      logGroup: services.coach.log,
      filterPattern: FilterPattern.stringValue('$.message.event', '=', cardViewUnrecorded),
      metricNamespace: this.stackName,
      metricName: 'UnrecordedViews',
    }).metric(sum);
    const watched = { api, table, mailer, failedRequests, functions, unrecordedViews };
    // A stack has at most 500 resources. A nested one counts as one, and is deployed with the others.
    const monitoring = new NestedStack(this, monitoringId);
    const canary = new Canary(this, 'Canary', { siteUrl: site.url, table, mailer, messenger });
    const rest = { auth, canary, messenger, timer, topic, bounces, concurrency };
    const alarms = new Alarms(monitoring, 'Alarms', { ...watched, ...rest });
    new Dashboard(monitoring, 'Dashboard', { ...watched, alarms });
    new SavedQueries(this, 'Queries', {
      logs: [api.accessLog, ...Object.values(functions).map(({ log }) => log)],
    });
    if (monthlyBudget) new Budget(this, 'Budget', { monthlyLimit: monthlyBudget, email: alarmEmail });

    new CfnOutput(this, siteUrlOutput, { value: site.url });
    new CfnOutput(this, distributionIdOutput, { value: site.distributionId });
    new CfnOutput(this, distributionNameOutput, { value: site.distributionName });
    new CfnOutput(this, 'UserPoolId', { value: auth.userPool.userPoolId });
    new CfnOutput(this, 'AlarmTopicArn', { value: topic.arn });
    new CfnOutput(this, parkedQueueOutput, { value: mailer.deadLetters.queueUrl });
    new CfnOutput(this, mailerOutput, { value: mailer.fn.live.functionArn });
    new CfnOutput(this, stuckQueueOutput, { value: messenger.deadLetters.queueUrl });
    new CfnOutput(this, reportsQueueOutput, { value: bounces.deadLetters.queueUrl });
    new CfnOutput(this, bouncesOutput, { value: bounces.fn.live.functionArn });
    new CfnOutput(this, configurationSetOutput, { value: email.configurationSetName });
    new CfnOutput(this, settingsOutput, { value: JSON.stringify(stageSettings) });
    for (const [index, record] of email.dnsRecords.entries()) {
      new CfnOutput(this, `${dnsRecordOutput}${index + 1}`, { value: record });
    }
  }
}
