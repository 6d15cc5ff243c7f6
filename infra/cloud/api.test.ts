import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deployedServices, methodsOf } from '#shared/contract/route';
import { routeList, routes } from '#shared/contract/routes';
import { readable } from '../testing/cloud/policy.ts';
import { synthesize } from '../testing/cloud/synthesize.ts';

const throttle = { perSecond: 31, burst: 37 };
const accountThrottle = { perSecond: 11, burst: 13 };

let stack: ReturnType<typeof synthesize>;
beforeAll(() => {
  stack = synthesize({ settings: { throttle, accountThrottle } });
});
afterAll(() => stack.remove());

const functionOf = (target: unknown): string => {
  const integration = stack
    .all('AWS::ApiGatewayV2::Integration')
    .find(({ name }) => readable(target) === `integrations/<${name}>`);
  return readable(integration?.properties.IntegrationUri);
};

const deployedRoutes = routeList.filter(({ route }) =>
  deployedServices.some((service) => service === route.service),
);

describe('routes', () => {
  it('are those of the contract, each with its function and its access, and one for all other paths [PRM-13, PRM-14]', () => {
    const deployed = stack.all('AWS::ApiGatewayV2::Route').map(({ properties }) => ({
      key: properties.RouteKey,
      access: properties.AuthorizationType,
      authorizer: properties.AuthorizerId && readable(properties.AuthorizerId),
      lambda: functionOf(properties.Target),
    }));
    const inContract = deployedRoutes.flatMap(({ route }) =>
      methodsOf(route).map((method) => ({
        key: `${method} ${route.path}`,
        ...(route.access === 'public'
          ? { access: 'NONE', authorizer: undefined }
          : { access: 'JWT', authorizer: '<ApiHttpApiMembers>' }),
        lambda: `<${route.service}Live>`,
      })),
    );
    const others = { key: '$default', access: 'NONE', authorizer: undefined, lambda: '<catalogueLive>' };

    const byKey = (a: { key: unknown }, b: { key: unknown }) => String(a.key).localeCompare(String(b.key));
    expect(deployed.toSorted(byKey)).toEqual([...inContract, others].toSorted(byKey));
  });
});

describe('the stage', () => {
  it('limits routes where the contract says so, those of accounts as the settings say', () => {
    const limited = deployedRoutes.flatMap(({ name, route }) =>
      route.rate && !route.setsPassword
        ? [{ name, route, ...(route.service === 'account' ? accountThrottle : route.rate) }]
        : [],
    );
    expect(limited.map(({ route }) => route.path)).toEqual(
      expect.arrayContaining(['/api/account/request-password-reset', '/api/me/bookings']),
    );
    expect(stack.only('AWS::ApiGatewayV2::Stage').properties.RouteSettings).toMatchObject(
      Object.fromEntries(
        limited.flatMap(({ route, perSecond, burst }) =>
          methodsOf(route).map((method) => [
            `${method} ${route.path}`,
            { ThrottlingRateLimit: perSecond, ThrottlingBurstLimit: burst },
          ]),
        ),
      ),
    );
    const awaited: string[] = Object(stack.only('AWS::ApiGatewayV2::Stage').entry.DependsOn);
    for (const { name } of limited) {
      expect(awaited).toContainEqual(expect.stringMatching(new RegExp(`^Api${name}[0-9A-F]{8}$`)));
    }
  });

  it('lets fewer requests through that set a password than Cognito takes in a second, all routes together', () => {
    const settings = Object(stack.only('AWS::ApiGatewayV2::Stage').properties.RouteSettings);
    const setting = [
      'signUp',
      'confirmEmail',
      'resetPassword',
      'acceptCoachInvitation',
      'acceptAdultInvitation',
    ] as const;
    const limits = setting.map((name) => settings[`${routes[name].method} ${routes[name].path}`]);
    const sum = limits.reduce((total, { ThrottlingRateLimit: limit }) => total + limit, 0);
    expect(sum).toBeLessThan(30);
    for (const { ThrottlingRateLimit, ThrottlingBurstLimit } of limits) {
      expect(ThrottlingRateLimit).toBeGreaterThan(0);
      expect(ThrottlingBurstLimit).toBeLessThanOrEqual(ThrottlingRateLimit);
    }
    expect(Object.keys(settings)).toHaveLength(
      deployedRoutes.flatMap(({ route }) => (route.rate ? methodsOf(route) : [])).length,
    );
  });
});
