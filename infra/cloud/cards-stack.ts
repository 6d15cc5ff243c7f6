import { CfnCondition, Duration, Fn, NestedStack, Validations } from 'aws-cdk-lib';
import { HttpMethod, HttpRoute, HttpRouteKey } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { writesVariable } from '#functions/lib/http/create-handler';
import {
  cardEventAside,
  cardEventRefused,
  cardKeyRefused,
  cardsDiffer,
  requestFailed,
  requestUnavailable,
} from '#functions/lib/log';
import { type CardService, methodsOf } from '#shared/contract/route';
import { routeList } from '#shared/contract/routes';
import { limits } from '#shared/limits';
import type { AlarmTopic } from './alarms.ts';
import type { Api } from './api.ts';
import { sum } from './failures.ts';
import { stripeOrigin } from './names.ts';
import { invokeEvery } from './scheduled-functions.ts';
import { ServiceFunction } from './service-function.ts';
import type { BookingTable } from './table.ts';
import { grantCardEvents, grantCards } from './table-access/card-access.ts';

interface CardsStackProps {
  readonly api: Api;
  readonly table: BookingTable;
  readonly businessTimeZone: string;
  readonly siteUrl: string;
  /** The stage's parameter: `on`, or `paused`. */
  readonly writes: string;
}

/** What rings, by the event that a function logs, or by a request that failed. Each single one needs a person. */
const watched = {
  CardEventsAside: { service: 'card-events', events: [cardEventAside] },
  CardEventsRefused: { service: 'card-events', events: [cardEventRefused] },
  CardEventsFailed: { service: 'card-events', events: [requestFailed, requestUnavailable] },
  CardKeyRefused: { service: 'cards', events: [cardKeyRefused] },
  CardsDiffer: { service: 'cards', events: [cardsDiffer] },
  CardRequestsFailed: { service: 'cards', events: [requestFailed, requestUnavailable] },
} as const satisfies Record<string, { readonly service: CardService; readonly events: readonly string[] }>;

/**
 * Payments by card: two functions, of which each alone reads its secret, their routes and their alarms. A stack of its own, since the
 * stage's has not much room, and a stage can be without them.
 */
export class CardsStack extends NestedStack {
  readonly services: Readonly<Record<CardService, ServiceFunction>>;
  /** The ARNs of what the operator sets. */
  readonly secrets: { readonly key: string; readonly events: string };

  constructor(scope: Construct, id: string, props: CardsStackProps) {
    super(scope, id);
    const { api, table, businessTimeZone, siteUrl, writes } = props;
    // A template can use its own conditions only.
    const expression = Fn.conditionEquals(writes, writesVariable.states[0]);
    const whileOn = new CfnCondition(this, 'WritesOn', { expression });
    const timeout = Duration.seconds(limits.requestSeconds);
    const services = {
      cards: new ServiceFunction(this, 'cards', { timeout }),
      'card-events': new ServiceFunction(this, 'card-events', { timeout }),
    };
    this.services = services;
    const [key, events] = [
      this.#secret('Key', 'key of its API'),
      this.#secret('EventSecrets', 'what signs its events'),
    ];
    const reads = (fn: ServiceFunction, { secretArn }: Secret): string => {
      fn.allow({ actions: ['secretsmanager:GetSecretValue'], resources: [secretArn] });
      return secretArn;
    };
    grantCards(table, services.cards);
    services.cards.provide({
      ...{ BUSINESS_TIME_ZONE: businessTimeZone, SITE_URL: siteUrl, STRIPE_API: stripeOrigin },
      CARD_KEY_SECRET: reads(services.cards, key),
    });
    grantCardEvents(table, services['card-events']);
    services['card-events'].provide({
      BUSINESS_TIME_ZONE: businessTimeZone,
      CARD_EVENTS_SECRET: reads(services['card-events'], events),
    });
    // A failed comparison is not repeated: a person can press for it, and the next day does it again.
    services.cards.live.configureAsyncInvoke({ retryAttempts: 0 });
    invokeEvery(this, {
      ...{ minutes: 24 * 60, arn: services.cards.live.functionArn, input: '{"compare":true}', whileOn },
    });
    this.#addRoutes(api);
    this.secrets = { key: key.secretArn, events: events.secretArn };
  }

  /** Empty until the operator connects an account; never deleted with the stack's update. */
  #secret(id: string, what: string): Secret {
    const secret = new Secret(this, id, {
      description: `Stripe: ${what}. Set by npm run admin -- cards connect`,
      generateSecretString: { secretStringTemplate: '{}', generateStringKey: 'empty' },
    });
    Validations.of(secret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason: 'Stripe makes the value. The operator rotates it by npm run admin -- cards rotate.',
    });
    return secret;
  }

  #addRoutes(api: Api): void {
    const integrations = new Map<string, HttpLambdaIntegration>(
      Object.entries(this.services).map(([name, fn]) => [
        name,
        new HttpLambdaIntegration(name, fn.live, { scopePermissionToRoute: false }),
      ]),
    );
    for (const { name, route } of routeList)
      for (const method of methodsOf(route)) {
        const integration = integrations.get(route.service);
        if (!integration) continue;
        const httpRoute = new HttpRoute(this, method === 'HEAD' ? `${name}Head` : name, {
          ...{ httpApi: api.httpApi, integration },
          routeKey: HttpRouteKey.with(route.path, HttpMethod[method]),
          ...(route.access !== 'public' && { authorizer: api.authorizer }),
        });
        api.limit(httpRoute, route);
        if (route.access === 'public')
          Validations.of(httpRoute).acknowledge({
            id: 'AwsSolutions-APIG4',
            reason: `${name} is public by the contract: a provider signs what it sends.`,
          });
      }
  }

  /** One event rings. Nothing is measured where nobody pays. @returns the alarms */
  addAlarms(topic: AlarmTopic): Alarm[] {
    const metrics: Record<string, IMetric> = Object.fromEntries(
      Object.entries(watched).map(([metricName, { service, events }]) => [
        metricName,
        new MetricFilter(this, metricName, {
          logGroup: this.services[service].log,
          filterPattern: FilterPattern.any(
            ...events.map((event) => FilterPattern.stringValue('$.message.event', '=', event)),
          ),
          metricNamespace: this.nestedStackParent?.stackName ?? this.stackName,
          metricName,
        }).metric(sum),
      ]),
    );
    const alarms = new Construct(this, 'Alarms');
    return Object.entries({
      ...metrics,
      CardsErrors: this.services.cards.lambda.metricErrors(sum),
      CardEventsErrors: this.services['card-events'].lambda.metricErrors(sum),
    }).map(([name, metric]) => {
      const alarm = new Alarm(alarms, name, {
        ...{ metric, threshold: 1, evaluationPeriods: 1 },
        comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
        treatMissingData: TreatMissingData.NOT_BREACHING,
        alarmDescription: `Payments by card: see ${name} in docs/operations.md`,
      });
      topic.notifyOf(alarm);
      return alarm;
    });
  }
}
