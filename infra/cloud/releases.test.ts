import { expect, it } from 'vitest';
import { deployedFunctions, functionHome, nameOf, readable } from '../testing/cloud/policy.ts';
import { synthesize } from '../testing/cloud/synthesize.ts';

it('a deployment of dev moves all traffic at once', () => {
  const moved = synthesize().all('AWS::CodeDeploy::DeploymentGroup');
  expect(moved).toHaveLength(deployedFunctions.length);
  for (const { properties } of moved)
    expect(properties.DeploymentConfigName).toBe('CodeDeployDefault.LambdaAllAtOnce');
});

it('tells the smoke checks the new version of each function, by the name of its deployment group', () => {
  const { all } = synthesize();
  const versions = ['Functions', 'Triggers'].flatMap((id) => {
    const hook = all('AWS::Lambda::Function').find(
      ({ name }) => name === `ReleasesSmokeCheckOf${id}Function`,
    );
    return Object.entries(JSON.parse(readable(Object(hook?.properties.Environment).Variables.VERSIONS)));
  });
  expect(versions).toEqual(
    all('AWS::CodeDeploy::DeploymentGroup').map(({ properties }, index) => [
      properties.DeploymentGroupName,
      expect.stringMatching(`^<${deployedFunctions.map(functionHome)[index]}FunctionCurrentVersion`),
    ]),
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
  const depths = [...aliases.keys()].filter((name) => !name.startsWith(functionHome('pretoken'))).map(depth);
  return Math.max(...depths.map((one) => depths.filter((other) => other === one).length));
};

it.each([
  [10, 3],
  [1_000, deployedFunctions.length - 1],
])('with a quota of %i executions updates at most %i aliases at once', (concurrentExecutions, atOnce) => {
  const made = synthesize({ stage: 'prod', settings: { concurrentExecutions } });
  made.remove();
  expect(updatedAtOnce(made)).toBe(atOnce);
});
