import { sum } from '#shared/domain/lists/sum';
import { noAccount } from '../settings/defaults.ts';
import type { Settings } from '../settings/settings-schema.ts';

/** Domains that belong to nobody (RFC 2606), as the end of an address, a host name or a link. */
const reservedDomain = /(?:[.@/](?:example|test|invalid|localhost)|[.@/]example\.(?:com|net|org))$/;

const isPlaceholder = (text: string): boolean => text === noAccount || reservedDomain.test(text);

/** Every text in a value, with its path. */
const textsOf = (value: unknown, path = ''): readonly (readonly [path: string, text: string])[] => {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => textsOf(part, path ? `${path}.${key}` : key));
};

const placeholdersIn = (file: string, values: unknown): string[] =>
  textsOf(values)
    .filter(([, text]) => isPlaceholder(text))
    .map(([path, text]) => `${file}: ${path} is still the placeholder ${text}`);

const senderDomain = ({ mailFrom }: Settings): string => mailFrom.replace(/^.*@/, '');

/** What SES and Lambda bound for an account in a region, which its stages therefore share. */
const conflictsInRegion = (stages: readonly Settings[]): string[] => {
  const names = stages.map(({ stage }) => stage).join(' and ');
  const isOne = (values: readonly unknown[]): boolean => new Set(values).size === 1;
  const [first] = stages;
  const quota = first?.mailRate.quota ?? 0;
  const together = sum(stages.map(({ mailRate }) => mailRate.perSecond));
  return [
    ...(isOne(stages.map(({ mailRate }) => mailRate.quota))
      ? []
      : [`${names} share SES's quota, and name different ones in mailRate.quota`]),
    ...(together <= quota
      ? []
      : [
          `${names} share SES's quota of ${quota} emails per second, and mailRate.perSecond is ${together} together`,
        ]),
    ...(isOne(stages.map(({ concurrentExecutions }) => concurrentExecutions))
      ? []
      : [`${names} share Lambda's quota, and name different ones in concurrentExecutions`]),
    ...(new Set(stages.map(senderDomain)).size === stages.length
      ? []
      : [`${names} send from one domain, and SES has one identity per domain: give dev a subdomain`]),
  ];
};

const conflictsOfBudgets = (stages: readonly Settings[]): string[] => {
  const withBudget = stages.filter(({ monthlyBudget }) => monthlyBudget !== undefined);
  if (withBudget.length === 1) return [];
  return [
    `monthlyBudget is for the whole account: set it in one stage of ${stages.map(({ stage }) => stage).join(' and ')}`,
  ];
};

/**
 * Why a stage must not be deployed as the settings are: placeholders, and what does not fit the other stages of its
 * account.
 * @param all the settings of every stage
 * @param business what the site and the emails say of the school
 * @returns one line each; empty if there is nothing
 */
export const findObstacles = (settings: Settings, all: readonly Settings[], business: unknown): string[] => {
  const { stage, ...file } = settings;
  const ofAccount = [settings, ...all.filter((other) => other.stage !== stage)].filter(
    ({ account }) => account === settings.account,
  );
  return [
    ...placeholdersIn(`infra/settings/${stage}.ts`, file),
    ...placeholdersIn('shared/brand.ts', business),
    ...conflictsInRegion(ofAccount.filter(({ region }) => region === settings.region)),
    ...conflictsOfBudgets(ofAccount),
  ];
};
