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
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { ApiService } from '#shared/contract/route';
import { type RouteName, type Routes, routeList } from '#shared/contract/routes';
import type { Auth } from './auth.ts';
import type { ServiceFunction } from './service-function.ts';

/** The services that have routes: each needs a function, or the stack does not compile. */
export type DeployedService = Routes[RouteName]['service'];

interface ApiProps {
  readonly auth: Auth;
  readonly services: Readonly<Record<DeployedService, ServiceFunction>>;
}

/** What is logged of each request: no address, path, query, header or claim, as these tell of persons. */
const accessLog = {
  request_id: '$context.requestId',
  time: '$context.requestTime',
  route: '$context.routeKey',
  status: '$context.status',
  latency_ms: '$context.responseLatency',
  integration_error: '$context.integrationErrorMessage',
  authorizer_error: '$context.authorizer.error',
};

/** The HTTP API, made from the contract: every route with its service and, unless public, the JWT authorizer. */
export class Api extends Construct {
  readonly stage: HttpStage;
  /** Host name without scheme, for the distribution. */
  readonly host: string;

  constructor(scope: Construct, id: string, { auth, services }: ApiProps) {
    super(scope, id);
    const httpApi = new HttpApi(this, 'HttpApi', { createDefaultStage: false });
    const logGroup = new LogGroup(this, 'AccessLog', { retention: RetentionDays.THREE_MONTHS });
    this.stage = new HttpStage(this, 'Stage', {
      httpApi,
      stageName: '$default',
      autoDeploy: true,
      throttle: { rateLimit: 200, burstLimit: 400 },
      accessLogSettings: {
        destination: new LogGroupLogDestination(logGroup),
        format: AccessLogFormat.custom(JSON.stringify(accessLog)),
      },
    });
    this.host = `${httpApi.apiId}.execute-api.${Stack.of(this).region}.amazonaws.com`;

    const authorizer = new HttpUserPoolAuthorizer('Members', auth.userPool, {
      userPoolClients: [auth.client],
    });
    const integrations = new Map<ApiService, HttpLambdaIntegration>(
      // Object.entries widens the key type; the record is closed.
      Object.entries(services).map(([service, fn]) => [
        service as DeployedService,
        new HttpLambdaIntegration(service, fn.live),
      ]),
    );
    const integrationOf = (service: ApiService): HttpLambdaIntegration => {
      const integration = integrations.get(service);
      if (!integration) throw new Error(`No function serves the routes of ${service}`);
      return integration;
    };

    const limited: Record<string, object> = {};
    for (const { name, route } of routeList) {
      const routeKey = HttpRouteKey.with(route.path, HttpMethod[route.method]);
      const httpRoute = new HttpRoute(this, name, {
        httpApi,
        routeKey,
        integration: integrationOf(route.service),
        ...(route.access !== 'public' && { authorizer }),
      });
      if (route.rate) {
        const { perSecond, burst } = route.rate;
        limited[routeKey.key] = { ThrottlingRateLimit: perSecond, ThrottlingBurstLimit: burst };
        // A stage cannot limit a route that is not there yet.
        this.stage.node.addDependency(httpRoute);
      }
      if (route.access === 'public') this.#acknowledgePublic(httpRoute, `${name} is public by the contract.`);
    }
    // The library's stage has no such setting; the resource that it makes has.
    (this.stage.node.defaultChild as CfnStage).routeSettings = limited;
    const unknown = new HttpRoute(this, 'Unknown', {
      httpApi,
      routeKey: HttpRouteKey.DEFAULT,
      integration: integrationOf('catalogue'),
    });
    this.#acknowledgePublic(unknown, 'Answers 404 as problem details for every path outside the contract.');
  }

  #acknowledgePublic(route: HttpRoute, reason: string): void {
    Validations.of(route).acknowledge({ id: 'AwsSolutions-APIG4', reason });
  }
}
