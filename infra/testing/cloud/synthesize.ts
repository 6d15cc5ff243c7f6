import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { filesWithSiteUrl, siteUrlPlaceholder } from '#shared/documents';
import { BookingStack } from '../../cloud/booking-stack.ts';
import { stackName } from '../../cloud/stack-name.ts';
import { parseSettings, readSettings } from '../../settings/read-settings.ts';
import type { Stage, StageSettings } from '../../settings/settings-schema.ts';
import type { Statement } from './policy.ts';
import { nameOf, readable } from './readable.ts';

/** The context that every cdk command gives the app. */
const { context } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../cdk.json'), 'utf8'));

interface SynthesizeOptions {
  readonly stage?: Stage;
  /** Replace settings of the stage's file. */
  readonly settings?: Partial<StageSettings>;
  /** The stack does not exist yet. */
  readonly isFirstDeployment?: boolean;
  /** Bundles the functions too, which takes seconds. */
  readonly bundle?: boolean;
  /** Leaves out the library's own checks, for a test that reads templates which they would refuse. */
  readonly unchecked?: boolean;
}

export interface Resource {
  readonly name: string;
  readonly properties: Readonly<Record<string, unknown>>;
  /** The whole entry of the template, with policies and metadata. */
  readonly entry: Readonly<Record<string, unknown>>;
}

/** Synthesizes the stack as the app does, with a placeholder for the built site. */
export const synthesize = ({
  stage = 'dev',
  settings = {},
  isFirstDeployment = false,
  bundle = false,
  unchecked = false,
}: SynthesizeOptions = {}) => {
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
      ...(unchecked && { '@aws-cdk/core:validateAgainstDefaultRules': false }),
      'aws:cdk:bundling-stacks': bundle ? ['**'] : [],
    },
  });
  const { stage: _, ...file } = readSettings(stage);
  const stack = new BookingStack(app, stackName(stage), {
    settings: parseSettings(stage, { ...file, ...settings }),
    isFirstDeployment,
    siteDirectory,
  });
  const template = Template.fromStack(stack, { skipCyclicalDependenciesCheck: unchecked });

  const all = (type: string): Resource[] =>
    Object.entries(template.findResources(type)).map(([logicalId, entry]) => ({
      name: nameOf(logicalId),
      properties: entry.Properties,
      entry,
    }));
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
    stack,
    template,
    /** Every resource of a type. */
    all,
    /** The one resource of a type. */
    only,
    /** What a role allows and denies, by its own policies and by those that are attached to it. */
    statementsOf: (role: string): Statement[] =>
      policiesOf(role).flatMap((policy) => Object(policy).PolicyDocument.Statement),
    /** Where the template and its assets are until `remove` is called. */
    outdir,
    remove: () => rmSync(folder, { recursive: true }),
  };
};
