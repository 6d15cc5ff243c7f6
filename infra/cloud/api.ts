import { Stack, Validations } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  type CfnStage,
  HttpApi,
  HttpMethod,
  HttpRoute,
  HttpRouteKey,
  HttpStage,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpUserPoolAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { writesVariable } from '#functions/lib/http/create-handler';
import {
  type ApiService,
  type DeployedService,
  deployedServices,
  methodsOf,
  type Route,
} from '#shared/contract/route';
import { routeList } from '#shared/contract/routes';
import type { StageSettings } from '../settings/settings-schema.ts';
import type { Auth } from './auth.ts';
import { refusedRoutes } from './canary/probes.ts';
import { sum } from './failures.ts';
import { logSettings } from './lambda-settings.ts';
import type { ServiceFunction } from './service-function.ts';

interface ApiProps {
  readonly auth: Auth;
  readonly services: Readonly<Record<DeployedService, ServiceFunction>>;
  /** Limit of each route that has no lower one. An HTTP API has no limit of all its routes together. */
  readonly throttle: StageSettings['throttle'];
  /** Limit of each limited route of the account service. */
  readonly accountThrottle: StageSettings['accountThrottle'];
  /** Where the counters are. */
  readonly monitoring: Construct;
  /** `on` or `paused`, as the stack's parameter says. */
  readonly writes: string;
}

/** Fields of the access log. Addresses, paths, queries, headers and claims are personal data and not logged. */
const accessLog = {
  request_id: '$context.requestId',
  /** The id that a problem's answer carries. */
  function_request_id: '$context.integration.requestId',
  time: '$context.requestTime',
  route: '$context.routeKey',
  status: '$context.status',
  latency_ms: '$context.responseLatency',
  integration_error: '$context.integrationErrorMessage',
  authorizer_error: '$context.authorizer.error',
  /** `access` where a token was accepted. */
  token: '$context.authorizer.claims.token_use',
};

const bookingRoutes = routeList.map(({ route }): Route => route).filter(({ takesPlace }) => takesPlace);
const isBooking = FilterPattern.any(
  ...bookingRoutes.map(({ method, path }) => FilterPattern.stringValue('$.route', '=', `${method} ${path}`)),
);

/** What is counted of the answers. The gateway gives some by itself, which no function sees. */
const countedAnswers = {
  /** Above the limit of a route, or of the account. */
  throttled: FilterPattern.stringValue('$.status', '=', '429'),
  /** Counts all but the canary's requests. */
  unauthorized: FilterPattern.all(
    FilterPattern.stringValue('$.status', '=', '401'),
    ...Object.entries(refusedRoutes).map(([method, { path }]) =>
      FilterPattern.stringValue('$.route', '!=', `${method} ${path}`),
    ),
  ),
  /** The token was accepted, whatever the function then answered. */
  authorized: FilterPattern.stringValue('$.token', '=', 'access'),
  /** By the gateway or by a function. */
  failedBookings: FilterPattern.all(isBooking, FilterPattern.stringValue('$.status', '=', '5*')),
  madeBookings: FilterPattern.all(isBooking, FilterPattern.stringValue('$.status', '=', '2*')),
};

/**
 * How often an account may set passwords in its user pools per second (`AdminSetUserPassword`, of the category
 * UserAccountRecovery: https://docs.aws.amazon.com/cognito/latest/developerguide/quotas.html).
 */
const passwordsPerSecond = 30;
const passwordRoutes = routeList.filter(({ route }) => route.setsPassword).length;

/** Limit of each route that sets a password: all of them together stay below the quota. */
const mostPasswords = Math.floor((passwordsPerSecond - 1) / passwordRoutes);

/**
 * The gateway's limit of a route, for all callers together. That of account routes protects the functions and the user
 * pool only: the firewall limits each address, so a lower limit here would let one machine lock out everyone else.
 */
const limitOf = (
  { rate, service, setsPassword }: Route,
  accountThrottle: ApiProps['accountThrottle'],
): Route['rate'] | undefined => {
  if (!rate || service !== 'account') return rate;
  const { perSecond, burst } = accountThrottle;
  if (!setsPassword) return accountThrottle;
  return { perSecond: Math.min(perSecond, mostPasswords), burst: Math.min(burst, mostPasswords) };
};

/** The HTTP API, made from the contract: every route with its service and, unless public, the JWT authorizer. */
export class Api extends Construct {
  readonly stage: HttpStage;
  readonly httpApi: HttpApi;
  readonly authorizer: HttpUserPoolAuthorizer;
  readonly accessLog: LogGroup;
  readonly answers: Readonly<Record<keyof typeof countedAnswers, Metric>>;
  /** Host name without scheme, for the distribution. */
  readonly host: string;
  readonly #limited: Record<string, object>;

