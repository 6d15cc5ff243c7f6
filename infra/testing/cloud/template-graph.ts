export interface TemplateResource {
  readonly Type: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
  readonly DependsOn?: string | readonly string[];
  readonly Condition?: string;
  readonly UpdatePolicy?: unknown;
  readonly DeletionPolicy?: string;
}

export interface Template {
  readonly Resources: Readonly<Record<string, TemplateResource>>;
  readonly Outputs?: Readonly<Record<string, unknown>>;
  readonly Conditions?: Readonly<Record<string, unknown>>;
  readonly Parameters?: Readonly<Record<string, unknown>>;
}

/** By the name of a resource, an output or a condition: the names that it refers to. */
type Graph = ReadonlyMap<string, ReadonlySet<string>>;

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value];

const conditionName = (name: string): string => `condition ${name}`;

/** The names in the `${…}` of a text, without those that the text's own variables set. */
const namesInText = (value: unknown): string[] => {
  const [text, variables] = listOf(value);
  return [...String(text).matchAll(/\$\{([^!}][^}]*)\}/g)]
    .map(([, name = '']) => name.trim().split('.')[0] ?? '')
    .filter((name) => !(isRecord(variables) && name in variables));
};

const referencesIn = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const deeper = referencesIn(inner);
    if (key === 'Ref') return [String(inner), ...deeper];
    if (key === 'Fn::GetAtt') return [String(listOf(inner)[0]).split('.')[0] ?? '', ...deeper];
    if (key === 'Fn::Sub') return [...namesInText(inner), ...deeper];
    if (key === 'Fn::If') return [conditionName(String(listOf(inner)[0])), ...deeper];
    // In the conditions of a template. Those of a policy are records.
    if (key === 'Condition' && typeof inner === 'string') return [conditionName(inner)];
    return deeper;
  });
};

/** What depends on what, as CloudFormation reads a template: all of a resource counts, not its properties only. */
const graphOf = ({ Resources, Outputs = {}, Conditions = {}, Parameters = {} }: Template): Graph => {
  const isGiven = (name: string) => name.startsWith('AWS::') || name in Parameters;
  const nodes: [string, unknown, readonly unknown[]][] = [
    ...Object.entries(Resources).map(([name, resource]): [string, unknown, readonly unknown[]] => [
      name,
      resource,
      listOf(resource.DependsOn),
    ]),
    ...Object.entries(Outputs).map(([name, output]): [string, unknown, []] => [`output ${name}`, output, []]),
    ...Object.entries(Conditions).map(([name, condition]): [string, unknown, []] => [
      conditionName(name),
      condition,
      [],
    ]),
  ];
  return new Map(
    nodes.map(([name, value, dependsOn]) => [
      name,
      new Set([...referencesIn(value), ...dependsOn.map(String)].filter((reference) => !isGiven(reference))),
    ]),
  );
};

/** Everything that CloudFormation has completed before it starts with a resource; in a circle also itself. */
const completedBefore = (graph: Graph, name: string): ReadonlySet<string> => {
  const found = new Set<string>();
  const open = [name];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const reference of graph.get(next) ?? []) {
      if (found.has(reference)) continue;
      found.add(reference);
      open.push(reference);
    }
  }
  return found;
};

export const circlesIn = (template: Template): string[][] => {
  const graph = graphOf(template);
  const before = new Map([...graph.keys()].map((name) => [name, completedBefore(graph, name)]));
  const inCircles = [...graph.keys()].filter((name) => before.get(name)?.has(name));
  const circleOf = (name: string) =>
    inCircles.filter((other) => before.get(name)?.has(other) && before.get(other)?.has(name));
  return inCircles.map(circleOf).filter(([first], index) => first === inCircles[index]);
};

type Use = readonly [user: string, used: string];

interface Uses {
  /** Whenever a resource is created or updated. */
  readonly atAnyTime: readonly Use[];
  /** When the alias of a function is moved to a new version, which is at the second deployment for the first time. */
  readonly atMove: readonly Use[];
}

/**
 * What resources use while they are deployed, beyond what they refer to. CloudFormation works on everything else in any
 * order, so each of these has to be completed before.
 */
const usesIn = (template: Template): Uses => {
  const { Resources } = template;
  const graph = graphOf(template);
  const ofType = (...types: readonly string[]) =>
    Object.entries(Resources).filter(([, { Type }]) => types.includes(Type));
  const targetsOf = (value: unknown) => referencesIn(value).filter((name) => name in Resources);
  /** The policies that give permissions to the roles, or for the topics, that a value refers to. */
  const policiesOf = (value: unknown) => {
    const targets = targetsOf(value);
    return ofType('AWS::IAM::Policy', 'AWS::IAM::ManagedPolicy', 'AWS::SNS::TopicPolicy')
      .filter(([, { Properties }]) =>
        referencesIn([Properties?.Roles, Properties?.Topics]).some((name) => targets.includes(name)),
      )
      .map(([name]) => name);
  };
  const uses = (user: string, used: readonly string[]): Use[] => used.map((name) => [user, name]);

  return {
    atAnyTime: [
      // A function is invoked as soon as something refers to it: an event source, a hook, a custom resource. What it does with
      // a resource that needs the function itself, it does after both: the trigger of a user pool that has no user yet.
      ...ofType('AWS::Lambda::Function').flatMap(([name, { Properties }]) =>
        uses(
          name,
          policiesOf(Properties?.Role).filter((policy) => !completedBefore(graph, policy).has(name)),
        ),
      ),
      // The scheduler and SES try their permissions when they are set up.
      ...ofType('AWS::Scheduler::Schedule', 'AWS::SES::ConfigurationSetEventDestination').flatMap(
        ([name, { Properties }]) => uses(name, policiesOf(Properties)),
      ),
      // A stage limits routes that exist.
      ...ofType('AWS::ApiGatewayV2::Stage').flatMap(([name, { Properties }]) => {
        const limited = Object(Properties?.RouteSettings ?? {});
        const routes = ofType('AWS::ApiGatewayV2::Route').filter(
          ([, route]) => String(route.Properties?.RouteKey) in limited,
        );
        return uses(
          name,
          routes.map(([route]) => route),
        );
      }),
    ],
    atMove: [
      // CodeDeploy moves an alias by the role of its group. The alias refers to the group, its alarms and its hook.
      ...ofType('AWS::Lambda::Alias').flatMap(([name, { UpdatePolicy }]) =>
        uses(
          name,
          targetsOf(UpdatePolicy).flatMap((group) =>
            policiesOf(Resources[group]?.Properties?.ServiceRoleArn),
          ),
        ),
      ),
      // Pages call the API by the versions that are deployed with them.
      ...ofType('Custom::CDKBucketDeployment').flatMap(([name]) =>
        uses(
          name,
          ofType('AWS::ApiGatewayV2::Integration').flatMap(([, { Properties }]) =>
            targetsOf(Properties?.IntegrationUri),
          ),
        ),
      ),
    ],
  };
};

/** What could be used before it exists, or before it is updated, in the least favourable order of the work. */
export const usedTooEarlyIn = (template: Template, when: keyof Uses): string[] => {
  const graph = graphOf(template);
  const early = usesIn(template)[when].filter(([user, used]) => !completedBefore(graph, user).has(used));
  return [...new Set(early.map(([user, used]) => `${user} uses ${used}`))];
};
