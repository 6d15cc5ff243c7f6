import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { deployedFunctions, functionHome, nameOf, readable } from '../testing/cloud/policy.ts';
import { synthesize } from '../testing/cloud/synthesize.ts';

let stack: ReturnType<typeof synthesize>;
let prod: ReturnType<typeof synthesize>;
beforeAll(() => {
  stack = synthesize();
  prod = synthesize({ stage: 'prod' });
});
afterAll(() => {
  stack.remove();
  prod.remove();
});

/** The function of the user pool, which comes first in the template, and the others with the constructs they are in. */
const guard = { name: 'pretoken', home: functionHome('pretoken') };
const functions: readonly string[] = deployedFunctions;
const homes = deployedFunctions.map(functionHome);
const inTemplateOrder = (names: readonly string[]) => [...names.slice(-1), ...names.slice(0, -1)];

const groups = ({ all } = stack) =>
  all('AWS::CodeDeploy::DeploymentGroup').map(({ properties }) => properties);

describe('every function', () => {
  it('is invoked by an alias of its newest version', () => {
    const aliases = stack.all('AWS::Lambda::Alias').map(({ name, properties }) => ({
      name,
      as: properties.Name,
      of: readable(properties.FunctionName),
      version: readable(properties.FunctionVersion),
    }));
    expect(aliases).toEqual(
      inTemplateOrder(homes).map((home) => ({
        name: `${home}Live`,
        as: 'live',
        of: `<${home}Function>`,
        version: expect.stringMatching(new RegExp(`^<${home}FunctionCurrentVersion\\w+\\.Version>$`)),
      })),
    );
  });

  it('has its alias moved by a deployment', () => {
    const moved = stack.all('AWS::Lambda::Alias').map(({ entry }) => {
      const { ApplicationName, DeploymentGroupName } = Object(entry.UpdatePolicy).CodeDeployLambdaAliasUpdate;
      return [readable(ApplicationName), readable(DeploymentGroupName)];
    });
    expect(moved).toEqual(
      inTemplateOrder(functions).map((name) => ['<ReleasesApplication>', `<Releases${name}>`]),
    );
  });
});

