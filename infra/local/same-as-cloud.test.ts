import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { functionNames, functions } from '#functions/functions';
import { functionHome } from '#infra/testing/cloud/policy';
import { brand, senderOf } from '#shared/brand';
import { apiServices, methodsOf } from '#shared/contract/route';
import { routeList } from '#shared/contract/routes';
import { defaultTimeZone, requiredSecondFactor } from '../settings/settings-schema.ts';
import { readable } from '../testing/cloud/policy.ts';
import { synthesize } from '../testing/cloud/synthesize.ts';
import { resourceNames } from './addresses.ts';
import { createApiGateway } from './api-gateway/api-gateway.ts';
import { setEnvironment } from './environment.ts';

/** These tests compare the deployed gateway and environment with the local ones. */
let cloud: ReturnType<typeof synthesize>;
beforeAll(() => {
  cloud = synthesize({
    stage: 'prod',
    settings: { pictureHosts: [...resourceNames.pictureHosts], cards: true },
  });
});
afterAll(() => cloud.remove());

describe('a request', () => {
  const gateway = ({ signedIn }: { signedIn: boolean }) =>
    createApiGateway({
      routes: routeList.map(({ route }) => route),
      handlerOf:
        async (service) =>
        async ({ routeKey }) => ({ statusCode: 299, body: `${service} ${routeKey}` }),
      authorizer: () => (signedIn ? { sub: 'someone' } : undefined),
    });

  const servedBy = (target: unknown): string => {
    const integration = cloud
      .all('AWS::ApiGatewayV2::Integration')
      .find(({ name }) => readable(target) === `integrations/<${name}>`);
    const home = readable(integration?.properties.IntegrationUri).replace(/^<(\w+)Live>$/, '$1');
    // A name in a template has no hyphen.
    return apiServices.find((service) => service.replaceAll('-', '') === home) ?? home;
  };

  it('reaches the same function in both gateways, and needs a token on the same routes [PRM-13, PRM-14]', async () => {
    const deployed = cloud
      .all('AWS::ApiGatewayV2::Route')
      .filter(({ properties }) => properties.RouteKey !== '$default');
    expect(deployed).toHaveLength(routeList.flatMap(({ route }) => methodsOf(route)).length);
    for (const { properties } of deployed) {
      const key = String(properties.RouteKey);
      const [method = '', path = ''] = key.split(' ');
      const url = `http://localhost${path.replace(/\{\w+\}/g, 'id-1')}`;
      const ask = async (signedIn: boolean) => {
        const answer = await gateway({ signedIn })(new Request(url, { method }), '192.0.2.1');
        return answer.status === 299 ? answer.text() : answer.status;
      };
      const reached = `${servedBy(properties.Target)} ${key}`;
      expect([key, await ask(true)]).toEqual([key, reached]);
      expect([key, await ask(false)]).toEqual([key, properties.AuthorizationType === 'JWT' ? 401 : reached]);
    }
  });

  it('to a path that is not deployed is not found locally', async () => {
    const answer = await gateway({ signedIn: true })(
      new Request('http://localhost/api/nothing'),
      '192.0.2.1',
    );
    expect(answer.status).toBe(404);
  });
});

describe('the environment', () => {
  // Object.keys widens the type of the names.
  const names = functionNames.filter((name) => functions[name].variables.length > 0);

  it.each(names)(
    'of %s has the same variables in both systems, and the same values except names of resources',
    (name) => {
      const fn = cloud
        .all('AWS::Lambda::Function')
        .find((found) => found.name === `${functionHome(name)}Function`);
      const deployed: Record<string, unknown> = Object(Object(fn?.properties.Environment).Variables);
      expect(Object.keys(deployed).length).toBeGreaterThan(0);
      setEnvironment({
        url: 'http://localhost:3000',
        databaseEndpoint: 'http://localhost:8000',
        timeZone: defaultTimeZone,
        mailFrom: senderOf(brand.mailbox),
        secondFactor: requiredSecondFactor,
      });
      for (const [variable, value] of Object.entries(deployed)) {
        expect(process.env[variable], variable).toBeTruthy();
        // All other variables refer to resources of the cloud. Stripe's stand-in is on this machine.
        if (typeof value === 'string' && variable !== 'STRIPE_API')
          expect(process.env[variable], variable).toBe(value);
      }
    },
  );
});
