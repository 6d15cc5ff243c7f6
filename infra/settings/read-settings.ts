import type * as z from 'zod/mini';
import { CommandError } from '../command.ts';
import { dev } from './dev.ts';
import { prod } from './prod.ts';
import {
  type Settings,
  type Stage,
  type StageSettings,
  stageSchema,
  stageSettingsSchema,
} from './settings-schema.ts';

const files: Readonly<Record<Stage, StageSettings>> = { dev, prod };

/** Where an issue is, and what it is; unknown keys are not part of an issue's path. */
const describeIssue = (issue: z.core.$ZodIssue): string =>
  `${[...issue.path, ...(issue.code === 'unrecognized_keys' ? issue.keys : [])].join('.')}: ${issue.message}`;

/** Checks what a stage's file says. @throws CommandError naming every setting that is wrong */
export const parseSettings = (stage: Stage, file: unknown): Settings => {
  const settings = stageSettingsSchema.safeParse(file);
  if (settings.success) return { stage, ...settings.data };
  throw new CommandError(
    `infra/settings/${stage}.ts is not valid: ${settings.error.issues.map(describeIssue).join('; ')}`,
    'Mend the file (docs/operations.md, Settings), then run the command again.',
  );
};

/** @param name as the command line gives it; undefined is `dev` @throws CommandError for no such stage or an invalid file */
export const readSettings = (name: unknown = 'dev'): Settings => {
  const stage = stageSchema.safeParse(name);
  if (!stage.success)
    throw new CommandError(`There is no stage ${name}.`, 'Name one of both: --stage dev, or --stage prod.');
  return parseSettings(stage.data, files[stage.data]);
};

export const readAllSettings = (): readonly Settings[] => stageSchema.options.map(readSettings);