  constructor(scope: Construct, id: string, props: ApiProps) {
    super(scope, id);
    const { auth, services, throttle, accountThrottle, monitoring, writes } = props;
    const httpApi = new HttpApi(this, 'HttpApi', { createDefaultStage: false });
    this.httpApi = httpApi;
    this.accessLog = new LogGroup(this, 'AccessLog', logSettings);
    this.stage = new HttpStage(this, 'Stage', {
      httpApi,
      stageName: '$default',
      autoDeploy: true,
      // The default of each route, which `routeSettings` overrides:
      // https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-throttling.html
      throttle: { rateLimit: throttle.perSecond, burstLimit: throttle.burst },
      accessLogSettings: {
        destination: new LogGroupLogDestination(this.accessLog),
        format: AccessLogFormat.custom(JSON.stringify(accessLog)),
      },
    });
    const count = (metricName: keyof typeof countedAnswers): Metric =>
      new MetricFilter(monitoring, metricName, {
        logGroup: this.accessLog,
        filterPattern: countedAnswers[metricName],
        metricNamespace: Stack.of(this).stackName,
        metricName,
      }).metric(sum);
    this.answers = {
      throttled: count('throttled'),
      unauthorized: count('unauthorized'),
      authorized: count('authorized'),
      failedBookings: count('failedBookings'),
      madeBookings: count('madeBookings'),
    };
    this.host = `${httpApi.apiId}.execute-api.${Stack.of(this).region}.amazonaws.com`;

    const authorizer = new HttpUserPoolAuthorizer('Members', auth.userPool, {
      userPoolClients: [auth.client],
    });
    this.authorizer = authorizer;
    const integrations = new Map<ApiService, HttpLambdaIntegration>(
      // Object.entries widens the key type; the record is closed.
      Object.entries(services).map(([service, fn]) => [
        service as DeployedService,
        // One permission for the whole API: one a route would pass what AWS allows a function's policy.
        new HttpLambdaIntegration(service, fn.live, { scopePermissionToRoute: false }),
      ]),
    );
    const integrationOf = (service: ApiService): HttpLambdaIntegration => {
      const integration = integrations.get(service);
      if (!integration) throw new Error(`No function serves the routes of ${service}`);
      return integration;
    };

    const limited: Record<string, object> = {};
    const own = routeList.filter(({ route }) =>
      deployedServices.some((service) => service === route.service),
    );
    const deployed = own.flatMap(({ name, route }) =>
      methodsOf(route).map((method) => ({ id: method === 'HEAD' ? `${name}Head` : name, method, route })),
    );
    for (const { id: routeId, method, route } of deployed) {
      const routeKey = HttpRouteKey.with(route.path, HttpMethod[method]);
      const httpRoute = new HttpRoute(this, routeId, {
        httpApi,
        routeKey,
        integration: integrationOf(route.service),
        ...(route.access !== 'public' && { authorizer }),
      });
      const limit = limitOf(route, accountThrottle);
      if (limit) {
        const { perSecond, burst } = limit;
        limited[routeKey.key] = { ThrottlingRateLimit: perSecond, ThrottlingBurstLimit: burst };
        // A stage cannot limit a route that is not there yet.
        this.stage.node.addDependency(httpRoute);
      }
      if (route.access === 'public')
        this.#acknowledgePublic(httpRoute, `${routeId} is public by the contract.`);
    }
    // The library's stage has no such settings; the resource that it makes has.
    const stage = this.stage.node.defaultChild as CfnStage;
    this.#limited = limited;
    stage.routeSettings = limited;
    stage.stageVariables = { [writesVariable.name]: writes };
    const unknown = new HttpRoute(this, 'Unknown', {
      httpApi,
      routeKey: HttpRouteKey.DEFAULT,
      // A permission of its own: the ARN of this route has no method, so that of the whole API does not match it.
      integration: new HttpLambdaIntegration('unknown', services.catalogue.live),
    });
    this.#acknowledgePublic(unknown, 'Answers 404 as problem details for every path outside the contract.');
  }

  /** Limits a route of a nested stack, which is deployed before. */
  limit(route: HttpRoute, { method, path, rate }: Route): void {
    if (!rate) return;
    const { perSecond, burst } = rate;
    this.#limited[HttpRouteKey.with(path, HttpMethod[method]).key] = {
      ThrottlingRateLimit: perSecond,
      ThrottlingBurstLimit: burst,
    };
    this.stage.node.addDependency(route);
  }

  #acknowledgePublic(route: HttpRoute, reason: string): void {
    Validations.of(route).acknowledge({ id: 'AwsSolutions-APIG4', reason });
  }
}
