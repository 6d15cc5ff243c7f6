/** What stays when a stack is deleted and cannot be made again: by type, the property that identifies one. */
const adoptable = {
  'AWS::DynamoDB::GlobalTable': 'TableName',
  'AWS::Cognito::UserPool': 'UserPoolId',
} as const;

type AdoptableType = keyof typeof adoptable;

const groupType = 'AWS::Cognito::UserPoolGroup';

interface Resource {
  readonly Type: string;
  readonly Properties: Readonly<Record<string, unknown>>;
}

interface Template {
  readonly Resources: Readonly<Record<string, Resource>>;
}

interface Adoption {
  readonly template: Template;
  /** What CloudFormation is told about them. */
  readonly resourcesToImport: readonly {
    readonly ResourceType: string;
    readonly LogicalResourceId: string;
    readonly ResourceIdentifier: Readonly<Record<string, string>>;
  }[];
}

/** The pool's triggers are functions, which the deployment that follows creates. */
const withoutTriggers = ({ LambdaConfig: _, ...properties }: Resource['Properties']) => properties;

/**
 * How CloudFormation takes the table and the user pool that a deleted stack left into a new stack of the same name, with the
 * pool's groups, which have the administrators and coaches. It imports into a stack that has nothing else, so this is done
 * before the stage is deployed.
 * @param template the template of the stage
 * @param names the physical names of what was left
 * @throws Error where the template has not exactly one resource of a type
 */
export const planAdoption = (
  { Resources }: Template,
  names: Readonly<Record<AdoptableType, string>>,
): Adoption => {
  const found = Object.entries(adoptable).map(([type, identifier]) => {
    const [one, ...more] = Object.entries(Resources).filter(([, { Type }]) => Type === type);
    if (!one || more.length > 0) throw new Error(`The template has not exactly one ${type}`);
    const [id, resource] = one;
    // Object.entries widens the key type; the record is closed.
    const name = names[type as AdoptableType];
    return { id, type, resource, ResourceIdentifier: { [identifier]: name } };
  });
  const groups = Object.entries(Resources)
    .filter(([, { Type }]) => Type === groupType)
    .map(([id, resource]) => ({
      id,
      type: groupType,
      resource,
      ResourceIdentifier: {
        UserPoolId: names['AWS::Cognito::UserPool'],
        GroupName: String(resource.Properties.GroupName),
      },
    }));
  const adopted = [...found, ...groups];
  return {
    template: {
      Resources: Object.fromEntries(
        adopted.map(({ id, resource }) => [
          id,
          { ...resource, Properties: withoutTriggers(resource.Properties) },
        ]),
      ),
    },
    resourcesToImport: adopted.map(({ id, type, ResourceIdentifier }) => ({
      ResourceType: type,
      LogicalResourceId: id,
      ResourceIdentifier,
    })),
  };
};
