import {
  CloudFormationClient,
  UpdateStackCommand,
  waitUntilStackUpdateComplete,
} from '@aws-sdk/client-cloudformation';
import type { Clock } from '#functions/lib/clock';
import { toOffsetTime } from '#shared/lib/business-time';
import { stackName, writesParameter } from '../../cloud/names.ts';
import { mailerStreamSettings } from '../../cloud/service-settings.ts';
import { CommandError } from '../../command.ts';
import { localPaths } from '../../local/addresses.ts';
import { describeStack } from './target.ts';

const longestPauseMs = mailerStreamSettings.maxRecordAgeSeconds * 1_000;

export interface PauseSwitch {
  isOn(): Promise<boolean>;
  set(paused: boolean): Promise<void>;
}

export const localSwitch = (siteUrl: string): PauseSwitch => {
  const ask = async (request: RequestInit): Promise<boolean> => {
    const answer = await fetch(new URL(localPaths.pause, siteUrl), request);
    return Object(await answer.json()).paused === true;
  };
  return {
    isOn: () => ask({}),
    set: async (paused) => {
      await ask({ method: 'PUT', body: JSON.stringify({ paused }) });
    },
  };
};

/** A stack with two mappings to disable takes some minutes. */
const longestUpdateSeconds = 30 * 60;

/** A parameter of the stack, which changes gateway, event source mappings and schedule together. */
export const stageSwitch = (stage: string, client = new CloudFormationClient({})): PauseSwitch => {
  const StackName = stackName(stage);
  const describe = async () => {
    const { StackStatus = '', Parameters = [] } = (await describeStack(stage, client)).stack ?? {};
    const writes = Parameters.find(({ ParameterKey }) => ParameterKey === writesParameter);
    if (!writes)
      throw new CommandError('The deployed version has no switch.', `Deploy it first: npm run deploy.`);
    return { StackStatus, Parameters, isOn: writes.ParameterValue === 'paused' };
  };
  return {
    isOn: async () => (await describe()).isOn,
    set: async (paused) => {
      const { StackStatus, Parameters, isOn } = await describe();
      if (isOn === paused) return;
      if (!/^(?:CREATE|UPDATE|UPDATE_ROLLBACK|IMPORT)_COMPLETE$/.test(StackStatus))
        throw new CommandError(
          `The stack is ${StackStatus}, so that nothing of it can be changed now.`,
          'Wait for the end of the deployment, or see "A later deployment that failed" in docs/operations.md.',
        );
      await client.send(
        new UpdateStackCommand({
          StackName,
          UsePreviousTemplate: true,
          Capabilities: ['CAPABILITY_IAM', 'CAPABILITY_NAMED_IAM', 'CAPABILITY_AUTO_EXPAND'],
          Parameters: Parameters.map(({ ParameterKey }) =>
            ParameterKey === writesParameter
              ? { ParameterKey, ParameterValue: paused ? 'paused' : 'on' }
              : { ParameterKey, UsePreviousValue: true },
          ),
        }),
      );
      await waitUntilStackUpdateComplete({ client, maxWaitTime: longestUpdateSeconds }, { StackName });
    },
  };
};

interface PauseDeps {
  readonly switchOf: PauseSwitch;
  readonly clock: Clock;
  readonly timeZone: string;
}

/** Pauses all changes, or ends the pause (REL-05). @returns what to print @throws CommandError for other words */
export const runOnPause = async (
  [action = 'look', ...rest]: readonly string[],
  { switchOf, clock, timeZone }: PauseDeps,
): Promise<string> => {
  if (rest.length > 0 || !['look', 'on', 'off'].includes(action))
    throw new CommandError('There is no such command.', 'Use: pause on, pause off, pause.');
  if (action === 'look') return (await switchOf.isOn()) ? 'Changes are paused.' : 'Changes are taken.';
  await switchOf.set(action === 'on');
  if (action === 'off') return 'Changes are taken again. Emails and timed work that waited follow.';
  const until = toOffsetTime(new Date(clock().getTime() + longestPauseMs), timeZone).slice(0, 16);
  return [
    'Changes are paused: the site says so, and reads go on. Emails and timed work wait.',
    'What was begun before ends within five minutes.',
    `Run \`pause off\` before ${until.replace('T', ' ')}: older records of the stream are parked, and their emails need \`queue batches send-again\`.`,
  ].join('\n');
};
