import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, NestedStack, type Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { filesWithSiteUrl, siteUrlPlaceholder } from '#shared/built-pages';
import { BookingStack } from '../../cloud/booking-stack.ts';
import { stackName } from '../../cloud/names.ts';
import { parseSettings, readSettings } from '../../settings/read-settings.ts';
import type { Stage, StageSettings } from '../../settings/settings-schema.ts';
import { nameOf, readable, type Statement } from './policy.ts';

const { context } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../cdk.json'), 'utf8'));

interface SynthesizeOptions {
  readonly stage?: Stage;
  readonly settings?: Partial<StageSettings>;
  /** The stack does not exist yet. */
  readonly isFirstDeployment?: boolean;
  /** Bundles the functions too, which takes seconds. */
  readonly bundle?: boolean;
  /** Runs the library's own checks too, which take as long as the rest. */
  readonly checked?: boolean;
}

export interface Resource {
  readonly name: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly entry: Readonly<Record<string, unknown>>;
}

const unchecked = { skipCyclicalDependenciesCheck: true };

const nestedIn = (outer: Stack) =>
  outer.node
    .findAll()
    .filter((construct) => construct instanceof NestedStack)
    .map((stack) => ({ stack, template: Template.fromStack(stack, unchecked) }));

/** The template of a nested stack, with what the outer one gives it in place of its parameters. */
const withParameters = (nested: Template, outer: Template): Template => {
  const given = new Map(
    Object.values(outer.findResources('AWS::CloudFormation::Stack')).flatMap(({ Properties }) =>
      Object.entries(Object(Properties.Parameters)),
    ),
  );
  const text = JSON.stringify(nested.toJSON());
  const resolved = JSON.parse(text, (_, value) => given.get(value?.Ref) ?? value);
  return Template.fromJSON(resolved, unchecked);
};

const make = ({
  stage = 'dev',
  settings = {},
  isFirstDeployment = false,
  bundle = false,
  checked = false,
}: SynthesizeOptions) => {
  const folder = mkdtempSync(join(tmpdir(), 'booking-stack-'));
  const siteDirectory = mkdtempSync(join(folder, 'site-'));
  for (const file of filesWithSiteUrl) {
    writeFileSync(join(siteDirectory, file), `Here: ${siteUrlPlaceholder}/`);
  }
  const outdir = join(folder, 'cdk.out');
  const app = new App({
    outdir,
    context: {
      ...context,
      // The CDK's command sets it, and finds the templates of nested stacks by it.
      'aws:cdk:enable-asset-metadata': true,
      ...(!checked && { '@aws-cdk/core:validateAgainstDefaultRules': false }),
      'aws:cdk:bundling-stacks': bundle ? ['**'] : [],
    },
  });
  const { stage: _, ...file } = readSettings(stage);
  const stack = new BookingStack(app, stackName(stage), {
    settings: parseSettings(stage, { ...file, ...settings }),
    isFirstDeployment,
    siteDirectory,
  });
  const template = Template.fromStack(stack, unchecked);
  const nested = nestedIn(stack);
  const whole = [template, ...nested.map((one) => withParameters(one.template, template))];

  const all = (type: string): Resource[] =>
    whole.flatMap((one) =>
      Object.entries(one.findResources(type)).map(([logicalId, entry]) => ({
        name: nameOf(logicalId),
        properties: entry.Properties,
        entry,
      })),
    );
  const only = (type: string): Resource => {
    const [resource, ...more] = all(type);
    if (!resource || more.length > 0) throw new Error(`Not exactly one ${type}`);
    return resource;
  };
  const policiesOf = (role: string): unknown[] => [
    ...all('AWS::IAM::Role')
      .filter(({ name }) => name === role)
      .flatMap(({ properties }) => properties.Policies ?? []),
    ...all('AWS::IAM::Policy')
      .filter(({ properties }) =>
        Object(properties.Roles).some((ref: unknown) => readable(ref) === `<${role}>`),
      )
      .map(({ properties }) => properties),
  ];
  return {
    app,
    stack,
    template,
    nested,
    all,
    only,
    /** What a role allows and denies, by its own policies and by those that are attached to it. */
    statementsOf: (role: string): Statement[] =>
      policiesOf(role).flatMap((policy) => Object(policy).PolicyDocument.Statement),
    /** Where the template and its assets are until `remove` is called. */
    outdir,
    remove: () => rmSync(folder, { recursive: true }),
  };
};

declare global {
  /** The stages as they are set, once for all test files of a worker: a synthesis takes a second. */
  var synthesizedStages: Map<Stage, ReturnType<typeof make>> | undefined;
}

/** A stage as it is set, which tests only read. */
const readOnly = (stage: Stage): ReturnType<typeof make> => {
  globalThis.synthesizedStages ??= new Map();
  const known = globalThis.synthesizedStages.get(stage);
  if (known) return known;
  const made = make({ stage });
  process.once('exit', made.remove);
  const kept = { ...made, remove: () => {} };
  globalThis.synthesizedStages.set(stage, kept);
  return kept;
};

/** Synthesizes the stack as the app does, with a placeholder for the built site. */
export const synthesize = (options: SynthesizeOptions = {}): ReturnType<typeof make> => {
  const { stage = 'dev', ...others } = options;
  return Object.keys(others).length === 0 ? readOnly(stage) : make(options);
};
