import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { batchSplit, tokensRefused } from '#functions/log';
import { apiServices } from '#shared/contract/route';
import { readable } from '../testing/cloud/readable.ts';
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
const guard = { name: 'pretoken', home: 'Authpretoken' };
const functions = [...apiServices, 'mailer', 'messenger', 'timer', 'bounces', guard.name];
const homes = [
  ...apiServices,
  'Mailermailer',
  'Messengermessenger',
  'Timertimer',
  'Bouncesbounces',
  guard.home,
];
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

  it('keeps its old versions to go back to, and removes one whose deployment was rolled back', () => {
    const versions = stack.all('AWS::Lambda::Version');
    expect(versions).toHaveLength(homes.length);
    // Lambda refuses to publish the same code twice: a version left by a rollback would block the next attempt.
    for (const { entry } of versions) {
      expect(entry).toMatchObject({ DeletionPolicy: 'RetainExceptOnCreate', UpdateReplacePolicy: 'Retain' });
    }
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

  it('watches the new version only: its errors without those thrown on purpose, and for services its answers of 500', () => {
    const looksAt = stack
      .all('AWS::CloudWatch::Alarm')
      .filter(({ name }) => name.startsWith('Releases'))
      .map(({ name, properties }) => {
        const queries: Record<string, unknown>[] = Object(properties.Metrics);
        const metrics = queries.flatMap(({ MetricStat }) => (MetricStat ? [Object(MetricStat).Metric] : []));
        return [
          name,
          ...metrics.map(
            ({ MetricName, Dimensions }) =>
              `${MetricName} ${Dimensions.map((dimension: { Name: string; Value: unknown }) => `${dimension.Name}=${readable(dimension.Value)}`).join(' ')}`,
          ),
        ];
      });
    expect(looksAt).toEqual(
      functions.map((name, index) => {
        const home = homes[index];
        const version = expect.stringMatching(
          new RegExp(
            `^Errors ExecutedVersion=<${home}FunctionCurrentVersion\\w+\\.Version> FunctionName=<${home}Function> Resource=<${home}Function>:live$`,
          ),
        );
        const failures = expect.stringMatching(
          new RegExp(`^FailedRequestsOf-${name} Version=<${home}FunctionCurrentVersion\\w+\\.Version>$`),
        );
        const thrown = new Map([
          [guard.name, tokensRefused],
          ['mailer', batchSplit],
        ]).get(name);
        const onPurpose = expect.stringMatching(
          new RegExp(`^${thrown}\\.byVersion Version=<${home}FunctionCurrentVersion\\w+\\.Version>$`),
        );
        const more = name === home ? [failures] : thrown ? [onPurpose] : [];
        return [`Releases${name}Alarm`, version, ...more];
      }),
    );
  });

  it('calls the smoke check before a new version gets traffic', () => {
    const hooks = stack.all('AWS::Lambda::Alias').map(({ entry }) => {
      const { BeforeAllowTrafficHook } = Object(entry.UpdatePolicy).CodeDeployLambdaAliasUpdate;
      return readable(BeforeAllowTrafficHook);
    });
    expect(hooks).toEqual(functions.map(() => '<ReleasesSmokeCheckFunction>'));
  });

  it('tells the smoke check the new version of each function, by the name of its deployment group', () => {
    const hook = stack.all('AWS::Lambda::Function').find(({ name }) => name === 'ReleasesSmokeCheckFunction');
    const versions = JSON.parse(readable(Object(hook?.properties.Environment).Variables.VERSIONS));
    expect(Object.keys(versions)).toEqual(groups().map(({ DeploymentGroupName }) => DeploymentGroupName));
    expect(Object.values(versions)).toEqual(
      homes.map((home) => expect.stringMatching(new RegExp(`^<${home}FunctionCurrentVersion\\w+>$`))),
    );
  });

  it('uploads pages after the functions that they call are in use', () => {
    for (const { entry } of stack.all('Custom::CDKBucketDeployment')) {
      const awaited: string[] = Object(entry.DependsOn);
      for (const name of apiServices) expect(awaited).toContainEqual(expect.stringMatching(`^${name}Live`));
    }
  });
});