describe('a deployment', () => {
  it.each([
    ['dev', 'CodeDeployDefault.LambdaAllAtOnce'],
    ['prod', 'CodeDeployDefault.LambdaCanary10Percent5Minutes'],
  ])('of %s moves traffic by %s', (stage, config) => {
    const deployed = groups(stage === 'prod' ? prod : stack);
    expect(deployed.map(({ DeploymentConfigName }) => DeploymentConfigName)).toEqual(
      functions.map(() => config),
    );
  });

  it('is rolled back when it fails, is stopped, or its alarm goes off', () => {
    for (const { AutoRollbackConfiguration } of groups()) {
      expect(AutoRollbackConfiguration).toEqual({
        Enabled: true,
        Events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_REQUEST', 'DEPLOYMENT_STOP_ON_ALARM'],
      });
    }
    expect(
      groups().map(({ AlarmConfiguration }) =>
        Object(AlarmConfiguration).Alarms.map(({ Name }: { Name: unknown }) => readable(Name)),
      ),
    ).toEqual(functions.map((name) => [`<Releases${name}Alarm>`]));
  });

  it('watches the new version only: its errors, for services its answers of 500 too, and without errors thrown on purpose', () => {
    const alarms = stack.all('AWS::CloudWatch::Alarm').filter(({ name }) => name.startsWith('Releases'));
    const looksAt = alarms.map(({ name, properties }) => {
      const queries: Record<string, unknown>[] = Object(properties.Metrics);
      const metrics = queries.map(({ Expression, MetricStat }) => {
        if (Expression) return Expression;
        const { MetricName, Dimensions } = Object(MetricStat).Metric;
        const dimensions: { Name: string; Value: unknown }[] = Dimensions;
        return [MetricName, ...dimensions.map(({ Name, Value }) => `${Name}=${readable(Value)}`)].join(' ');
      });
      return [name, ...metrics];
    });
    expect(looksAt).toEqual(
      functions.map((name, index) => {
        const home = homes[index];
        const version = `<${home}FunctionCurrentVersion\\w+\\.Version>`;
        const matching = (pattern: string) => expect.stringMatching(new RegExp(`^${pattern}$`));
        const ofLambda = `ExecutedVersion=${version} FunctionName=<${home}Function> Resource=<${home}Function>:live`;
        const errors = matching(`Errors ${ofLambda}`);
        const failures = matching(`FailedRequestsOf-${name} Version=${version}`);
        // Lambda counts as an error what these throw on purpose, and counts it before its log line is counted. So
        // their alarms look at what they log of unexpected errors, and at time-outs.
        const timeout = { pretoken: 5_000, mailer: 120_000 }[name];
        const watched = timeout
          ? [
              `FILL(failures, 0) + IF(FILL(longest, 0) >= ${timeout}, 1, 0)`,
              failures,
              matching(`Duration ${ofLambda}`),
            ]
          : name === home
            ? ['FILL(errors, 0) + FILL(failures, 0)', errors, failures]
            : ['FILL(errors, 0)', errors];
        return [`Releases${name}Alarm`, ...watched];
      }),
    );
  });

  it('calls a smoke check before a new version gets traffic: one of the trigger, and one of the other functions', () => {
    const hooks = stack.all('AWS::Lambda::Alias').map(({ entry }) => {
      const { BeforeAllowTrafficHook } = Object(entry.UpdatePolicy).CodeDeployLambdaAliasUpdate;
      return readable(BeforeAllowTrafficHook);
    });
    expect(hooks).toEqual(
      inTemplateOrder(functions).map(
        (name) => `<ReleasesSmokeCheckOf${name === guard.name ? 'Triggers' : 'Functions'}Function>`,
      ),
    );
  });

  it('tells the smoke checks the new version of each function, by the name of its deployment group', () => {
    const versions = ['Functions', 'Triggers'].flatMap((id) => {
      const name = `ReleasesSmokeCheckOf${id}Function`;
      const hook = stack.all('AWS::Lambda::Function').find((fn) => fn.name === name);
      const { VERSIONS } = Object(hook?.properties.Environment).Variables;
      return Object.entries(JSON.parse(readable(VERSIONS)));
    });
    expect(versions.map(([name]) => name)).toEqual(
      groups().map(({ DeploymentGroupName }) => DeploymentGroupName),
    );
    expect(versions.map(([, version]) => version)).toEqual(
      homes.map((home) => expect.stringMatching(new RegExp(`^<${home}FunctionCurrentVersion\\w+>$`))),
    );
  });

  /** The most aliases that CloudFormation may update at once: those that wait for the same number of others. */
  const updatedAtOnce = (made: ReturnType<typeof synthesize>): number => {
    const aliases = new Map(
      made.all('AWS::Lambda::Alias').map(({ name, entry }) => [
        name,
        Object(entry.DependsOn ?? [])
          .map(nameOf)
          .filter((id: string) => id.endsWith('Live')),
      ]),
    );
    const depth = (name: string): number =>
      Math.max(0, ...(aliases.get(name) ?? []).map((before: string) => 1 + depth(before)));
    const depths = [...aliases.keys()].filter((name) => !name.startsWith(guard.home)).map(depth);
    return Math.max(...depths.map((one) => depths.filter((other) => other === one).length));
  };

  it.each([
    [10, 3],
    [20, 6],
    [1_000, deployedFunctions.length - 1],
  ])('with a quota of %i executions updates at most %i aliases at once', (concurrentExecutions, atOnce) => {
    const made = synthesize({ stage: 'prod', settings: { concurrentExecutions } });
    made.remove();
    expect(updatedAtOnce(made)).toBe(atOnce);
  });
});
