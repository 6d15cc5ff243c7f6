import { afterAll, beforeAll, expect, it } from 'vitest';
import { readable } from '../testing/cloud/policy.ts';
import { synthesize } from '../testing/cloud/synthesize.ts';
import { accountNames } from '../testing/cloud/template-bounds.ts';

const stages = ['dev', 'prod'] as const;
const region = '<AWS::Region>';
let made: readonly ReturnType<typeof synthesize>[];
beforeAll(() => {
  made = stages.map((stage) => synthesize({ stage }));
});
afterAll(() => {
  for (const { remove } of made) remove();
});

it('are separate stacks', () => {
  expect(made.map(({ stack }) => stack.stackName)).toEqual(['football-booking-dev', 'football-booking-prod']);
});

it('share no name that is unique in an account', () => {
  const taken = made.map(({ all }) =>
    Object.entries(accountNames).flatMap(([type, { path }]) =>
      all(type)
        .map(({ properties }) => path.reduce<unknown>((value, key) => Object(value)[key], properties))
        .filter((name) => name !== undefined)
        .map((name) => `${type} ${readable(name)}`)
        // A name that contains the name of a resource of the stack is unique to the stack.
        .filter((name) => !name.replaceAll(region, '').includes('<')),
    ),
  );
  const [dev = [], prod = []] = taken;
  expect(dev.length).toBeGreaterThan(3);
  expect(dev.filter((name) => prod.includes(name))).toEqual([]);
});

it('have the region in names that are unique in CloudFront for all regions', () => {
  const types = [
    'AWS::CloudFront::CachePolicy',
    'AWS::CloudFront::OriginAccessControl',
    'AWS::CloudFront::ResponseHeadersPolicy',
  ] as const;
  for (const { all } of made) {
    for (const type of types) {
      const names = all(type).map(({ properties }) =>
        readable(accountNames[type]?.path.reduce<unknown>((value, key) => Object(value)[key], properties)),
      );
      expect(names.length).toBeGreaterThan(0);
      for (const name of names) expect(name).toContain(region);
    }
  }
});

it('have one budget by default: it counts the whole account', () => {
  expect(made.map(({ all }) => all('AWS::Budgets::Budget').length)).toEqual([0, 1]);
});

it('both keep table and user pool', () => {
  for (const { all } of made) {
    const kept = ['AWS::DynamoDB::GlobalTable', 'AWS::Cognito::UserPool'].flatMap(all);
    expect(kept).toHaveLength(2);
    for (const { entry } of kept) expect(entry.DeletionPolicy).toBe('Retain');
    expect(JSON.stringify(kept[0]?.properties.Replicas)).toContain('"DeletionProtectionEnabled":true');
  }
});
