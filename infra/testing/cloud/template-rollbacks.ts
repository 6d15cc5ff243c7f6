import { loadAwsServiceSpecSync } from '@aws-cdk/aws-service-spec';
import type { Resource } from '@aws-cdk/service-spec-types';
import { allNames } from './template-bounds.ts';
import { isRecord, listOf, type Template, type TemplateResource } from './template-graph.ts';

const database = loadAwsServiceSpecSync();

/** What AWS has once only, beyond the identifiers of CloudFormation: the property that it compares. */
const uniqueBy: Readonly<Record<string, string>> = {
  // An account has one provider for an address.
  'AWS::IAM::OIDCProvider': 'Url',
  // Lambda publishes no second version of the same code.
  'AWS::Lambda::Version': 'FunctionName',
};

/** Whether a second resource of these properties cannot exist beside the first one: its name is in the template. */
const hasFixedName = ({ Type, Properties = {} }: TemplateResource): boolean => {
  const [resource]: readonly Resource[] = database.lookup('resource', 'cloudFormationType', 'equals', Type);
  const identifier = resource?.primaryIdentifier ?? [];
  const inner = allNames[Type]?.path.reduce<unknown>((value, key) => Object(value)[key], Properties);
  return (
    (uniqueBy[Type] ?? '') in Properties ||
    inner !== undefined ||
    (identifier.length > 0 && identifier.every((name) => name in Properties))
  );
};

/** Why CloudFormation cannot delete the resource, which it created a moment ago. */
const obstacleOf = ({ Type, Properties = {} }: TemplateResource): string | undefined => {
  // A deployment copies the site into its bucket, and what failed may be parked in another.
  if (Type === 'AWS::S3::Bucket') return 'a bucket that is not empty';
  const replicas = listOf(Properties.Replicas).filter(isRecord);
  const isProtected =
    Properties.DeletionProtection === 'ACTIVE' ||
    replicas.some(({ DeletionProtectionEnabled }) => DeletionProtectionEnabled === true);
  return isProtected ? 'what is protected from deletion' : undefined;
};

/** The resources that stay when their stack goes, and that no other stack can create meanwhile. */
export const retainedNamesIn = ({ Resources }: Template): string[] =>
  Object.entries(Resources)
    .filter(([, resource]) => resource.DeletionPolicy?.startsWith('Retain') && hasFixedName(resource))
    .map(([name]) => name);

/**
 * What stops the deployment after one that failed and was rolled back (REL-04). The first deployment creates every resource,
 * and each later one those that it adds. In the worst case they exist already when the last one fails.
 */
export const stoppedByRollbackIn = ({ Resources }: Template): string[] =>
  Object.entries(Resources).flatMap(([name, resource]) => {
    const { DeletionPolicy = 'Delete' } = resource;
    if (DeletionPolicy === 'Retain')
      return hasFixedName(resource) ? [`${name}: the rollback leaves it, and its name is taken`] : [];
    const obstacle = obstacleOf(resource);
    return obstacle ? [`${name}: the rollback cannot delete ${obstacle}`] : [];
  });
